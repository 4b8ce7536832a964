import fs from "node:fs";
import { CmsError } from "@loam/cms-core";
import { timeOfMessage } from "@loam/cms-core/snapshot";
import {
  Errors,
  listBranches,
  readBlob,
  readCommit,
  readTree,
  resolveRef,
  type TreeEntry,
} from "isomorphic-git";

/** A commit in the first-parent history. */
interface Step {
  readonly oid: string;
  /** Id of its tree. */
  readonly tree: string;
  /** Its first parent. */
  readonly parent: string | undefined;
  readonly timeMs: number;
}

/** Access to a repository's objects and refs without the Git command. Data read from packs stays in memory. */
export interface GitObjects {
  /** Returns undefined for a missing commit, as at the end of a shallow clone. */
  commit(oid: string): Promise<Step | undefined>;
  tree(oid: string): Promise<readonly TreeEntry[]>;
  blob(oid: string): Promise<Uint8Array>;
  blobAt(commit: string, path: string): Promise<{ oid: string; bytes: Uint8Array } | undefined>;
  /** Resolves a full ref or an id; undefined if it doesn't exist. */
  resolve(ref: string): Promise<string | undefined>;
  branches(): Promise<readonly string[]>;
}

export function openGitObjects(gitdir: string): GitObjects {
  const at = { fs, gitdir, cache: {} };
  return {
    async commit(oid) {
      const read = await orMissing(readCommit({ ...at, oid }));
      if (read === undefined) return undefined;
      const { committer, message, parent, tree } = read.commit;
      const timeMs = timeOfMessage(committer.timestamp, message);
      return { oid: read.oid, tree, parent: parent[0], timeMs };
    },
    tree: async (oid) => (await orLacking(readTree({ ...at, oid }))).tree,
    blob: async (oid) => (await orLacking(readBlob({ ...at, oid }))).blob,
    async blobAt(commit, filepath) {
      const found = await orMissing(readBlob({ ...at, oid: commit, filepath }));
      return found && { oid: found.oid, bytes: found.blob };
    },
    resolve: (ref) => orMissing(resolveRef({ ...at, ref })),
    async branches() {
      const own = await listBranches(at);
      const theirs = await listBranches({ ...at, remote: "origin" });
      return [...new Set([...own, ...theirs])].filter((name) => name !== "HEAD");
    },
  };
}

async function orMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Errors.NotFoundError) return undefined;
    throw error;
  }
}

async function orLacking<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof Errors.NotFoundError)) throw error;
    const message = `The repository lacks an object (${error.data.what}). Fetch the full repository, or clone it again.`;
    throw new CmsError("source_unreachable", message, { cause: error });
  }
}
