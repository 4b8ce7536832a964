import { LIMITS } from "@loam/cms-core";
import { decodePath } from "../../platform/http/guard-request.ts";

/** What pages of other origins may send and read. */
export const CROSS_ORIGIN = { allow: ["If-None-Match", "Range"], expose: ["ETag"] } as const;

/** The only paths that are served: a site's JSON and its media, no dot files, no way up. */
const PUBLIC_PATH = /^\/s[a-z2-7]{19}\/(api|media)((?:\/(?!\.)[^/\\]+)+)$/;

/** A file that may be published, by its address below `/public`. */
interface PublicAddress {
  readonly kind: "api" | "media";
  /** Below the folder of all sites, with a slash before it. */
  readonly path: string;
}

/**
 * Reads an address below `/public`, percent-encoded as it came; undefined for one that no published file has. Names
 * longer than the limit are among these: some services fail at them.
 *
 * @throws CmsError `invalid_encoding`
 */
export function parsePublicAddress(encoded: string): PublicAddress | undefined {
  const path = decodePath(encoded);
  const [, kind] = PUBLIC_PATH.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const isShort = path
    .split("/")
    .every((name) => Buffer.byteLength(name) <= LIMITS.pathSegmentBytes);
  return isShort ? { kind: kind === "api" ? "api" : "media", path } : undefined;
}

/** What a file system says of a file. */
export interface FileStat {
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
}

/**
 * A strong tag without reading the file: published files are only ever replaced whole, by a new
 * inode with a new time, so no two contents share all three.
 */
export function fileTag({ size, ino, mtimeMs }: FileStat): string {
  return `"${size.toString(36)}-${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
}

/** Whether two looks found the same content: where they did, its tag is the same. */
export function isSameFile(a: FileStat, b: FileStat): boolean {
  return a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.size === b.size;
}
