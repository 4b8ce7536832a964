import type { Oid } from "../objects/object-id.ts";
import { readChangeLog, type ReadChangeLog } from "../read/change-log.ts";
import {
  fileLog,
  type FileLogOptions,
  fileVersions,
  type FileVersionsOptions,
  lastChanges,
  type LoggedChanges,
} from "../read/file-log.ts";
import {
  areAncestors,
  type CommitRange,
  commitsBetween,
  type CommitsBetween,
  type CommitStep,
  divergence,
  findCommit,
  findMerge,
  firstParents,
  type FoundMerge,
  independent,
  lastFirstParents,
  type ListedCommit,
  mergeBase,
  mergedBranches,
  readCommit,
} from "../read/first-parents.ts";
import type { TreeFile } from "../read/list-files.ts";
import type { ObjectReader } from "../read/object-reader.ts";
import { readBundle } from "./bundle.ts";

/** Queries the history. */
export interface History {
  /** Returns when files were last changed up to `commit`, ms since 1970. */
  readonly lastChanges: (
    commit: Oid,
    wanted: { readonly paths: ReadonlySet<string> },
  ) => Promise<ReadonlyMap<string, number>>;
  /** Returns all past contents of the files below a folder, newest first, including files removed since. */
  readonly fileVersions: (options: FileVersionsOptions) => Promise<TreeFile[]>;
  /**
   * Returns the commits that changed a file, newest first. If a merge took the file unchanged from one side, only that
   * side is followed.
   */
  readonly fileLog: (options: FileLogOptions) => Promise<LoggedChanges[]>;
  /** Whether all these commits are `tip` or ancestors of it; false if one doesn't exist. */
  readonly areAncestors: (commits: readonly Oid[], tip: Oid) => Promise<boolean>;
  /** Returns the commits that aren't ancestors of any of the others. */
  readonly independent: (commits: readonly Oid[]) => Promise<readonly Oid[]>;
  /** Finds an ancestor of `tip` by its abbreviated id (7 digits or more). Undefined unless exactly one matches. */
  readonly findCommit: (name: string, tip: Oid) => Promise<Oid | undefined>;
  /** Returns a best common ancestor; undefined if there isn't one. */
  readonly mergeBase: (one: Oid, other: Oid) => Promise<Oid | undefined>;
  /** Counts the commits reachable from only one of the two. @throws CmsError `git_failed` */
  readonly divergence: (
    one: Oid,
    other: Oid,
  ) => Promise<{ readonly ahead: number; readonly behind: number }>;
  /** Returns the branches fully merged into `into` but not into `since`, with their tips. */
  readonly mergedBranches: (range: {
    readonly into: Oid;
    readonly since?: Oid;
  }) => Promise<ReadonlyMap<string, Oid>>;
  /** Finds the first merge through which `tip` reached `into`; undefined if it was not by a merge. */
  readonly findMerge: (way: {
    readonly tip: Oid;
    readonly into: Oid;
  }) => Promise<FoundMerge | undefined>;
  /** Returns the commits reachable from `to` but not from `from`, newest first. */
  readonly commitsBetween: (range: CommitsBetween) => Promise<ListedCommit[]>;
  /** Reads the changes of each commit up to `commit` compared with its first parent, newest first. */
  readonly readChangeLog: (commit: Oid, wanted: ReadChangeLog) => Promise<void>;
  /**
   * Returns the commits after `from` up to `to` along first parents, oldest first. Undefined if there are more than
   * `limit`, or if `from` isn't among them.
   */
  readonly firstParents: (range: CommitRange) => Promise<readonly CommitStep[] | undefined>;
  /** Returns the last commits after `from` up to `to` along first parents, newest first. */
  readonly lastFirstParents: (range: CommitRange) => Promise<readonly CommitStep[]>;
  /** Reads a commit's metadata. @throws CmsError `repository_broken` */
  readonly readCommit: (commit: Oid) => Promise<CommitStep>;
  /**
   * Streams a Git bundle of refs at the given commits. With the same Git version, the same commits give the same bytes
   * however the repository is packed. Git starts with the first read and ends with the last.
   */
  readonly readBundle: (refs: ReadonlyMap<string, Oid>) => AsyncIterable<Uint8Array>;
}

/** Returns the queries of an open repository. */
export function historyOf(gitDir: string, objects: ObjectReader): History {
  return {
    lastChanges: async (commit, wanted) => lastChanges(gitDir, commit, wanted),
    fileVersions: async (options) => fileVersions(gitDir, options),
    fileLog: async (options) => fileLog(gitDir, options),
    areAncestors: async (commits, tip) => areAncestors(gitDir, commits, tip),
    independent: async (commits) => independent(gitDir, commits),
    findCommit: async (name, tip) => findCommit(gitDir, name, tip),
    mergeBase: async (one, other) => mergeBase(gitDir, one, other),
    divergence: async (one, other) => divergence(gitDir, one, other),
    mergedBranches: async (range) => mergedBranches(gitDir, range),
    findMerge: async (way) => findMerge(gitDir, way),
    commitsBetween: async (range) => commitsBetween(gitDir, range),
    readChangeLog: async (commit, wanted) => readChangeLog(gitDir, commit, wanted),
    firstParents: async (range) => firstParents(objects, range),
    lastFirstParents: async (range) => lastFirstParents(objects, range),
    readCommit: async (commit) => readCommit(objects, commit),
    readBundle: (refs) => readBundle(gitDir, refs),
  };
}
