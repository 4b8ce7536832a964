import { LIMITS } from "@loam/cms-core";
import { decodePath } from "../../platform/http/guard-request.ts";

/** Request headers and response headers that pages of other origins can use. */
export const CROSS_ORIGIN = { allow: ["If-None-Match", "Range"], expose: ["ETag"] } as const;

/** The only paths that are served: a site's JSON and media, no dot files or parent folders. */
const PUBLIC_PATH = /^\/s[a-z2-7]{19}\/(api|media)((?:\/(?!\.)[^/\\]+)+)$/;

/** The path of a possible public file below `/public`. */
interface PublicAddress {
  readonly kind: "api" | "media";
  /** Path in the folder of all sites, with a leading slash. */
  readonly path: string;
}

/**
 * Parses a percent-encoded path below `/public`. Returns undefined for a path that no public file can have, including
 * names above the length limit, at which some services fail.
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

/** The file status that identifies its content. */
export interface FileStat {
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
}

/**
 * Returns a strong tag without reading the file. Published files are only ever replaced as a whole, with a new inode
 * and time, so no two contents share all three values.
 */
export function fileTag({ size, ino, mtimeMs }: FileStat): string {
  return `"${size.toString(36)}-${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
}

/** Whether two file statuses belong to the same content, and thus the same tag. */
export function isSameFile(a: FileStat, b: FileStat): boolean {
  return a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.size === b.size;
}
