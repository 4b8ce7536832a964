import { CmsError } from "../base/errors.ts";
import { LIMITS } from "../model/limits.ts";

/**
 * Returns `path` when it is one of a site's public files: relative, without empty, `.` or `..` parts,
 * hidden names, backslashes or control characters, each part short enough for a file name.
 *
 * @throws CmsError `invalid_path`
 */
export function checkPublicPath(path: string): string {
  if (path.split("/").every(isPublicName)) return path;
  throw new CmsError("invalid_path", `${JSON.stringify(path)} cannot be a public file.`, {
    details: { path },
  });
}

function isPublicName(name: string): boolean {
  return (
    name !== "" &&
    !name.startsWith(".") &&
    // oxlint-disable-next-line no-control-regex
    !/[\\\u0000-\u001f\u007f]/.test(name) &&
    Buffer.byteLength(name) <= LIMITS.pathSegmentBytes
  );
}
