import type { MediaObject } from "../media/media-storage.ts";
import type { Chunks } from "../render/render-list.ts";

/** What a public file holds. */
export type FileBody =
  /** Made when it is written, so that long lists need not all be in memory. */
  | { readonly kind: "chunks"; readonly chunks: () => Chunks | Promise<Chunks> }
  /** A copy of an object of media storage; its path is an address of its content. */
  | { readonly kind: "media"; readonly object: MediaObject }
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

interface ApplyOptions {
  /** Awaited before the first visible change; it may run while files are prepared. */
  readonly before?: Promise<void>;
}

/** Where a site's published files are kept. Each file is replaced atomically. */
export interface PublicStorage {
  /** Paths of all files, sorted. */
  list(): Promise<readonly string[]>;
  /**
   * Carries out a plan. When it returns, everything is durable. When it throws, every file is whole, old or
   * new, and the same plan can be applied again.
   *
   * @throws CmsError `storage_failed` with the system's error as its cause; `invalid_path` for a path that
   * leaves the storage or passes a symbolic link.
   */
  apply(plan: FilePlan, options?: ApplyOptions): Promise<void>;
  /** Waits until nothing is left to clear up. */
  close(): Promise<void>;
}
