import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { CommitResult } from "../git/repository.ts";

/** More than one batch of commits has. */
const MAX_NEWEST = 256;

export interface OwnCommits {
  /** Passes on a commit that is on its way to the disk. */
  readonly writing: (commit: Promise<CommitResult>) => Promise<CommitResult>;
  /** Resolves when those that are under way have been told of, and are in the index. */
  readonly written: () => Promise<void>;
  readonly add: (commit: string) => void;
  /** Whether the index has it, and maybe more by now. */
  readonly has: (commit: string) => boolean;
}

/** The newest commits of this process that the index has. */
export function createOwnCommits(): OwnCommits {
  const underWay = new Set<Promise<unknown>>();
  const newest = new LRUCache<string, true>({ max: MAX_NEWEST });
  return {
    writing: (commit) => {
      underWay.add(commit);
      const over = (): void => void underWay.delete(commit);
      commit.then(over, over);
      return commit;
    },
    written: async () => {
      await Promise.allSettled(underWay);
      // Who waited for the same commits goes on first.
      await setImmediate();
    },
    add: (commit) => void newest.set(commit, true),
    has: (commit) => newest.has(commit),
  };
}
