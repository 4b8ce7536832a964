import type { SkillFile } from "@loam/cms-core/skills";

/** URL of a repository, and its password. */
export interface GitRemote {
  /** `https`, `http`, `ssh`, or `file`; contains no password. */
  readonly url: string;
  /** Never part of an argument, which the process list would show. */
  readonly password?: string;
}

/** A file of a commit. */
export interface RemoteFile extends SkillFile {
  readonly oid: string;
}

/** A file to commit, with one of Git's modes for regular files. */
export interface NewFile {
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly bytes: Uint8Array;
}

/** A commit that replaces the content of a folder with these files; without files, the folder is removed. */
export interface FolderChange {
  /** Undefined for the first commit of a repository. */
  readonly parent: string | undefined;
  readonly folder: string;
  readonly files: readonly NewFile[];
  readonly message: string;
  /** Name and email contain no `<`, `>`, or control characters, which would make the commit unreadable. */
  readonly author: { readonly name: string; readonly email: string };
}

/** A temporary copy of a remote for one command. */
export interface RemoteCopy {
  /** Returns the commit of each remote ref, by full name. */
  readonly listRefs: () => Promise<ReadonlyMap<string, string>>;
  /**
   * Fetches a commit without its history.
   *
   * @throws CmsError `not_found` if the remote has no such ref, `unsafe_skill` if it sends too much
   */
  readonly fetch: (ref: string) => Promise<string>;
  /**
   * Lists the files below a folder of a fetched commit; empty if there is no such folder. `""` is the root.
   *
   * @throws CmsError `unsafe_skill` for an unreasonable number of files
   */
  readonly listFiles: (commit: string, folder: string) => Promise<readonly RemoteFile[]>;
  readonly readBlobs: (oids: readonly string[]) => Promise<readonly Uint8Array[]>;
  /**
   * Creates a commit and moves the remote's branch to it.
   *
   * @returns the commit; undefined if the branch is no longer at `parent`
   */
  readonly push: (branch: string, change: FolderChange) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

export interface OpenRemoteOptions {
  /** A folder in which files can be executed. */
  readonly scratch: string;
  /** Maximum size of a fetch. @default 1 GiB; without Git, which holds it in memory, 256 MiB */
  readonly maxBytes?: number;
  /** How long Git waits for a silent HTTP server, in seconds; without Git it is five minutes. @default 60 */
  readonly stallSeconds?: number;
  readonly signal?: AbortSignal;
}
