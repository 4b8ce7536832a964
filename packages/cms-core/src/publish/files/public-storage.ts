import type { MediaObject } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/render-list.ts";
import type { PublicHeaders } from "./public-headers.ts";

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
