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

/**
 * Who is signed in reads on pages of HQ alone: no other page learns anything by what it makes their browser
 * ask for, nor holds a stream open (WEB-11). A link from elsewhere may be followed.
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
  throw new CmsError("forbidden", `A browser may ask for this from pages of ${origin} alone.`);
}
