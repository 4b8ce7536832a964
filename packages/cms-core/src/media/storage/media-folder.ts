import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  copyFile,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { CmsError } from "../../base/errors.ts";
import {
  checkMediaKey,
  isMediaKey,
  type MediaObject,
  type MediaRange,
  type MediaSource,
  type MediaStorage,
} from "./media-storage.ts";

/** Folder for files being written; never read. */
const TEMPORARY = "tmp";

/** No upload is written for this long; older files are left from a crash. */
const LEFTOVER_MS = 60 * 60 * 1000;

/**
 * Opens media storage in a folder. An object is written to a temporary file, synced, and renamed, so that it exists
 * completely or not at all, even after a crash. Opening removes files in `tmp` that are more than an hour old.
 *
 * @throws CmsError `storage_failed` if the folder cannot be created
 */
export async function openMediaFolder(dir: string): Promise<MediaStorage> {
  const temporary = join(dir, TEMPORARY);
  await storing("open the media folder", async () => {
    await mkdir(temporary, { recursive: true });
    await removeLeftovers(temporary, Date.now() - LEFTOVER_MS);
  });
  return {
    has: async (key) => (await sizeOf(pathOf(dir, key))) !== undefined,
    put: async (key, source) => putObject(dir, key, source),
    replace: async (key, source) => replaceObject(dir, key, source),
    open: async (key, range) => {
      const object = await openObject(pathOf(dir, key), key);
      return range === undefined ? object : openRange(object, key, range);
    },
    read: async (key) => readWhole(pathOf(dir, key), key),
    list: () => listObjects(dir),
    remove: async (key) => removeObject(pathOf(dir, key)),
  };
}

async function* listObjects(dir: string): AsyncGenerator<string> {
  const prefixes = (await namesIn(dir)).filter((name) => /^[0-9a-f]{2}$/.test(name));
  for (const prefix of prefixes) {
    for (const sha256 of await namesIn(join(dir, prefix))) {
      const names = await namesIn(join(dir, prefix, sha256));
      yield* names.map((name) => `${prefix}/${sha256}/${name}`).filter((key) => isMediaKey(key));
    }
  }
}

/** Lists a folder; one that is just being removed counts as empty. */
async function namesIn(dir: string): Promise<string[]> {
  return storing("list media storage", () =>
    readdir(dir).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    }),
  );
}

async function removeObject(path: string): Promise<void> {
  await storing("remove an object", async () => {
    await rm(path, { force: true });
    // Fails if the folder contains anything else.
    await rmdir(dirname(path)).catch(() => undefined);
  });
}

async function removeLeftovers(temporary: string, before: number): Promise<void> {
  for (const name of await readdir(temporary)) {
    const path = join(temporary, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < before) await rm(path, { force: true });
  }
}

async function putObject(dir: string, key: string, source: MediaSource): Promise<void> {
  const path = pathOf(dir, key);
  await storing(`store ${key}`, async () => {
    if ((await sizeOf(path)) === undefined) await writeInto(dir, path, source);
    // Also for an existing object: its writer may have failed before syncing, or may still be working.
    await syncNames(path, dir);
  });
}

async function replaceObject(dir: string, key: string, source: MediaSource): Promise<void> {
  const path = pathOf(dir, key);
  await storing(`store ${key}`, async () => {
    await writeInto(dir, path, source);
    await syncNames(path, dir);
  });
}

async function writeInto(dir: string, path: string, source: MediaSource): Promise<void> {
  const temporary = join(dir, TEMPORARY, randomUUID());
  try {
    await writeDurably(temporary, source);
    await moveInto(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Recreates the folder if a concurrent removal of its last object has just removed it. */
async function moveInto(temporary: string, path: string): Promise<void> {
  for (let left = 3; ; left -= 1) {
    await mkdir(dirname(path), { recursive: true });
    try {
      await rename(temporary, path);
      return;
    } catch (error) {
      if (left <= 1 || !isMissing(error)) throw error;
    }
  }
}

async function writeDurably(path: string, source: MediaSource): Promise<void> {
  if (!(source instanceof Uint8Array)) await copyFile(source.file, path);
  await using file = await open(path, source instanceof Uint8Array ? "wx" : "r+");
  if (source instanceof Uint8Array) await file.writeFile(source);
  await file.sync();
}

/** A rename is durable only once its folder, and the folder's own name, are synced. */
async function syncNames(path: string, dir: string): Promise<void> {
  for (const folder of [dirname(path), dirname(dirname(path)), dir]) await syncFolder(folder);
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

async function readWhole(path: string, key: string): Promise<Uint8Array> {
  await openObject(path, key);
  const bytes = await storing("read media storage", () =>
    readFile(path).catch((error: unknown) => {
      // It was removed just now.
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );
  if (bytes === undefined) throw noObject(key);
  return bytes;
}

function noObject(key: string): CmsError {
  return new CmsError("not_found", `Media storage has no object ${key}.`, { details: { key } });
}

async function openObject(
  path: string,
  key: string,
): Promise<MediaObject & { readonly kind: "file" }> {
  const byteSize = await sizeOf(path);
  if (byteSize === undefined) {
    throw noObject(key);
  }
  return { kind: "file", path, byteSize };
}

function openRange(
  { path, byteSize }: { readonly path: string; readonly byteSize: number },
  key: string,
  { start, end }: MediaRange,
): MediaObject {
  if (start < 0 || start > end || start >= byteSize) {
    throw new CmsError("range_not_satisfiable", `The requested range is outside ${key}.`, {
      details: { key },
    });
  }
  // Opened on the first read, so that an unread object holds no file handle.
  const stream = {
    [Symbol.asyncIterator]: () => createReadStream(path, { start, end })[Symbol.asyncIterator](),
  };
  return { kind: "stream", stream, byteSize };
}

/** Returns the size in bytes, or undefined if there is no such file. */
async function sizeOf(path: string): Promise<number | undefined> {
  const found = await storing("read media storage", () =>
    stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    }),
  );
  return found?.isFile() === true ? found.size : undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function pathOf(dir: string, key: string): string {
  return join(dir, checkMediaKey(key));
}

async function storing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError("storage_failed", `Could not ${what}: ${reason}`, { cause: error });
  }
}
