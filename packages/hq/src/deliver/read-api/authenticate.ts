import type { IncomingHttpHeaders } from "node:http";
import { CmsError } from "@loam/cms-core";

/** The headers in which existing clients send an API key. */
export const KEY_HEADERS = ["X-CMS-API-KEY", "X-COMPAT-CMS-API-KEY", "X-MICROCMS-API-KEY"] as const;

/** Determines which sites a caller can learn about. */
export interface ReadAccess {
  /** Returns the site of an API key, or `undefined` if the text isn't a valid key. */
  siteOfReadKey(text: string): Promise<string | undefined>;
  hasSite(siteId: string): boolean;
}

/**
 * Authorizes a request for the site in its URL, or else for the site of its key. Missing, wrong, and revoked keys and
 * keys of another site return the same error, so that no one can tell them apart. Only holders of a valid key learn
 * that a site doesn't exist (security notes, KEY-01).
 *
 * @returns the id of the site
 * @throws CmsError `invalid_api_key`, `site_not_found`, or `duplicate_parameter` if two headers
 * contain different keys.
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

/** Returns the site in the first label of a host name, for clients that can only configure a host. */
export function siteOfHost(
  host: string | undefined,
  { hasSite }: Pick<ReadAccess, "hasSite">,
): string | undefined {
  const [label = ""] = (host ?? "").toLowerCase().split(".", 1);
  return hasSite(label) ? label : undefined;
}

function readKeyHeader(headers: IncomingHttpHeaders): string {
  let key = "";
  // Written out, because the engine accesses literal property names faster than names in a list.
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
