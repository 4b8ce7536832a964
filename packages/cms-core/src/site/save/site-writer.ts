import { setImmediate } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { CmsError, isCmsError } from "../../base/errors.ts";
import { createKeyedMutex, createMutex } from "../../base/lock.ts";
import type { Author } from "../../git/objects/commit-object.ts";
import type { CommitResult, FileEdit, GitRepository } from "../../git/repository/repository.ts";
import { branchHead, MAIN } from "../read/branches.ts";
import { followSite } from "../read/follow-site.ts";
import type { SiteIndex } from "../read/site-index.ts";

/** Larger than a batch of commits. */
const MAX_NEWEST = 256;

// Each retry follows a concurrent push, so this is never reached in practice.
const MAX_ATTEMPTS = 20;

const MAX_NOTED_FILES = 100;

/** A person, as named in commits. */
export type Actor = Author;

/** Description of a commit on a branch. */
export interface SiteChange {
  readonly files: ReadonlyMap<string, FileEdit>;
  readonly actor: Actor;
  readonly message: string;
  /** In addition to `Loam-Site`. */
  readonly trailers: Readonly<Record<string, string>>;
  /** @default now */
  readonly when?: Date;
}

/** A read-write lock: changes run in call order, some of them in parallel. */
export interface SiteLock {
  /** For a change of one file: runs in parallel with others, one at a time per key. */
  readonly shared: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** For a change of many files: runs exclusively. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A site's index together with the functions that change it. */
export interface SiteWriter {
  readonly repository: GitRepository;
  readonly lock: SiteLock;
  readonly now: () => Date;
  /** The current index; it can be replaced by another object. */
  readonly index: () => SiteIndex;
  /** Updates the index to the tip of `main`. */
  readonly refresh: () => Promise<void>;
  /**
   * Commits a change decided on the index at `known`. Calls `apply` to update the index synchronously, in the order of
   * the commits.
   *
   * @throws CmsError `stale` if someone else moved `main` in the meantime
   */
  readonly commit: (
    change: SiteChange,
    known: string,
    apply: (index: SiteIndex, made: CommitResult) => void,
  ) => Promise<CommitResult>;
  /**
   * Like `commit`, for many files: `take` updates the index or returns a new one, while nothing else follows the ref.
   * Call only while no other save runs.
   */
  readonly commitFiles: (
    change: SiteChange,
    known: string,
    take: (index: SiteIndex, made: CommitResult) => Promise<SiteIndex>,
  ) => Promise<CommitResult>;
  /** When the files saved by this process were last changed, by path, ms since 1970. */
  readonly times: Map<string, number>;
}

export interface SiteWriterParts {
  readonly repository: GitRepository;
  readonly index: SiteIndex;
  readonly now: () => Date;
  /** Branch to write to. @default main */
  readonly branch?: string;
}

export function createSiteWriter(parts: SiteWriterParts): SiteWriter {
  const { repository, now, branch = MAIN } = parts;
  let current = parts.index;
  const mutex = createMutex();
  const times = new Map<string, number>();
  const own = createOwnCommits();
  const follow = async (): Promise<void> => {
    for (;;) {
      const tip = await branchHead(repository, branch);
      if (tip === undefined || tip === current.head) return;
      // The ref moves before the callers that saved are notified and update the index.
      await own.written();
      if (tip === current.head) return;
      if ((await repository.resolveRef(branch)) === tip) {
        times.clear();
        current = await followSite(repository, current, tip);
      } else if (own.has(tip)) return;
    }
  };
  const write = async (
    { files, actor, message, trailers, when = now() }: SiteChange,
    known: string,
  ): Promise<{ readonly made: CommitResult; readonly when: Date }> => {
    const named = { "Loam-Site": current.site.id, ...trailers };
    const change = { files, author: actor, message, when, trailers: named };
    const committed = await own.writing(repository.commit(branch, change, { known }));
    return { made: committed, when };
  };
  return {
    repository,
    lock: createSiteLock(),
    now,
    times,
    index: () => current,
    refresh: async () => mutex.run(follow),
    commit: async (change, known, apply) => {
      const { made, when } = await write(change, known);
      if (made.parent !== current.head) await mutex.run(follow);
      else if (made.commit !== made.parent) {
        noteTimes(times, change.files, when);
        apply(current, made);
        current.head = made.commit;
        own.add(made.commit);
      }
      return made;
    },
    commitFiles: async (change, known, take) => {
      const { made, when } = await write(change, known);
      await mutex.run(async () => {
        if (made.parent !== current.head) return follow();
        if (made.commit === made.parent) return;
        noteTimes(times, change.files, when);
        current = await take(current, made);
        current.head = made.commit;
      });
      return made;
    },
  };
}

/** Creates a lock for the writers of one site. */
export function createSiteLock(): SiteLock {
  const keys = createKeyedMutex<string>();
  const shared = new Set<Promise<unknown>>();
  let exclusive: Promise<unknown> = Promise.resolve();
  return {
    shared: async (key, work) => {
      const before = exclusive;
      const task = keys.run(key, async () => {
        await before;
        return work();
      });
      shared.add(task);
      try {
        return await task;
      } finally {
        shared.delete(task);
      }
    },
    exclusive: async (work) => {
      const before = Promise.allSettled([exclusive, ...shared]);
      const task = before.then(work);
      exclusive = Promise.allSettled([task]);
      return task;
    },
  };
}

function noteTimes(
  times: Map<string, number>,
  files: ReadonlyMap<string, FileEdit>,
  when: Date,
): void {
  const time = when.getTime();
  for (const [path, edit] of files) {
    // One commit of many files is quickly found in the history.
    if (edit === null || files.size > MAX_NOTED_FILES) times.delete(path);
    else times.set(path, time);
  }
}

/**
 * Runs an attempt, and repeats it on the new tip if someone else moved `main`.
 *
 * @throws CmsError `conflict` if that happens too often in a row
 */
export async function withRetries<T>(writer: SiteWriter, attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isMovedRef(error)) throw error;
      if (count === MAX_ATTEMPTS) {
        const message =
          "Continuous pushes to the site prevented this change. Try again in a moment.";
        throw new CmsError("conflict", message, { cause: error });
      }
      await writer.refresh();
    }
  }
}

/** Whether it is the `stale` of the repository, as opposed to that of an entry changed by someone else. */
function isMovedRef(error: unknown): boolean {
  return isCmsError(error) && error.code === "stale" && "ref" in error.details;
}

interface OwnCommits {
  /** Tracks a commit that is being written. */
  readonly writing: (commit: Promise<CommitResult>) => Promise<CommitResult>;
  /** Resolves once the commits in progress have been reported and are in the index. */
  readonly written: () => Promise<void>;
  readonly add: (commit: string) => void;
  /** Whether the index includes the commit. */
  readonly has: (commit: string) => boolean;
}

/** Tracks the newest commits of this process that are in the index. */
function createOwnCommits(): OwnCommits {
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
      // Callers that waited for the same commits continue first.
      await setImmediate();
    },
    add: (commit) => void newest.set(commit, true),
    has: (commit) => newest.has(commit),
  };
}
