import { CmsError } from "../../base/errors.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import { LIMITS } from "../../model/limits.ts";
import { PICTURE_TYPES, publishedType } from "../../model/media.ts";
import type { Chunks } from "../../render/list-body.ts";

/** What a public file holds. */
export type FileBody =
  /** Made when it is written, so that long lists need not all be in memory. */
  | { readonly kind: "chunks"; readonly chunks: () => Chunks | Promise<Chunks> }
  /** A copy of an object of media storage; its path is an address of its content. */
  | { readonly kind: "media"; readonly object: MediaObject; readonly mimeType: string }
  /** The same bytes as another file of the same group. */
  | { readonly kind: "same"; readonly as: string };

export interface PublicFile {
  /** Relative, `/` between its parts, not percent-encoded: `api/posts.json`. */
  readonly path: string;
  readonly body: FileBody;
}

/** A change of a site's public files as data. */
export interface FilePlan {
  /** Each group is visible as a whole before anything of the next one is. */
  readonly writes: readonly (readonly PublicFile[])[];
  /** Removed after everything is written, group after group; a path that is not there is no error. */
  readonly removals: readonly (readonly string[])[];
}

export interface ApplyOptions {
  /** Awaited before the first visible change; it may run while files are prepared. */
  readonly before?: Promise<void>;
  /** Whether media are written that stand with the right size already. @default false */
  readonly rewriteMedia?: boolean;
  /** Told how many files are prepared or stored, of how many. */
  readonly onStaged?: ((done: number, total: number) => void) | undefined;
}

/** A file as a look at the storage shows it. */
export interface StoredFile {
  readonly path: string;
  readonly byteSize: number;
  /** `etagOf` its bytes, as a bucket knows it; absent, or another one, where it has to be read. */
  readonly etag?: string;
}

/** A file that is being read; the stream is to be read to its end or destroyed. */
export interface OpenedFile {
  /** Of the whole file. */
  readonly byteSize: number;
  readonly stream: AsyncIterable<Uint8Array>;
  /** What a bucket serves it with; a folder leaves that to its server. */
  readonly headers?: Partial<PublicHeaders>;
}

/** A site's published files, to be looked at; nothing is changed, so a publisher may run beside it. */
export interface PublicFiles {
  /** Every file, in no order. */
  scan(): AsyncIterable<StoredFile>;
  /** Undefined when there is no such file. */
  open(path: string): Promise<OpenedFile | undefined>;
}

/** Where a site's published files are kept. Each file is replaced atomically. */
export interface PublicStorage extends PublicFiles {
  /** Paths of all files, sorted. */
  list(): Promise<readonly string[]>;
  /**
   * Carries out a plan. When it returns, everything is durable. When it throws, every file is whole, old or
   * new, and the same plan can be applied again.
   *
   * @throws CmsError `storage_failed` with the system's error as its cause; `invalid_path` for a path that
   * leaves the storage or passes a symbolic link; `conflict` when another process has written the site
   * meanwhile, so that the files are of no known commit.
   */
  apply(plan: FilePlan, options?: ApplyOptions): Promise<void>;
  /** Waits until nothing is left to clear up. */
  close(): Promise<void>;
}

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
  throw new CmsError(
    "invalid_path",
    `${JSON.stringify(path)} is not a valid path for a published file.`,
    {
      details: { path },
    },
  );
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
  throw new CmsError(
    "invalid_path",
    `${JSON.stringify(path)} is not a valid path for a published file.`,
    {
      details: { path },
    },
  );
}

/** No part of a path of so few UTF-16 code units can be too long: each is at most three bytes. */
const SHORT = LIMITS.pathSegmentBytes / 3;

function isShort(name: string): boolean {
  return Buffer.byteLength(name) <= LIMITS.pathSegmentBytes;
}

/** What a public file is served with. */
export interface PublicHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
  readonly contentDisposition?: string;
}

/** Pictures without scripts. Everything else is downloaded; in a page it shows and plays all the same. */
const SHOWN_INLINE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

const JSON_HEADERS: PublicHeaders = {
  contentType: "application/json; charset=utf-8",
  cacheControl: "public, max-age=0, must-revalidate",
};

/**
 * JSON is revalidated, media never change under their address, and what a browser might run is downloaded
 * (contracts, section 3).
 *
 * @param mediaType of a media file; empty where its name alone says it
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
