import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import type { ManageDeps } from "./manage-deps.ts";
import type { Actor } from "./permissions/permissions.ts";
import { isSafe, type Route } from "./route.ts";

/** Clients send tokens deliberately, but browsers send cookies automatically. */
export function requireOwnPage(
  route: Route,
  { baseUrl, requireCsrfToken }: ManageDeps,
  { request, actor }: { readonly request: Request; readonly actor: Actor | undefined },
): void {
  if (isSafe(route)) {
    if (actor !== undefined) refuseOtherPages(request, baseUrl);
    return;
  }
  requireSameOrigin(request, baseUrl);
  // A user who signs in again might not know that the browser still has a session.
  if (actor !== undefined && route.rule.kind !== "anyone") requireCsrfToken(request);
}

/**
 * Prevents pages of other origins from making a browser change anything or sign in (AUT-03, AUT-04). Browsers send
 * `Origin` with every request except GET and HEAD.
 *
 * @throws CmsError `forbidden`
 */
function requireSameOrigin({ headers }: Request, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  const sender = headers.origin;
  const same =
    sender === undefined ? headers["sec-fetch-site"] === "same-origin" : sender === origin;
  if (same) return;
  throw new CmsError("forbidden", `Cross-origin request: only ${origin} is allowed.`);
}

/**
 * Allows reads in a session only from pages of HQ, so that other pages cannot learn anything from requests or hold
 * streams open (WEB-11). Following a link from another site is allowed.
 *
 * @throws CmsError `forbidden`
 */
export function refuseOtherPages({ headers }: Pick<Request, "headers">, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  const site = headers["sec-fetch-site"];
  const isElsewhere = site === "cross-site" || site === "same-site";
  const isLink = headers["sec-fetch-mode"] === "navigate";
  const sender = headers.origin ?? origin;
  if (sender === origin && (!isElsewhere || isLink)) return;
  throw new CmsError("forbidden", `Cross-origin request: only ${origin} is allowed.`);
}
