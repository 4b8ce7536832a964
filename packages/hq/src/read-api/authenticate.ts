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
 * Lets a request read a site. A missing, wrong or revoked key and the key of another site are
 * answered alike, so that nobody learns which it was; only the holder of some valid key learns that
 * a site does not exist (security notes, KEY-01).
 *
 * @throws CmsError `invalid_api_key`, `site_not_found`, or `duplicate_parameter` when two headers
 * carry different keys.
 */
export async function authenticateRead(
  headers: IncomingHttpHeaders,
  siteId: string,
  access: ReadAccess,
): Promise<void> {
  const keySite = await access.siteOfReadKey(readKeyHeader(headers));
  if (keySite === siteId) return;
  if (keySite !== undefined && !access.hasSite(siteId)) {
    throw new CmsError("site_not_found", "There is no such site.");
  }
  throw new CmsError("invalid_api_key", `Send a read key of this site as ${KEY_HEADERS[0]}.`);
}

function readKeyHeader(headers: IncomingHttpHeaders): string {
  const given = new Set(KEY_HEADERS.map((name) => headers[name.toLowerCase()]));
  given.delete(undefined);
  given.delete("");
  if (given.size > 1) {
    throw new CmsError("duplicate_parameter", "Two headers carry different read keys.", {
      details: { param: KEY_HEADERS[0] },
    });
  }
  return String([...given][0] ?? "");
}
