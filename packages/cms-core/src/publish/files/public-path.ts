import { CmsError } from "../../base/errors.ts";
import { LIMITS } from "../../model/limits.ts";

/** Parts that are not empty, hidden or `..`, and hold no backslash or control character. */
// oxlint-disable-next-line no-control-regex
const SAFE = /^(?:[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]*(?:\/(?=[^/])|$))+$/;

/**
 * Returns `path` when it is one of a site's public files: relative, without empty, `.` or `..` parts,
 * hidden names, backslashes or control characters, each part short enough for a file name.
 *
 * @throws CmsError `invalid_path`
 */
export function checkPublicPath(path: string): string {
  if (SAFE.test(path) && (path.length < SHORT || path.split("/").every(isShort))) return path;
  throw new CmsError("invalid_path", `${JSON.stringify(path)} cannot be a public file.`, {
    details: { path },
  });
}

/**
 * Returns `path` when it can be the name of a stored file: also of one that nobody here would write, such as
 * `.DS_Store`, but none that leads out of the storage.
 *
 * @throws CmsError `invalid_path`
 */
export function checkRemovablePath(path: string): string {
  const leads = path.split("/").some((part) => part === "" || part === "." || part === "..");
  if (!leads && !path.includes("\0")) return path;
  throw new CmsError("invalid_path", `${JSON.stringify(path)} cannot be a public file.`, {
    details: { path },
  });
}

/** No part of a path of so few UTF-16 code units can be too long: each is at most three bytes. */
const SHORT = LIMITS.pathSegmentBytes / 3;

function isShort(name: string): boolean {
  return Buffer.byteLength(name) <= LIMITS.pathSegmentBytes;
}
