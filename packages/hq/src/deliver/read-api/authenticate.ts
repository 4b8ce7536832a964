import type { IncomingHttpHeaders } from "node:http";
import { CmsError } from "@loam/cms-core";

/** The headers that carry a read key, in any of which existing clients send it. */
export const KEY_HEADERS = ["X-CMS-API-KEY", "X-COMPAT-CMS-API-KEY", "X-MICROCMS-API-KEY"] as const;

/** Which sites a caller may be told about. */
export interface ReadAccess {
  /** The site that a key opens, or `undefined` for text that is no valid key. */
  siteOfReadKey(text: string): Promise<string | undefined>;
  hasSite(siteId: string): boolean;
}

/**
 * Lets a request read a site: the one that it names, or else the one of its key. A missing, wrong or
 * revoked key and the key of another site are answered alike, so that nobody learns which it was; only
 * the holder of some valid key learns that a site does not exist (security notes, KEY-01).
 *
 * @returns the id of the site
 * @throws CmsError `invalid_api_key`, `site_not_found`, or `duplicate_parameter` when two headers
 * carry different keys.
 */
export async function authenticateRead(
  headers: IncomingHttpHeaders,
  siteId: string | undefined,
  access: ReadAccess,
): Promise<string> {
  const keySite = await access.siteOfReadKey(readKeyHeader(headers));
  const wanted = siteId ?? keySite;
  if (keySite !== undefined && keySite === wanted) return keySite;
  if (keySite !== undefined && wanted !== undefined && !access.hasSite(wanted)) {
    throw new CmsError("site_not_found", "Site not found.");
  }
  throw new CmsError("invalid_api_key", `Send an API key of this site as ${KEY_HEADERS[0]}.`);
}

/** The site that the first label of a host names, for clients that know a host alone. */
export function siteOfHost(
  host: string | undefined,
  { hasSite }: Pick<ReadAccess, "hasSite">,
): string | undefined {
  const [label = ""] = (host ?? "").toLowerCase().split(".", 1);
  return hasSite(label) ? label : undefined;
}

function readKeyHeader(headers: IncomingHttpHeaders): string {
  let key = "";
  // By names written out here, which the engine looks up faster than those of a list.
  for (const given of [
    headers["x-cms-api-key"],
    headers["x-compat-cms-api-key"],
    headers["x-microcms-api-key"],
  ]) {
    if (typeof given !== "string" || given === "" || given === key) continue;
    if (key !== "") {
      throw new CmsError("duplicate_parameter", "Two headers contain different API keys.", {
        details: { param: KEY_HEADERS[0] },
      });
    }
    key = given;
  }
  return key;
}
