import { constants, createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createTimeSlice, forEachLimit } from "../../base/lock.ts";
import type { MediaObject } from "../../media/storage/media-storage.ts";
import type { Chunks } from "../../render/list-body.ts";
import { type Disk, syncFileSystem, syncPath } from "./disk.ts";
import type { FileBody } from "./public-storage.ts";

/** Up to here each file is synced by itself, above it the whole file system is. */
const FEW_FILES = 64;

/** Files under this are written in one synchronous call, longer ones beside other work. */
const SMALL_BYTES = 262_144;

const PARALLEL = 4;

/** A file under the name that it has until it is revealed. */
export interface StagedFile {
  /** Absolute. */
  readonly target: string;
  readonly body: Exclude<FileBody, { readonly kind: "same" }>;
}

/** The same bytes under a second name. */
export interface StagedTwin {
  /** Absolute. */
  readonly target: string;
  /** Target of the file that it is the same as. */
  readonly source: string;
}

/** Writes files where nobody reads them, and makes their content durable. */
export async function stageFiles(
  files: readonly StagedFile[],
  twins: readonly StagedTwin[],
  { folder, disk }: { readonly folder: string; readonly disk: Disk },
): Promise<void> {
  const targets = [...files, ...twins].map(({ target }) => target);
  for (const dir of new Set([folder, ...targets.map(dirname)])) {
    disk.mkdirSync(dir, { recursive: true });
  }
  const pause = createTimeSlice();
  await forEachLimit(files, PARALLEL, async ({ target, body }) => {
    if (body.kind === "media") await copyMedia(body.object, target, disk);
    else await writeChunks(await body.chunks(), target, disk);
    await pause();
  });
  const written = files.map(({ target }) => target);
  for (const { source, target } of twins) {
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
