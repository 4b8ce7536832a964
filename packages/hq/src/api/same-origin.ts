import { CmsError } from "@loam/cms-core";
import type { Request } from "express";
import type { ManageDeps } from "./manage-deps.ts";
import type { Actor } from "./permissions/permissions.ts";
import { isSafe, type Route } from "./route.ts";

/** A token is sent on purpose; a cookie is sent by the browser alone. */
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
  // Somebody who signs in again may not know of the session that the browser still has.
  if (actor !== undefined && route.rule.kind !== "anyone") requireCsrfToken(request);
}

/**
 * A page of another origin must not be able to make a signed-in browser change anything, or sign it in
 * (AUT-03, AUT-04). Browsers send `Origin` with every request that is neither GET nor HEAD.
 *
 * @throws CmsError `forbidden`
 */
function requireSameOrigin({ headers }: Request, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  const given = headers.origin;
  const same = given === undefined ? headers["sec-fetch-site"] === "same-origin" : given === origin;
  if (same) return;
  throw new CmsError("forbidden", `Cross-origin request: only ${origin} is allowed.`);
}

/**
 * Signed-in people read on pages of HQ alone: no other page learns anything by making their browser send requests, or
 * holds a stream open (WEB-11). A link from elsewhere may be followed.
 *
 * @throws CmsError `forbidden`
 */
export function refuseOtherPages({ headers }: Pick<Request, "headers">, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  const site = headers["sec-fetch-site"];
  const isElsewhere = site === "cross-site" || site === "same-site";
  const isLink = headers["sec-fetch-mode"] === "navigate";
  const given = headers.origin ?? origin;
  if (given === origin && (!isElsewhere || isLink)) return;
  throw new CmsError("forbidden", `Cross-origin request: only ${origin} is allowed.`);
}
