import { CmsError, sizeOf } from "@loam/cms-core";
import { requireSiteId } from "../../platform/http/guard-names.ts";
import { decodePath } from "../../platform/http/guard-request.ts";

/** The parts of a read API URL. */
export interface ReadAddress {
  /** Path and query, the key for caching a response. */
  readonly url: string;
  /** Absent if the host or the key determines it. */
  readonly siteId?: string;
  /** Absent on the path of the site's index. */
  readonly apiId?: string;
  /** Absent on the path of a list or an object. */
  readonly idOrSlug?: string;
  /** Without `?`. */
  readonly query: string;
  /** Whether the client expects the format of the compatible service. */
  readonly compatible: boolean;
}

export const OWN_MOUNT = "/api/public/cms";
const COMPATIBLE_MOUNT = "/api/v1";
/** The OpenAPI document of the read API. No site has this ID. */
export const READ_OPENAPI_PATH: string = `${OWN_MOUNT}/openapi.json`;
const MAX_URL_BYTES = 8192;

/** Returns path and query of a request target. The host of an absolute target is ignored. */
export function readTarget(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
}

/** Whether a path belongs to the read API. */
export function isReadTarget(url: string): boolean {
  if (url === READ_OPENAPI_PATH || url.startsWith(`${READ_OPENAPI_PATH}?`)) return false;
  return isBelow(url, OWN_MOUNT) || isBelow(url, COMPATIBLE_MOUNT);
}

function isBelow(url: string, mount: string): boolean {
  if (!url.startsWith(mount)) return false;
  const next = url.charAt(mount.length);
  return next === "/" || next === "?" || next === "";
}

/**
 * Parses the URL of a request (contracts, section 4).
 *
 * @throws CmsError `uri_too_long`, `invalid_encoding` (security notes, FLT-12, FLT-13), `not_found`, `site_not_found`
 * if the text isn't a site id
 */
export function parseReadAddress(url: string): ReadAddress {
  if (url.length > MAX_URL_BYTES) {
    throw new CmsError("uri_too_long", `The URL is longer than ${sizeOf(MAX_URL_BYTES)}.`);
  }
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? "" : url.slice(mark + 1);
  const compatible = isBelow(path, COMPATIBLE_MOUNT);
  const mount = compatible ? COMPATIBLE_MOUNT : OWN_MOUNT;
  return { url, query, compatible, ...assignSegments(path.slice(mount.length + 1), compatible) };
}

/** Assigns the path segments. The compatible service has no index. */
function assignSegments(
  path: string,
  compatible: boolean,
): Pick<ReadAddress, "siteId" | "apiId" | "idOrSlug"> {
  const names = decodeSegments(path);
  const most = compatible ? 2 : 3;
  if (names.length > most || names.includes("")) {
    throw new CmsError("not_found", "Not found.");
  }
  const [siteId, apiId, idOrSlug] = compatible ? [undefined, ...names] : names;
  if (siteId !== undefined) requireSiteId(siteId);
  return {
    ...(siteId !== undefined && { siteId }),
    ...(apiId !== undefined && { apiId }),
    ...(idOrSlug !== undefined && { idOrSlug }),
  };
}

function decodeSegments(path: string): readonly string[] {
  const names = path.split("/");
  return path.includes("%") ? names.map(decodeName) : names;
}

function decodeName(name: string): string {
  const decoded = decodePath(name);
  if (!decoded.includes("\0")) return decoded;
  throw new CmsError("invalid_encoding", "The URL contains a NUL character.");
}
