import { CmsError } from "@loam/cms-core";
import type { Request } from "express";

/**
 * A page of another origin must not be able to make a signed-in browser change anything, or sign it in
 * (AUT-03, AUT-04). Browsers send `Origin` with every request that is neither GET nor HEAD.
 *
 * @throws CmsError `forbidden`
 */
export function requireSameOrigin({ headers }: Request, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  const given = headers.origin;
  const same = given === undefined ? headers["sec-fetch-site"] === "same-origin" : given === origin;
  if (same) return;
  throw new CmsError("forbidden", `A browser may send this from pages of ${origin} alone.`);
}
