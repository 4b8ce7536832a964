import {
  createWriteStream,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { constants, copyFile, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CmsError, errorCode } from "../../base/errors.ts";
import { createTimeSlice, forEachLimit } from "../../base/lock.ts";
import { syncFileSystem, syncPath } from "../../git/disk/durable-file.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/list-body.ts";
import { INDEX_PATH } from "../../render/public-paths.ts";
import {
  type ApplyOptions,
  checkPublicPath,
  checkRemovablePath,
  type FilePlan,
  type PublicFile,
  type PublicStorage,
} from "./public-storage.ts";
import { readPublicFolder, storing, walkFolder } from "./read-public-folder.ts";

interface Folder {
  readonly root: string;
  /** On the same file system as the root, and never served. */
  readonly temporary: string;
  /** Identity of the folder on disk: another folder of the same name is empty or outdated. */
  readonly identity: string;
  /** Cleanup after the last batch. Only the next batch waits for it. */
  cleaning: Promise<void>;
}

/**
 * Opens public storage of one site in a folder (`<public>/<site_id>`). Files are written to `<public>/.tmp/<site_id>`,
 * synced there, and renamed into place group by group. Opening removes what a crash left there, so only one process can
 * have the folder open.
 *
 * @throws CmsError `storage_failed` if the folder cannot be created
 */
export async function openPublicFolder(dir: string): Promise<PublicStorage> {
  let folder = await storing("open public storage", () => openFolder(dir));
  let batches = 0;
  /** Whether the index existed when this storage last wrote. */
  let hasIndex = false;

  /** Recreates a removed folder with its parents. Nothing is assumed about a folder mounted in its place. */
  async function openCurrent(): Promise<Folder> {
    if (await isSameFolder(dir, folder)) return folder;
    folder = await openFolder(dir);
    hasIndex = false;
    return folder;
  }

  /** Fails if the folder was emptied: changing some files would leave it without the others. */
  async function openUnchanged(): Promise<Folder> {
    const before = folder;
    const current = await openCurrent();
    const isLost = hasIndex && !existsSync(join(current.root, INDEX_PATH));
    hasIndex = hasIndex && !isLost;
    if (current === before && !isLost) return current;
    throw new CmsError("conflict", "The published files of this site were deleted.");
  }

  return {
    ...readPublicFolder(folder.root),
    close: () => folder.cleaning,
    list: () => storing("list public storage", async () => listFolder(await openCurrent())),
    apply: (plan, { before = Promise.resolve(), rewriteMedia = false, onStaged } = {}) => {
      batches += 1;
      const number = String(batches);
      return storing("write published files", async () => {
        // Prevents an unhandled rejection while the folder is being opened.
        before.catch(() => undefined);
        const current = await openUnchanged();
        const batch = join(current.temporary, number);
        await applyPlan(plan, current, { batch, before, rewriteMedia, onStaged });
        hasIndex = existsSync(join(current.root, INDEX_PATH));
      });
    },
  };
}

async function openFolder(dir: string): Promise<Folder> {
  const first = await mkdir(dir, { recursive: true });
  const root = await realpath(dir);
  await syncNamesOf(root, first === undefined ? root : await realpath(first));
  const temporary = await temporaryFolder(root);
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true });
  return { root, temporary, identity: await identityOf(root), cleaning: Promise.resolve() };
}

async function isSameFolder(dir: string, { root, identity, temporary }: Folder): Promise<boolean> {
  try {
    const hasTemporary = lstatSync(temporary, { throwIfNoEntry: false })?.isDirectory() === true;
    return hasTemporary && (await realpath(dir)) === root && (await identityOf(root)) === identity;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function identityOf(path: string): Promise<string> {
  const { dev, ino } = await stat(path);
  return `${dev} ${ino}`;
}

/** Syncs the directory entries of a folder and its parents, up to the first created one. */
async function syncNamesOf(dir: string, first: string): Promise<void> {
  for (let at = dir; at.length >= first.length; at = dirname(at)) await syncPath(dirname(at));
}

/** Next to the root, or in it if the root is a separate file system, because a rename cannot cross file systems. */
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
  {
    batch,
    before,
    rewriteMedia,
    onStaged,
  }: Required<Omit<ApplyOptions, "onStaged">> &
    Pick<ApplyOptions, "onStaged"> & { readonly batch: string },
): Promise<void> {
  await folder.cleaning;
  for (const { path } of plan.writes.flat()) checkPublicPath(path);
  for (const path of plan.removals.flat()) checkRemovablePath(path);
  try {
    const unchanged = plan.writes.flat().filter((file) => !rewriteMedia && isStored(file, folder));
    const unchangedFiles = new Set(unchanged);
    const groups = plan.writes.map((files, group) => ({
      files: files.filter((file) => !unchangedFiles.has(file)),
      place: join(batch, String(group)),
    }));
    // Everything is on disk under temporary names before the first name changes.
    const ready = stageGroups(groups, batch, onStaged);
    // Both must have ended before a failure is handled, because the staged files are removed below.
    await Promise.allSettled([before, ready]);
    await Promise.all([before, ready]);
    const reveal = createReveal(folder.root);
    for (const group of groups) await reveal.files(group);
    for (const { path } of unchanged) reveal.folderOf(path);
    for (const paths of plan.removals) await reveal.removals(paths);
    await syncAll(reveal.touched, folder.root);
  } finally {
    folder.cleaning = removeBatch(batch);
  }
}

/** Files that become visible together, and the folder in which they are staged under their own paths. */
interface Group {
  readonly files: readonly PublicFile[];
  readonly place: string;
}

/** Removes the staging folder of a batch after the callers have continued. */
async function removeBatch(batch: string): Promise<void> {
  await setImmediate();
  await rm(batch, { recursive: true, force: true }).catch(() => undefined);
}

/** A media file's path identifies its content, so a file of the right size is the same file. */
function isStored({ path, body }: PublicFile, { root }: Folder): boolean {
  if (body.kind !== "media") return false;
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === body.object.byteSize;
}

interface Reveal {
  files(group: Group): Promise<void>;
  /** Creates the folder of a file if it doesn't exist. */
  folderOf(path: string): void;
  removals(paths: readonly string[]): Promise<void>;
  /**
   * Absolute paths of folders to sync, including unchanged ones: the work of a failed or killed run looks complete to
   * the next run but may not be on disk.
   */
  readonly touched: ReadonlySet<string>;
}

/** Maximum number of parallel renames. */
const RENAMES = 16;

function createReveal(root: string): Reveal {
  const touched = new Set<string>([root]);
  const safe = new Set<string>([root]);
  const pause = createTimeSlice();

  /** Creates `dir` below the root. Rejects a symbolic link or a file in its place. */
  const ensure = (dir: string): void => {
    if (safe.has(dir)) return;
    ensure(dirname(dir));
    touched.add(dirname(dir));
    if (!isFolder(dir)) mkdirSync(dir);
    safe.add(dir);
  };
  const folderOf = (path: string): void => {
    const dir = dirname(join(root, path));
    ensure(dir);
    touched.add(dir);
  };

  return {
    touched,
    folderOf,
    async files({ files, place }) {
      for (const [dir, paths] of byFolder(files)) {
        const target = join(root, dir);
        if (target !== root) {
          ensure(dirname(target));
          touched.add(dirname(target));
        }
        touched.add(target);
        if (!isFolder(target)) {
          // Moves a folder with all its files by one rename, which halves the time for a whole site.
          await rename(join(place, dir), target);
          continue;
        }
        // Asynchronous, because freeing the blocks of a long replaced list takes a while.
        await forEachLimit(paths, RENAMES, (path) => rename(join(place, path), join(root, path)));
      }
    },
    async removals(paths) {
      for (const path of paths) {
        const dir = dirname(join(root, path));
        const nearest = nearestFolder(dir, root);
        touched.add(nearest);
        if (nearest !== dir) continue;
        removeFile(join(root, path));
        for (const at of removeEmptyFolders(dir, root)) {
          for (const known of [touched, safe]) known.delete(at);
          touched.add(dirname(at));
        }
        await pause();
      }
    },
  };
}

/** Groups paths by folder, deepest first, because a moved folder must not contain files of other groups. */
function byFolder(files: readonly PublicFile[]): (readonly [dir: string, paths: string[]])[] {
  const paths = files.map(({ path }) => path);
  const folders = Map.groupBy(paths, (path) => dirname(path));
  return [...folders].toSorted(([a], [b]) => b.split("/").length - a.split("/").length);
}

/** Whether a folder exists. Rejects anything else under this name, such as a symbolic link. */
function isFolder(dir: string): boolean {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw new CmsError("invalid_path", `${dir} is not a folder, so no files can be written there.`);
}

/** Returns a folder below the root or, if it is missing, its nearest existing parent. */
function nearestFolder(dir: string, root: string): string {
  if (dir === root) return root;
  const parent = nearestFolder(dirname(dir), root);
  return parent === dirname(dir) && isFolder(dir) ? dir : parent;
}

function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

/** Removes a folder and its parents as far as they are empty. */
function* removeEmptyFolders(dir: string, root: string): Generator<string> {
  for (let at = dir; at !== root; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch {
      return; // Not empty: the usual case.
    }
    yield at;
  }
}

/** Up to this number, files and folders are synced individually; above it, the whole file system is. */
const FEW = 64;

/** Syncs in parallel if there are few: concurrent syncs share a commit of the file system's journal. */
async function syncAll(paths: ReadonlySet<string>, folder: string): Promise<void> {
  if (paths.size > FEW && (await syncFileSystem(folder))) return;
  await forEachLimit(paths, FEW, syncPath);
}

/** Smaller files are written in one synchronous call, longer ones asynchronously. */
const SMALL_BYTES = 262_144;

const PARALLEL = 4;

/** Writes groups of files to the staging folder and syncs them. */
async function stageGroups(
  groups: readonly Group[],
  folder: string,
  onStaged: ApplyOptions["onStaged"],
): Promise<void> {
  // Checked paths need no normalization.
  const staged = groups.flatMap(({ files, place }) =>
    files.map(({ path, body }) => ({ target: `${place}/${path}`, body, place })),
  );
  for (const dir of new Set([folder, ...staged.map(({ target }) => dirname(target))])) {
    mkdirSync(dir, { recursive: true });
  }
  const pause = createTimeSlice();
  const written = new Set<string>();
  await forEachLimit(staged, PARALLEL, async ({ target, body }) => {
    if (body.kind === "same") return;
    if (body.kind === "media") await copyMedia(body.object, target);
    else await writeChunks(await body.chunks(), target);
    written.add(target);
    onStaged?.(written.size, staged.length);
    await pause();
  });
  for (const { target, body, place } of staged) {
    if (body.kind !== "same") continue;
    const source = `${place}/${body.as}`;
    if (!isLinked(source, target)) {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      written.add(target);
    }
    await pause();
  }
  await syncAll(written, folder);
}

async function writeChunks(chunks: Chunks, target: string): Promise<void> {
  const byteLength = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (byteLength <= SMALL_BYTES) {
    writeFileSync(target, Buffer.concat(chunks, byteLength), { flag: "wx" });
    return;
  }
  await using file = await open(target, "wx");
  for (let rest = chunks; rest.length > 0;) {
    rest = withoutBytes(rest, (await file.writev(rest)).bytesWritten);
  }
}

/** Returns what is left if the system wrote fewer bytes than requested. */
function withoutBytes(chunks: Chunks, written: number): Chunks {
  let left = written;
  return chunks.flatMap((chunk) => {
    const length = Math.min(left, chunk.length);
    left -= length;
    return length === chunk.length ? [] : [chunk.subarray(length)];
  });
}

/** Creates a hard link for identical bytes, if the file system supports it. */
function isLinked(source: string, target: string): boolean {
  try {
    linkSync(source, target);
    return true;
  } catch {
    return false;
  }
}

async function copyMedia(object: MediaObject, target: string): Promise<void> {
  if (object.kind === "file") await copyFile(object.path, target, constants.COPYFILE_FICLONE);
  else await pipeline(object.stream, createWriteStream(target, { flags: "wx" }));
}
