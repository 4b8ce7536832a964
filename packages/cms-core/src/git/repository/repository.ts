import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { createRepository } from "../disk/create-repository.ts";
import { healRepository } from "../disk/heal.ts";
import { isShared, markShared } from "../disk/lock-owner.ts";
import { createMaintenance } from "../disk/maintenance.ts";
import { lacksIndex, rebuildDerived } from "../disk/rebuild-derived.ts";
import { listRefs, readRef } from "../disk/refs.ts";
import { writePack } from "../disk/write-pack.ts";
import { parseTag, tagObject, type Tag } from "../objects/commit-object.ts";
import { hashObject, parseOid, parseRef, type Oid } from "../objects/object-id.ts";
import { makePack } from "../objects/pack.ts";
import type { Change } from "../objects/tree.ts";
import { requireGit, runGit } from "../program/git-program.ts";
import { readChangeLog, type ReadChangeLog } from "../read/change-log.ts";
import { changedFiles, type DamagedFolder, type FileChange } from "../read/diff-reader.ts";
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
import { findFiles, folderIds, listFiles, listTree, type TreeFile } from "../read/list-files.ts";
import {
  createFileReader,
  createObjectReader,
  type FileReader,
  type ObjectReader,
} from "../read/object-reader.ts";
import { advanceRefs, type RefMove } from "./advance-refs.ts";
import { makeBatch } from "./batch.ts";
import { readBundle } from "./bundle.ts";
import { createCommitQueue, type Precondition, prepareChange } from "./commit-queue.ts";
import { createRefGuard, type RefGuard } from "./guard-refs.ts";

export type { Change, FileEdit, FileMode } from "../objects/tree.ts";

const NOTHING = new Uint8Array();

export interface CommitResult {
  readonly commit: Oid;
  /** What it was made on; equal to `commit` when the change changed nothing. */
  readonly parent: Oid | null;
  /** The blob of each file that the change set. */
  readonly blobs: ReadonlyMap<string, Oid>;
}

interface ComposedCommit {
  readonly commit: Oid;
  readonly pack: Uint8Array;
}

/** What stands in a commit. */
interface Files {
  readonly listFiles: (commit: Oid) => Promise<TreeFile[]>;
  /** Every file of a folder, by the id of its list; paths begin in it. @throws CmsError `repository_broken` */
  readonly listTree: (tree: Oid) => Promise<TreeFile[]>;
  /** The blobs at some paths, by path; a path where there is no file has none. */
  readonly findFiles: (commit: Oid, paths: readonly string[]) => Promise<Map<string, Oid>>;
  /** The folders in a folder, with the id of each one's list. */
  readonly folderIds: (commit: Oid, path: string) => Promise<Map<string, Oid>>;
  /** How long blobs are. @throws CmsError `not_found` */
  readonly blobSizes: (oids: readonly Oid[]) => Promise<number[]>;
  /** Tags by the ids of their objects, undefined for what is no tag of a commit. */
  readonly readTags: (oids: readonly Oid[]) => Promise<(Tag | undefined)[]>;
}

/** The files of a commit, and the folders of it that cannot be read. */
interface FilesThere {
  readonly files: readonly FileChange[];
  readonly damaged: readonly DamagedFolder[];
}

/** The past. */
interface History {
  /** When files were last changed on the way to `commit`, ms since 1970. */
  readonly lastChanges: (
    commit: Oid,
    wanted: { readonly paths: ReadonlySet<string> },
  ) => Promise<ReadonlyMap<string, number>>;
  /** What the files below a folder ever held, newest first, also those that were removed since. */
  readonly fileVersions: (options: FileVersionsOptions) => Promise<TreeFile[]>;
  /**
   * The commits that changed a file, newest first. Of a merge that took one side's file, only that side is
   * looked at.
   */
  readonly fileLog: (options: FileLogOptions) => Promise<LoggedChanges[]>;
  /** Whether all these led to `tip`, or are it; false also when one is not there. */
  readonly areAncestors: (commits: readonly Oid[], tip: Oid) => Promise<boolean>;
  /** Those of these commits that led to none of the others. */
  readonly independent: (commits: readonly Oid[]) => Promise<readonly Oid[]>;
  /** The commit on the way to `tip` whose id begins so (7 digits or more), when there is one alone. */
  readonly findCommit: (name: string, tip: Oid) => Promise<Oid | undefined>;
  /** A newest commit from which both came; undefined where there is none. */
  readonly mergeBase: (one: Oid, other: Oid) => Promise<Oid | undefined>;
  /** How many commits led to one alone, and to the other. @throws CmsError `git_failed` */
  readonly divergence: (
    one: Oid,
    other: Oid,
  ) => Promise<{ readonly ahead: number; readonly behind: number }>;
  /** The branches whose commits are all in `into`, and not all in `since`, with where they stand. */
  readonly mergedBranches: (range: {
    readonly into: Oid;
    readonly since?: Oid;
  }) => Promise<ReadonlyMap<string, Oid>>;
  /** The first merge by which `tip` came to `into`; undefined where it came by none. */
  readonly findMerge: (way: {
    readonly tip: Oid;
    readonly into: Oid;
  }) => Promise<FoundMerge | undefined>;
  /** The commits that led to `to` and not to `from`, newest first. */
  readonly commitsBetween: (range: CommitsBetween) => Promise<ListedCommit[]>;
  /** What each commit on the way to `commit` changed against its first parent, newest first. */
  readonly readChangeLog: (commit: Oid, wanted: ReadChangeLog) => Promise<void>;
  /**
   * The commits after `from` up to `to`, oldest first, by first parents; undefined when there are
   * more than `limit`, or `from` is not on the way.
   */
  readonly firstParents: (range: CommitRange) => Promise<readonly CommitStep[] | undefined>;
  /** The last commits after `from` up to `to`, newest first, by first parents. */
  readonly lastFirstParents: (range: CommitRange) => Promise<readonly CommitStep[]>;
  /** What a commit says of itself. @throws CmsError `repository_broken` */
  readonly readCommit: (commit: Oid) => Promise<CommitStep>;
  /**
   * A git bundle of refs as they stood at given commits. The same commits give the same bytes with the same
   * git program, however the repository is packed. Git begins with the first read, and ends with the last.
   */
  readonly readBundle: (refs: ReadonlyMap<string, Oid>) => AsyncIterable<Uint8Array>;
}

/** A git repository: read through a long-lived git process, written by group commit. */
export interface GitRepository extends FileReader, Files, History {
  readonly gitDir: string;
  /** Where a ref stands, undefined when it does not exist. */
  readonly resolveRef: (ref: string) => Promise<Oid | undefined>;
  /** Every ref and where it stands, by its full name. */
  readonly listRefs: () => Promise<ReadonlyMap<string, Oid>>;
  /** What others do to refs past Loam. */
  readonly guard: Omit<RefGuard, "moving">;
  /** @throws CmsError `not_found` where it is not there, or damaged */
  readonly readBlob: (oid: Oid) => Promise<Uint8Array>;
  /** What differs between two commits; every file when `from` is undefined. @throws CmsError `repository_broken` */
  readonly changedFiles: (from: Oid | undefined, to: Oid) => Promise<FileChange[]>;
  /** Every file of a commit, as far as its folders can be read; at least its root can. @throws CmsError `repository_broken` */
  readonly filesThere: (commit: Oid) => Promise<FilesThere>;
  /**
   * Makes one commit on a ref and resolves when it is durable: a power cut after that does not
   * lose it. A change that changes nothing makes no commit.
   *
   * @throws CmsError `stale` when the precondition does not hold, `invalid_path`, `not_found` (a
   * blob that is not there), `unavailable` (the ref stays locked), `storage_failed`
   */
  readonly commit: (ref: string, change: Change, condition?: Precondition) => Promise<CommitResult>;
  /**
   * The objects of a commit on `parent` to which no ref leads: to be read as a push is, and to land as one (`receivePack`).
   *
   * @throws CmsError as `commit`, but for the ref
   */
  readonly composeCommit: (change: Change, parent: Oid) => Promise<ComposedCommit>;
  /**
   * Moves refs to objects that `land` puts on the disk once every ref is locked, and returns when that is durable.
   *
   * @throws CmsError `stale` when one does not stand where it should, `unavailable`, `storage_failed`
   */
  readonly advance: (
    moves: readonly RefMove[],
    objects: { readonly land: () => Promise<() => void> },
  ) => Promise<void>;
  /** Removes a ref that stands at a commit; what led there alone is pruned in time. @throws CmsError `git_failed` */
  readonly removeRef: (ref: string, at: Oid) => Promise<void>;
  /** Makes new tags, durably; one that is there makes it fail. @throws CmsError `stale`, as `advance` */
  readonly addTags: (tags: readonly Tag[]) => Promise<void>;
  readonly hashBlob: (bytes: Uint8Array) => Oid;
  /**
   * Makes again what was lost of it while it is open, as its opening does; `quick` looks for packs without an index alone.
   *
   * @returns what was made or removed, by paths
   * @throws CmsError `storage_failed`
   */
  readonly rebuild: (how?: { readonly quick?: boolean }) => Promise<readonly string[]>;
  /** Waits for what was queued, then ends the git process. */
  readonly close: () => Promise<void>;
}

/** What a process says that writes to a repository beside others. */
export interface SharedAccess {
  /** Runs a repack as the only process that does, or not at all. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

export interface OpenRepositoryOptions {
  /** Makes an absent one (bare). @default false */
  readonly create?: boolean;
  /**
   * Set by each of several processes that write to the repository for long. It remembers so, and who
   * opens it beside them needs not know. @default this process alone writes
   */
  readonly shared?: SharedAccess;
  /** Called when files that the repository had lost, or damaged ones, were made again or removed; with their paths. */
  readonly onRebuilt?: (paths: readonly string[]) => void;
}

/**
 * Opens a repository, and first heals what a killed writer left.
 *
 * @throws CmsError `git_missing`, `not_found`, `repository_broken`, `storage_failed`
 */
export async function openRepository(
  path: string,
  { create = false, shared: access, onRebuilt = () => undefined }: OpenRepositoryOptions = {},
): Promise<GitRepository> {
  await requireGit();
  const gitDir = resolve(path);
  if (create) await createRepository(gitDir);
  const shared = access !== undefined || isShared(gitDir);
  // Before what a killed writer left: a pack that has an index again is none of that.
  const rebuild = async (beside: boolean): Promise<readonly string[]> => {
    const paths = await rebuildLost(gitDir, beside);
    if (paths.length > 0) onRebuilt(paths);
    return paths;
  };
  await rebuild(shared);
  checkLayout(gitDir);
  if (access !== undefined) markShared(gitDir);
  const releaseWriter = heal(gitDir, shared);
  const objects = createObjectReader(gitDir, {
    rebuild: async () => (await rebuild(true)).length > 0,
  });
  const files = createFileReader(objects);
  const { packWritten: afterBatch, idle: repacked } = createMaintenance(gitDir, {
    ...(shared && { shared, alone: access?.alone ?? (async () => undefined) }),
    onRepacked: objects.restart,
  });
  const { moving, ...guard } = createRefGuard(gitDir, { shared });
  const queue = createCommitQueue({ gitDir, objects, shared, moving, afterBatch });
  return {
    gitDir,
    hashBlob: (bytes) => hashObject("blob", bytes),
    resolveRef: async (ref) => readRef(gitDir, parseRef(ref)),
    listRefs: async () => listRefs(gitDir),
    guard,
    readBlob: async (oid) => (await files.readBlobs([oid]))[0] ?? NOTHING,
    ...files,
    ...filesOf(objects),
    ...movesOf({ gitDir, shared, moving, afterBatch }),
    changedFiles: async (from, to) => changedFiles(objects, { from, to }),
    filesThere: async (commit) => filesThere(objects, commit),
    ...historyOf(gitDir, objects),
    commit: async (ref, change, condition = {}) => {
      const { prepared, blobs } = await prepareChange(objects, change);
      const { commit, parent } = await queue.add(parseRef(ref), prepared, condition);
      return { commit, parent, blobs };
    },
    composeCommit: async (change, parent) => composeCommit(objects, change, parent),
    rebuild: async ({ quick = false } = {}) => {
      if (quick && !lacksIndex(gitDir)) return [];
      const paths = await rebuild(true);
      if (paths.length > 0) objects.restart();
      return paths;
    },
    close: async () => {
      await queue.idle();
      await repacked();
      releaseWriter();
      await objects.close();
    },
  };
}

function filesOf(objects: ObjectReader): Files {
  return {
    listFiles: async (commit) => listFiles(objects, commit),
    listTree: async (tree) => listTree(objects, tree),
    readTags: async (oids) =>
      (await objects.read(oids)).map((object) => object && parseTag(object.bytes)),
    findFiles: async (commit, paths) => findFiles(objects, parseOid(commit), paths),
    folderIds: async (commit, path) => folderIds(objects, parseOid(commit), path),
    blobSizes: async (oids) => {
      const sizes = await objects.sizes(oids);
      return sizes.map((size) => {
        if (size !== undefined) return size;
        throw new CmsError("not_found", "The repository has no such file.");
      });
    },
  };
}

async function filesThere(objects: ObjectReader, commit: Oid): Promise<FilesThere> {
  const damaged: DamagedFolder[] = [];
  const range = { from: undefined, to: commit };
  const files = await changedFiles(objects, range, (folder) => void damaged.push(folder));
  return { files, damaged };
}

interface MoveParts {
  readonly gitDir: string;
  readonly shared: boolean;
  readonly moving: RefGuard["moving"];
  readonly afterBatch: () => void;
}

function movesOf({
  gitDir,
  afterBatch,
  ...options
}: MoveParts): Pick<GitRepository, "advance" | "addTags" | "removeRef"> {
  const advance: GitRepository["advance"] = async (moves, { land }) => {
    await advanceRefs(moves, { gitDir, land, ...options });
    afterBatch();
  };
  return {
    advance,
    removeRef: async (ref, at) => {
      await runGit(gitDir, ["update-ref", "-d", parseRef(ref), parseOid(at)]);
    },
    addTags: async (tags) => {
      const made = tags.map((tag) => ({ ref: `refs/tags/${tag.name}`, object: tagObject(tag) }));
      const pack = makePack(made.map(({ object }) => object));
      const moves = made.map(({ ref, object }) => ({ ref, from: null, to: object.oid }));
      const land = async (): Promise<() => void> => writePack(gitDir, pack);
      if (tags.length > 0) await advance(moves, { land });
    },
  };
}

function historyOf(gitDir: string, objects: ObjectReader): History {
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

async function composeCommit(
  objects: ObjectReader,
  change: Change,
  parent: Oid,
): Promise<ComposedCommit> {
  const batch = makeBatch(objects);
  const { prepared } = await prepareChange(objects, change);
  const commit = await batch.add(prepared, parseOid(parent));
  return { commit, pack: makePack(batch.objects()).pack };
}

/** @returns what is to be called when the repository is closed */
function heal(gitDir: string, shared: boolean): () => void {
  try {
    return healRepository(gitDir, shared);
  } catch (cause) {
    throw notOpened(cause);
  }
}

async function rebuildLost(gitDir: string, shared: boolean): Promise<readonly string[]> {
  try {
    return await rebuildDerived(gitDir, { shared });
  } catch (cause) {
    throw notOpened(cause);
  }
}

function notOpened(cause: unknown): CmsError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CmsError("storage_failed", `The repository cannot be opened: ${reason}`, { cause });
}

function checkLayout(gitDir: string): void {
  if (!["HEAD", "objects", "refs"].every((name) => existsSync(join(gitDir, name)))) {
    throw new CmsError("not_found", `There is no Git repository at ${gitDir}.`);
  }
  if (existsSync(join(gitDir, "reftable"))) {
    throw new CmsError(
      "repository_broken",
      "Repositories with reftable storage are not supported.",
    );
  }
}
