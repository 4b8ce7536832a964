import { constants, createWriteStream } from "node:fs";
import { mkdir, realpath, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { CmsError } from "../../base/errors.ts";
import { createTimeSlice, forEachLimit } from "../../base/lock.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/list-body.ts";
import { type Disk, errorCode, realDisk, syncFileSystem, syncPath } from "./disk.ts";
import {
  type ApplyOptions,
  checkPublicPath,
  checkRemovablePath,
  type FilePlan,
  type PublicFile,
  type PublicStorage,
} from "./public-storage.ts";
import { readPublicFolder, storing, walkFolder } from "./read-public-folder.ts";

export interface PublicFolderOptions {
  /** @default the real file system */
  readonly disk?: Disk;
}

interface Folder {
  readonly root: string;
  /** On the same file system, beside the root: nothing in it is ever served. */
  readonly temporary: string;
  readonly disk: Disk;
  /** Removal of what the last batch left, which nobody waits for but the next one. */
  cleaning: Promise<void>;
  /**
   * Folders whose names are known to be on disk. What a run did that failed, or that a crash cut off, stands
   * and looks done to the next one, which must bring it to the disk all the same.
   */
  readonly lasting: Set<string>;
}

/** Above this many touched folders the whole file system is synced instead of each of them. */
const FEW_FOLDERS = 64;

/**
 * Public storage of one site in a folder (`<public>/<site_id>`). Files are written to
 * `<public>/.tmp/<site_id>`, made durable there and renamed into place, group after group. What a crash left
 * there is removed when the folder is opened, so one process at a time may have it open.
 *
 * @throws CmsError `storage_failed` when the folder cannot be made.
 */
export async function openPublicFolder(
  dir: string,
  { disk = realDisk }: PublicFolderOptions = {},
): Promise<PublicStorage> {
  const folder = await storing("open public storage", async () => {
    const first = await mkdir(dir, { recursive: true });
    const root = await realpath(dir);
    await syncNamesOf(root, first === undefined ? root : await realpath(first), disk);
    const temporary = await temporaryFolder(root);
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
    return { root, temporary, disk, cleaning: Promise.resolve(), lasting: new Set<string>() };
  });
  let batches = 0;
  return {
    ...readPublicFolder(folder.root),
    close: () => folder.cleaning,
    list: () => storing("list public storage", () => listFolder(folder)),
    apply: (plan, { before = Promise.resolve(), rewriteMedia = false } = {}) => {
      batches += 1;
      const batch = join(folder.temporary, String(batches));
      return storing("write public files", () =>
        applyPlan(plan, folder, { batch, before, rewriteMedia }),
      );
    },
  };
}

/** Brings to the disk the names of a folder and of those above it, up to the first that was made. */
async function syncNamesOf(dir: string, first: string, disk: Disk): Promise<void> {
  for (let at = dir; at.length >= first.length; at = dirname(at)) await syncPath(disk, dirname(at));
}

/** Beside the root, or in it where the root is a file system of its own: a rename cannot cross. */
async function temporaryFolder(root: string): Promise<string> {
  const [own, parent] = await Promise.all([stat(root), stat(dirname(root))]);
  return own.dev === parent.dev ? join(dirname(root), ".tmp", basename(root)) : join(root, ".tmp");
}

async function listFolder({ root }: Folder): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of walkFolder(root)) found.push(path);
  return found.toSorted();
}

async function applyPlan(
  plan: FilePlan,
  folder: Folder,
  { batch, before, rewriteMedia }: Required<ApplyOptions> & { readonly batch: string },
): Promise<void> {
  await folder.cleaning;
  for (const { path } of plan.writes.flat()) checkPublicPath(path);
  for (const path of plan.removals.flat()) checkRemovablePath(path);
  const reveal = createReveal(folder);
  try {
    const kept = plan.writes.flat().filter((file) => !rewriteMedia && isThere(file, folder));
    const isKept = new Set(kept);
    const groups = plan.writes.map((files, group) => ({
      files: files.filter((file) => !isKept.has(file)),
      place: join(batch, String(group)),
    }));
    // Everything is on disk under temporary names before the first name changes.
    const ready = stageGroups(groups, { folder: batch, disk: folder.disk });
    // Neither may go on when the other failed: what is staged is cleared up below.
    await Promise.allSettled([before, ready]);
    await Promise.all([before, ready]);
    for (const group of groups) await reveal.files(group);
    for (const { path } of kept) reveal.keep(path);
    for (const paths of plan.removals) await reveal.removals(paths);
    await syncFolders(reveal.touched, folder);
    for (const dir of reveal.touched) folder.lasting.add(dir);
  } catch (error) {
    folder.lasting.clear();
    throw error;
  } finally {
    folder.cleaning = clean(batch);
  }
}

/** Files that become visible together, and the folder in which they wait for it under their own paths. */
interface Group {
  readonly files: readonly PublicFile[];
  readonly place: string;
}

/** Removes what a batch left, once those who waited for it have gone on. */
async function clean(batch: string): Promise<void> {
  await setImmediate();
  await rm(batch, { recursive: true, force: true }).catch(() => undefined);
}

/** A media file's path is an address of its content: one of the right size is the same file. */
function isThere({ path, body }: PublicFile, { root, disk }: Folder): boolean {
  if (body.kind !== "media") return false;
  const found = disk.lstatSync(join(root, path), { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === body.object.byteSize;
}

interface Reveal {
  files(group: Group): Promise<void>;
  /** Leaves a file as it is that stands already. */
  keep(path: string): void;
  removals(paths: readonly string[]): Promise<void>;
  /** Folders whose entries changed, absolute. */
  readonly touched: Set<string>;
}

function createReveal({ root, disk, lasting }: Folder): Reveal {
  const touched = new Set<string>();
  const safe = new Set<string>([root]);
  const pause = createTimeSlice();
  const rename = promisify(disk.rename);
  const settle = (dir: string): void => {
    if (!lasting.has(dir)) touched.add(dir);
  };

  /** Makes `dir` below the root; a symbolic link or a file in its way is refused. */
  const ensure = (dir: string): void => {
    if (safe.has(dir)) return;
    ensure(dirname(dir));
    if (disk.lstatSync(dir, { throwIfNoEntry: false }) === undefined) {
      disk.mkdirSync(dir);
      touched.add(dirname(dir));
    } else {
      refuseLink(dir, disk);
      settle(dirname(dir));
    }
    safe.add(dir);
  };

  settle(root);
  return {
    touched,
    keep(path) {
      const dir = dirname(join(root, path));
      ensure(dir);
      settle(dir);
    },
    async files({ files, place }) {
      for (const [dir, paths] of byFolder(files)) {
        const target = join(root, dir);
        if (target !== root) ensure(dirname(target));
        if (target !== root && disk.lstatSync(target, { throwIfNoEntry: false }) === undefined) {
          // A folder that does not exist yet comes into being with all its files by one rename.
          await rename(join(place, dir), target);
          touched.add(dirname(target)).add(target);
          continue;
        }
        ensure(target);
        touched.add(target);
        for (const path of paths) {
          // Not synchronous: to free the blocks of a long list that is replaced takes a while.
          await rename(join(place, path), join(root, path));
        }
      }
    },
    async removals(paths) {
      for (const path of paths) {
        const dir = dirname(join(root, path));
        if (isMissing(dir, root, disk)) {
          settle(nearestFolder(dir, root, disk));
          continue;
        }
        removeFile(join(root, path), disk);
        touched.add(dir);
        removeEmptyFolders(dir, root, { disk, touched, safe, lasting });
        await pause();
      }
    },
  };
}

/** Paths by their folder, the deepest folders first: a parent that is moved whole must not carry them along. */
function byFolder(files: readonly PublicFile[]): (readonly [dir: string, paths: string[]])[] {
  const paths = files.map(({ path }) => path);
  const folders = Map.groupBy(paths, (path) => dirname(path));
  return [...folders].toSorted(([a], [b]) => b.split("/").length - a.split("/").length);
}

function refuseLink(dir: string, disk: Disk): void {
  if (disk.lstatSync(dir).isDirectory()) return;
  throw new CmsError("invalid_path", `${dir} is not a folder, so nothing is written under it.`);
}

/** Whether a folder below the root is missing; one reached through a symbolic link is refused. */
function isMissing(dir: string, root: string, disk: Disk): boolean {
  if (dir === root) return false;
  if (isMissing(dirname(dir), root, disk)) return true;
  if (disk.lstatSync(dir, { throwIfNoEntry: false }) === undefined) return true;
  refuseLink(dir, disk);
  return false;
}

/** The folder that the name of a missing one was in, as far up as there is one. */
function nearestFolder(dir: string, root: string, disk: Disk): string {
  if (dir === root) return root;
  const parent = dirname(dir);
  const found = disk.lstatSync(parent, { throwIfNoEntry: false });
  return found === undefined ? nearestFolder(parent, root, disk) : parent;
}

function removeFile(path: string, disk: Disk): void {
  try {
    disk.unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

function removeEmptyFolders(
  dir: string,
  root: string,
  { disk, ...known }: { disk: Disk; touched: Set<string>; safe: Set<string>; lasting: Set<string> },
): void {
  for (let at = dir; at !== root; at = dirname(at)) {
    try {
      disk.rmdirSync(at);
    } catch {
      return; // not empty: the usual case
    }
    for (const set of Object.values(known)) set.delete(at);
    known.touched.add(dirname(at));
  }
}

async function syncFolders(touched: ReadonlySet<string>, { root, disk }: Folder): Promise<void> {
  if (touched.size > FEW_FOLDERS && (await syncFileSystem(root))) return;
  await Promise.all([...touched].map((dir) => syncPath(disk, dir)));
}

/** Up to here each file is synced by itself, above it the whole file system is. */
const FEW_FILES = 64;

/** Files under this are written in one synchronous call, longer ones beside other work. */
const SMALL_BYTES = 262_144;

const PARALLEL = 4;

/** Writes groups of files where nobody reads them, and makes their content durable. */
async function stageGroups(
  groups: readonly Group[],
  { folder, disk }: { readonly folder: string; readonly disk: Disk },
): Promise<void> {
  // Checked paths need no normalising.
  const staged = groups.flatMap(({ files, place }) =>
    files.map(({ path, body }) => ({ target: `${place}/${path}`, body, place })),
  );
  for (const dir of new Set([folder, ...staged.map(({ target }) => dirname(target))])) {
    disk.mkdirSync(dir, { recursive: true });
  }
  const pause = createTimeSlice();
  const written: string[] = [];
  await forEachLimit(staged, PARALLEL, async ({ target, body }) => {
    if (body.kind === "same") return;
    if (body.kind === "media") await copyMedia(body.object, target, disk);
    else await writeChunks(await body.chunks(), target, disk);
    written.push(target);
    await pause();
  });
  for (const { target, body, place } of staged) {
    if (body.kind !== "same") continue;
    const source = `${place}/${body.as}`;
    if (!isLinked(source, target, disk)) {
      await copy(disk, source, target);
      written.push(target);
    }
    await pause();
  }
  await syncFiles(written, folder, disk);
}

/** All at once where they are few: syncs that meet share a commit of the file system's journal. */
async function syncFiles(paths: readonly string[], folder: string, disk: Disk): Promise<void> {
  if (paths.length > FEW_FILES && (await syncFileSystem(folder))) return;
  await forEachLimit(paths, FEW_FILES, (path) => syncPath(disk, path));
}

async function writeChunks(chunks: Chunks, target: string, disk: Disk): Promise<void> {
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (byteLength <= SMALL_BYTES) {
    disk.writeFileSync(target, Buffer.concat(chunks, byteLength), { flag: "wx" });
    return;
  }
  const fd = disk.openSync(target, "wx");
  try {
    for (let rest = chunks; rest.length > 0;)
      rest = dropBytes(rest, await writeSome(disk, fd, rest));
  } finally {
    disk.closeSync(fd);
  }
}

function writeSome(disk: Disk, fd: number, chunks: Chunks): Promise<number> {
  return new Promise((resolve, reject) => {
    disk.writev(fd, chunks, (error, written) =>
      error === null ? resolve(written) : reject(error),
    );
  });
}

/** What is left when the system took fewer bytes than it was given. */
function dropBytes(chunks: Chunks, written: number): Chunks {
  let left = written;
  const first = chunks.findIndex((chunk) => {
    if (left < chunk.length) return true;
    left -= chunk.length;
    return false;
  });
  if (first < 0) return [];
  return chunks.slice(first).map((chunk, index) => (index === 0 ? chunk.subarray(left) : chunk));
}

/** The same bytes under a second name need no second copy, where the file system has hard links. */
function isLinked(source: string, target: string, disk: Disk): boolean {
  try {
    disk.linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

async function copyMedia(object: MediaObject, target: string, disk: Disk): Promise<void> {
  if (object.kind === "file") await copy(disk, object.path, target);
  else await pipeline(object.stream, createWriteStream(target, { flags: "wx" }));
}

function copy(disk: Disk, source: string, target: string): Promise<void> {
  return promisify(disk.copyFile)(source, target, constants.COPYFILE_FICLONE);
}
