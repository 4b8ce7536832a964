import { constants, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createTimeSlice, forEachLimit } from "../../base/lock.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/list-body.ts";
import { type Disk, syncFd, syncFileSystem, syncPath } from "./disk.ts";
import type { PublicFile } from "./public-storage.ts";

/** Up to here each file is synced by itself, above it the whole file system is. */
const FEW_FILES = 64;

/** Files under this are written in one synchronous call, longer ones beside other work. */
const SMALL_BYTES = 262_144;

const PARALLEL = 4;

/** A file, the folder it is staged in and the calls to write it with. */
interface Staging {
  readonly folder: string;
  readonly disk: Disk;
}

/**
 * Writes files to the same paths under `folder`, which nobody reads, and makes their content durable. They
 * are created in the order given; one that is the same as another comes after it.
 */
export async function stageFiles(files: readonly PublicFile[], staging: Staging): Promise<void> {
  makeFolders(files, staging);
  const few = files.length <= FEW_FILES;
  const running: Promise<void>[] = [];
  const sync = (path: string): Promise<void> => syncPath(staging.disk, path);
  try {
    const short = await stageSmall(files, { ...staging, few }, running);
    const media = await stageMedia(files, staging);
    // All at once: syncs that meet share a commit of the journal, and none holds up what is still written.
    if (few) running.push(...[...short, ...media].map((path) => keep(sync(path))));
  } finally {
    // Nothing may still be writing when the caller clears up after a failure.
    await Promise.allSettled(running);
  }
  await Promise.all(running);
  if (few || (await syncFileSystem(staging.folder))) return;
  await forEachLimit(files, PARALLEL, ({ path }) => sync(join(staging.folder, path)));
}

function makeFolders(files: readonly PublicFile[], { folder, disk }: Staging): void {
  for (const dir of new Set(
    files.map(({ path }) => path.slice(0, Math.max(path.lastIndexOf("/"), 0))),
  )) {
    disk.mkdirSync(join(folder, dir), { recursive: true });
  }
}

interface StagingFew extends Staging {
  /** Whether each file is synced by itself. */
  readonly few: boolean;
}

/**
 * Long files are written, and synced where there are few, while the next ones are still made.
 *
 * @returns the paths of all others that hold bytes of their own
 */
async function stageSmall(
  files: readonly PublicFile[],
  { folder, disk, few }: StagingFew,
  running: Promise<void>[],
): Promise<string[]> {
  const pause = createTimeSlice();
  const short: string[] = [];
  for (const { path, body } of files) {
    // Checked paths need no normalising, which would take as long as writing them.
    const target = `${folder}/${path}`;
    if (body.kind === "same" && !linked(`${folder}/${body.as}`, target, disk)) {
      await copy(disk, `${folder}/${body.as}`, target);
      short.push(target);
    }
    if (body.kind !== "chunks") continue;
    const chunks = await body.chunks();
    if (byteLength(chunks) > SMALL_BYTES) {
      running.push(keep(writeLong(chunks, target, { disk, few })));
    } else {
      writeSmall(chunks, target, disk);
      short.push(target);
    }
    await pause();
  }
  return short;
}

async function stageMedia(
  files: readonly PublicFile[],
  { folder, disk }: Staging,
): Promise<string[]> {
  const copies = files.flatMap(({ path, body }) =>
    body.kind === "media" ? [{ object: body.object, target: join(folder, path) }] : [],
  );
  await forEachLimit(copies, PARALLEL, ({ object, target }) => copyMedia(object, target, disk));
  return copies.map(({ target }) => target);
}

/** A failure is met when the task is awaited, which may be later than it happens. */
function keep(task: Promise<void>): Promise<void> {
  task.catch(() => undefined);
  return task;
}

function byteLength(chunks: Chunks): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}

function writeSmall(chunks: Chunks, target: string, disk: Disk): void {
  const [only] = chunks;
  const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  const fd = disk.openSync(target, "wx");
  try {
    for (let at = 0; at < bytes.length;) at += disk.writeSync(fd, bytes, at);
  } finally {
    disk.closeSync(fd);
  }
}

async function writeLong(
  chunks: Chunks,
  target: string,
  { disk, few }: Pick<StagingFew, "disk" | "few">,
): Promise<void> {
  const fd = disk.openSync(target, "wx");
  try {
    for (let rest = chunks; rest.length > 0;) {
      rest = dropBytes(rest, await writeChunks(disk, fd, rest));
    }
    if (few) await syncFd(disk, fd);
  } finally {
    disk.closeSync(fd);
  }
}

function writeChunks(disk: Disk, fd: number, chunks: Chunks): Promise<number> {
  return new Promise((resolve, reject) => {
    disk.writev(fd, chunks, (error, written) =>
      error === null ? resolve(written) : reject(error),
    );
  });
}

/** What is left when the system took fewer bytes than it was given. */
function dropBytes(chunks: Chunks, written: number): Chunks {
  let left = written;
  let index = 0;
  for (const chunk of chunks) {
    if (left < chunk.length) break;
    left -= chunk.length;
    index += 1;
  }
  const [first, ...rest] = chunks.slice(index);
  return first === undefined ? [] : [first.subarray(left), ...rest];
}

/** The same bytes under a second name need no second copy, where the file system has hard links. */
function linked(source: string, target: string, disk: Disk): boolean {
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

/** A group of files with where they are staged. */
export interface PlacedFiles {
  /** Under the paths where they are staged, relative to the folder of the batch. */
  readonly files: readonly PublicFile[];
  /** Those paths, by the paths that the files are to have. */
  readonly places: ReadonlyMap<string, string>;
}

/**
 * Decides where a group of files is staged. Those of a folder that stands are staged side by side, since each
 * folder costs as much as a file to make and to remove. Those of a new one are staged in a folder that
 * becomes it, apart from other groups'.
 */
export function placeFiles(
  files: readonly PublicFile[],
  group: number,
  { root, disk }: { readonly root: string; readonly disk: Disk },
): PlacedFiles {
  const stands = new Map<string, boolean>();
  const places = new Map<string, string>();
  for (const { path } of files) {
    const dir = dirname(path);
    const flat = stands.get(dir) ?? isThereAnything(join(root, dir), disk);
    stands.set(dir, flat);
    places.set(path, flat ? `${group}-${places.size}` : `${group}/${path}`);
  }
  const at = (path: string): string => places.get(path) ?? path;
  return {
    places,
    files: files.map(({ path, body }) => ({
      path: at(path),
      body: body.kind === "same" ? { kind: "same", as: at(body.as) } : body,
    })),
  };
}

function isThereAnything(path: string, disk: Disk): boolean {
  try {
    return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file is in its way, which is refused when the folder is to be made.
    return false;
  }
}

type Placed = readonly [path: string, place: string];

/** Files by their folder, the deepest folders first: a parent that is moved whole must not carry them along. */
export function byFolder(
  places: PlacedFiles["places"],
): (readonly [dir: string, files: readonly Placed[]])[] {
  const folders = Map.groupBy(places, ([path]) => dirname(path));
  return [...folders].toSorted(([a], [b]) => b.split("/").length - a.split("/").length);
}
