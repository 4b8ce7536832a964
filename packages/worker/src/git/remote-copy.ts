import type { SkillFile } from "@loam/cms-core/skills";

/** Where a repository is, and what opens it. */
export interface GitRemote {
  /** `https`, `http`, `ssh` or `file`; without a password in it. */
  readonly url: string;
  /** Never part of an argument: the list of processes would show it. */
  readonly password?: string;
}

/** A file of a commit. */
export interface RemoteFile extends SkillFile {
  readonly oid: string;
}

/** A file as it is to be: git knows no other modes that are plain. */
export interface NewFile {
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly bytes: Uint8Array;
}

/** One commit that makes a folder hold exactly these files; with none the folder goes. */
export interface FolderChange {
  /** Undefined for the first commit of a repository. */
  readonly parent: string | undefined;
  readonly folder: string;
  readonly files: readonly NewFile[];
  readonly message: string;
  /** Neither holds `<`, `>` or a control character: a commit could not be read again. */
  readonly author: { readonly name: string; readonly email: string };
}

/** What this machine holds of a remote for the time of one command. */
export interface RemoteCopy {
  /** The commit that each ref of the remote leads to, by the ref's full name. */
  readonly listRefs: () => Promise<ReadonlyMap<string, string>>;
  /**
   * Gets a commit, without what came before it.
   *
   * @throws CmsError `not_found` when the remote has no such ref, `unsafe_skill` when it sends too much
   */
  readonly fetch: (ref: string) => Promise<string>;
  /**
   * The files below a folder of a fetched commit; none when there is no such folder. `""` is the root.
   *
   * @throws CmsError `unsafe_skill` when they are more than anybody has
   */
  readonly listFiles: (commit: string, folder: string) => Promise<readonly RemoteFile[]>;
  readonly readBlobs: (oids: readonly string[]) => Promise<readonly Uint8Array[]>;
  /**
   * Makes a commit and moves the remote's branch to it.
   *
   * @returns the commit; undefined when the branch is no longer at `parent`
   */
  readonly push: (branch: string, change: FolderChange) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

export interface OpenRemoteOptions {
  /** A folder of ours in which files may be executed. */
  readonly scratch: string;
  /** What the remote may send for one commit. @default 1 GiB; without git, where it stands in memory, 256 MiB */
  readonly maxBytes?: number;
  /** How long git waits for a server of HTTP that sends nothing; without git it is five minutes. @default 60 */
  readonly stallSeconds?: number;
  readonly signal?: AbortSignal;
}
