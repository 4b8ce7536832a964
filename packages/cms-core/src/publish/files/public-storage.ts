import { CmsError } from "../../base/errors.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import { LIMITS } from "../../model/limits.ts";
import { PICTURE_TYPES, publishedType } from "../../model/media.ts";
import type { Chunks } from "../../render/list-body.ts";

/** Content of a public file. */
export type FileBody =
  /** Created on writing, so that long lists needn't all be in memory. */
  | { readonly kind: "chunks"; readonly chunks: () => Chunks | Promise<Chunks> }
  /** A copy of an object in media storage; its path identifies its content. */
  | { readonly kind: "media"; readonly object: MediaObject; readonly mimeType: string }
  /** The same bytes as another file of the same group. */
  | { readonly kind: "same"; readonly as: string };

export interface PublicFile {
  /** Relative, with `/` between parts, not percent-encoded: `api/posts.json`. */
  readonly path: string;
  readonly body: FileBody;
}

/** A change of a site's public files, as data. */
export interface FilePlan {
  /** Each group is fully visible before the next one starts. */
  readonly writes: readonly (readonly PublicFile[])[];
  /** Removed after all writes, group by group. Missing paths are ignored. */
  readonly removals: readonly (readonly string[])[];
}

export interface ApplyOptions {
  /** Awaited before the first visible change; runs while files are prepared. */
  readonly before?: Promise<void>;
  /** Whether to write media files that already exist with the right size. @default false */
  readonly rewriteMedia?: boolean;
  /** Called with the number of prepared or stored files, and the total. */
  readonly onStaged?: ((done: number, total: number) => void) | undefined;
}

/** A stored file as listed. */
export interface StoredFile {
  readonly path: string;
  readonly byteSize: number;
  /** Its `etagOf`, if the bucket knows it; absent or different if the file must be read. */
  readonly etag?: string;
}

/** An open file. The stream must be read to its end or destroyed. */
export interface OpenedFile {
  /** Size of the whole file. */
  readonly byteSize: number;
  readonly stream: AsyncIterable<Uint8Array>;
  /** Headers stored in a bucket; a folder leaves them to its web server. */
  readonly headers?: Partial<PublicHeaders>;
}

/** A site's published files, read-only, so a publisher can run at the same time. */
export interface PublicFiles {
  /** Yields every file in no particular order. */
  scan(): AsyncIterable<StoredFile>;
  /** Returns undefined if there is no such file. */
  open(path: string): Promise<OpenedFile | undefined>;
}

/** Storage of a site's published files. Each file is replaced atomically. */
export interface PublicStorage extends PublicFiles {
  /** Paths of all files, sorted. */
  list(): Promise<readonly string[]>;
  /**
   * Applies a plan. Once it returns, everything is durable. If it throws, every file is complete, old or new, and the
   * same plan can be applied again.
   *
   * @throws CmsError `storage_failed` with the system's error as its cause; `invalid_path` for a path that leaves the
   * storage or follows a symbolic link; `conflict` if another process has written the site in the meantime, so the
   * files belong to no known commit
   */
  apply(plan: FilePlan, options?: ApplyOptions): Promise<void>;
  /** Waits until cleanup is complete. */
  close(): Promise<void>;
}

/** Parts that aren't empty, hidden, or `..`, and contain no backslash or control character. */
// oxlint-disable-next-line no-control-regex
const SAFE = /^(?:[^./\\\u0000-\u001f\u007f][^/\\\u0000-\u001f\u007f]*(?:\/(?=[^/])|$))+$/;

/**
 * Returns `path` if it is valid for a public file: relative, without empty, `.`, or `..` parts, hidden names,
 * backslashes, or control characters, each part short enough for a file name.
 *
 * @throws CmsError `invalid_path`
 */
export function checkPublicPath(path: string): string {
  if (SAFE.test(path) && (path.length < SHORT || path.split("/").every(isShort))) return path;
  throw new CmsError(
    "invalid_path",
    `${JSON.stringify(path)} is not a valid path for a published file.`,
    {
      details: { path },
    },
  );
}

/**
 * Returns `path` if a stored file can have it. Allows names that Loam never writes, such as `.DS_Store`, but no path
 * out of the storage.
 *
 * @throws CmsError `invalid_path`
 */
export function checkRemovablePath(path: string): string {
  const leads = path.split("/").some((part) => part === "" || part === "." || part === "..");
  if (!leads && !path.includes("\0")) return path;
  throw new CmsError(
    "invalid_path",
    `${JSON.stringify(path)} is not a valid path for a published file.`,
    {
      details: { path },
    },
  );
}

/** No part of a path with this number of UTF-16 code units is too long: each takes at most three bytes. */
const SHORT = LIMITS.pathSegmentBytes / 3;

function isShort(name: string): boolean {
  return Buffer.byteLength(name) <= LIMITS.pathSegmentBytes;
}

/** Response headers of a public file. */
export interface PublicHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

/** Images without scripts. Everything else is served as a download, but still shows and plays inside a page. */
const SHOWN_INLINE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

const JSON_HEADERS: PublicHeaders = {
  contentType: "application/json; charset=utf-8",
  cacheControl: "public, max-age=0, must-revalidate",
};

/**
 * JSON is revalidated, media never change at a URL, and files a browser might execute are downloads (contracts, section
 * 3).
 *
 * @param mediaType - of a media file; empty if its name implies it
 */
export function publicHeaders(path: string, mediaType?: string): PublicHeaders {
  if (mediaType === undefined) return JSON_HEADERS;
  const type = publishedType(mediaType);
  const isPicture = mediaType === "" || PICTURE_TYPES.some((picture) => picture === type);
  return {
    contentType: type.startsWith("text/") ? `${type}; charset=utf-8` : type,
    cacheControl: "public, max-age=31536000, immutable",
    ...(!(isPicture && SHOWN_INLINE.test(path)) && { contentDisposition: "attachment" }),
  };
}
