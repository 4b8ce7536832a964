import { CmsError } from "../../base/errors.ts";

const MAX_PATH_BYTES = 1024;
const MAX_SEGMENT_BYTES = 255;
// Code points that HFS+ ignores in names, so that `.g\u200cit` is `.git` there.
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f\\]/;

// What nearly every path is: nothing to look at closely.
const PLAIN = /^(?:[\w-]+\/)*[\w-]+(?:\.[a-z0-9]+)?$/;

/**
 * A path that any checkout of the repository can take: relative, `/` between parts, no `.`, `..`
 * or empty part, nothing that is or looks like `.git`, no backslash or control character.
 *
 * @throws CmsError `invalid_path`
 */
export function parseTreePath(path: string): string {
  if (path.length <= MAX_SEGMENT_BYTES && PLAIN.test(path)) return path;
  const parts = path.split("/");
  const bad =
    UNSAFE.test(path) ||
    !path.isWellFormed() ||
    Buffer.byteLength(path) > MAX_PATH_BYTES ||
    parts.some(isUnsafePart);
  if (!bad) return path;
  throw new CmsError("invalid_path", "This path cannot stand in a site repository.", {
    details: { path: path.slice(0, MAX_PATH_BYTES).toWellFormed() },
  });
}

function isUnsafePart(part: string): boolean {
  if (part === "" || part === "." || part === "..") return true;
  if (Buffer.byteLength(part) > MAX_SEGMENT_BYTES) return true;
  const plain = part.replaceAll(IGNORED_BY_HFS, "").toLowerCase();
  // Windows drops trailing dots and spaces, and knows `.git` as `git~1`.
  const name = plain.replace(/[. ]+$/, "").split(":")[0] ?? "";
  return name === ".git" || name === "git~1" || plain === ".gitmodules";
}
