import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { CmsError } from "../../base/errors.ts";
import { createRepository } from "../disk/create-repository.ts";
import { isShared, markShared } from "../disk/lock-owner.ts";
import { createMaintenance } from "../disk/maintenance.ts";
import { lacksIndex, rebuildDerived } from "../disk/rebuild-derived.ts";
import { recoverRepository } from "../disk/recover-repository.ts";
import { listRefs, readRef } from "../disk/refs.ts";
import { writePack } from "../disk/write-pack.ts";
import { parseTag, tagObject, type Tag } from "../objects/commit-object.ts";
import { hashObject, parseOid, parseRef, type Oid } from "../objects/object-id.ts";
import { makePack } from "../objects/pack.ts";
import type { Change } from "../objects/tree.ts";
import { requireGit, runGit } from "../program/git-program.ts";
import { changedFiles, type DamagedFolder, type FileChange } from "../read/diff-reader.ts";
import { findFiles, folderIds, listFiles, listTree, type TreeFile } from "../read/list-files.ts";
import {
  createFileReader,
  createObjectReader,
  type FileReader,
  type ObjectReader,
} from "../read/object-reader.ts";
import { advanceRefs, type RefMove } from "./advance-refs.ts";
import { makeBatch } from "./batch.ts";
import { createCommitQueue, type Precondition, prepareChange } from "./commit-queue.ts";
import { createRefGuard, type RefGuard } from "./guard-refs.ts";
import { type History, historyOf } from "./history.ts";

export type { Change, FileEdit, FileMode } from "../objects/tree.ts";

const NOTHING = new Uint8Array();

export interface CommitResult {
  readonly commit: Oid;
  /** Parent of the commit; equal to `commit` if nothing changed. */
  readonly parent: Oid | null;
  /** Blob of each file that the change set. */
  readonly blobs: ReadonlyMap<string, Oid>;
}

interface ComposedCommit {
  readonly commit: Oid;
  readonly pack: Uint8Array;
}

/** Reads the files of commits. */
interface Files {
  readonly listFiles: (commit: Oid) => Promise<TreeFile[]>;
  /** Lists every file below a tree; paths are relative to it. @throws CmsError `repository_broken` */
  readonly listTree: (tree: Oid) => Promise<TreeFile[]>;
  /** Returns the blobs at these paths. Paths without a file are omitted. */
  readonly findFiles: (commit: Oid, paths: readonly string[]) => Promise<Map<string, Oid>>;
  /** Returns the subfolders of a folder with their tree ids. */
  readonly folderIds: (commit: Oid, path: string) => Promise<Map<string, Oid>>;
  /** Returns the sizes of blobs. @throws CmsError `not_found` */
  readonly blobSizes: (oids: readonly Oid[]) => Promise<number[]>;
  /** Reads tags by object id; undefined for objects that aren't tags of a commit. */
  readonly readTags: (oids: readonly Oid[]) => Promise<(Tag | undefined)[]>;
}

/** Files of a commit, and its unreadable folders. */
interface ReadableFiles {
  readonly files: readonly FileChange[];
  readonly damaged: readonly DamagedFolder[];
}

/** A Git repository: reads through a long-lived Git process, writes by group commit. */
export interface GitRepository extends FileReader, Files, History {
  readonly gitDir: string;
  /** Returns the value of a ref; undefined if it doesn't exist. */
  readonly resolveRef: (ref: string) => Promise<Oid | undefined>;
  /** Returns all refs and their values by full name. */
  readonly listRefs: () => Promise<ReadonlyMap<string, Oid>>;
  /** Detects what others do to refs outside Loam. */
  readonly guard: Omit<RefGuard, "moving">;
  /** @throws CmsError `not_found` if the blob is missing or damaged */
  readonly readBlob: (oid: Oid) => Promise<Uint8Array>;
  /**
   * Returns the files that differ between two commits; every file if `from` is undefined. @throws CmsError
   * `repository_broken`
   */
  readonly changedFiles: (from: Oid | undefined, to: Oid) => Promise<FileChange[]>;
  /**
   * Lists the files of a commit in all readable folders; the root must be readable. @throws CmsError
   * `repository_broken`
   */
  readonly readableFiles: (commit: Oid) => Promise<ReadableFiles>;
  /**
   * Creates one commit on a ref and resolves once it is durable, so a power cut cannot lose it. Creates no commit if
   * nothing changes.
   *
   * @throws CmsError `stale` if the precondition doesn't hold, `invalid_path`, `not_found` (a missing blob),
   * `unavailable` (the ref stays locked), `storage_failed`
   */
  readonly commit: (ref: string, change: Change, condition?: Precondition) => Promise<CommitResult>;
  /**
   * Creates the objects of a commit on `parent` without moving a ref, to be read and landed like a push
   * (`receivePack`).
   *
   * @throws CmsError as `commit`, except for errors of the ref
   */
  readonly composeCommit: (change: Change, parent: Oid) => Promise<ComposedCommit>;
  /**
   * Moves refs to objects that `land` writes once every ref is locked. Returns once that is durable.
   *
   * @throws CmsError `stale` if a ref has another value, `unavailable`, `storage_failed`
   */
  readonly advance: (
    moves: readonly RefMove[],
    objects: { readonly land: () => Promise<() => void> },
  ) => Promise<void>;
  /** Removes a ref with this value. Commits that become unreachable are pruned later. @throws CmsError `git_failed` */
  readonly removeRef: (ref: string, at: Oid) => Promise<void>;
  /** Creates new tags durably; fails if one exists. @throws CmsError `stale`, as `advance` */
  readonly addTags: (tags: readonly Tag[]) => Promise<void>;
  readonly hashBlob: (bytes: Uint8Array) => Oid;
  /**
   * Rebuilds derived files that were lost while the repository is open, as opening it does. `quick` checks only for
   * packs without an index.
   *
   * @returns paths of the created or removed files
   * @throws CmsError `storage_failed`
   */
  readonly rebuild: (how?: { readonly quick?: boolean }) => Promise<readonly string[]>;
  /** Waits for queued commits, then ends the Git process. */
  readonly close: () => Promise<void>;
}

/** Settings of a process that shares a repository with other writers. */
export interface SharedAccess {
  /** Runs a repack only if no other process runs one. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
}

export interface OpenRepositoryOptions {
  /** Creates a bare repository if none exists. @default false */
  readonly create?: boolean;
  /**
   * Set by each of several processes that write to the repository long-term. Stored in the repository, so other
   * commands that open it needn't know. @default this process is the only writer
   */
  readonly shared?: SharedAccess;
  /** Called with the paths of lost or damaged files that were rebuilt or removed. */
  readonly onRebuilt?: (paths: readonly string[]) => void;
}

/**
 * Opens a repository after removing what a killed writer left behind.
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
  // Runs before the leftovers of a killed writer are removed, because a pack with a rebuilt index isn't one.
  const rebuild = async (beside: boolean): Promise<readonly string[]> => {
    const paths = await rebuildLost(gitDir, beside);
    if (paths.length > 0) onRebuilt(paths);
    return paths;
  };
  await rebuild(shared);
  checkLayout(gitDir);
  if (access !== undefined) markShared(gitDir);
  const releaseWriter = recover(gitDir, shared);
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
    readableFiles: async (commit) => listReadableFiles(objects, commit),
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

async function listReadableFiles(objects: ObjectReader, commit: Oid): Promise<ReadableFiles> {
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
      const tagObjects = tags.map((tag) => ({
        ref: `refs/tags/${tag.name}`,
        object: tagObject(tag),
      }));
      const pack = makePack(tagObjects.map(({ object }) => object));
      const moves = tagObjects.map(({ ref, object }) => ({ ref, from: null, to: object.oid }));
      const land = async (): Promise<() => void> => writePack(gitDir, pack);
      if (tags.length > 0) await advance(moves, { land });
    },
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

/** @returns a function to call when the repository is closed */
function recover(gitDir: string, shared: boolean): () => void {
  try {
    return recoverRepository(gitDir, shared);
  } catch (cause) {
    throw openFailed(cause);
  }
}

async function rebuildLost(gitDir: string, shared: boolean): Promise<readonly string[]> {
  try {
    return await rebuildDerived(gitDir, { shared });
  } catch (cause) {
    throw openFailed(cause);
  }
}

function openFailed(cause: unknown): CmsError {
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
