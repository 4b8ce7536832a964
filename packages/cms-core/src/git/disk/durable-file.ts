import { closeSync, fsync, openSync, readdirSync, renameSync, write, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const SMALL_BYTES = 64 * 1024;

/** How files are created, filled, renamed and brought to the disk. */
export interface FileCalls {
  readonly open: (path: string, flags: string, mode?: number) => number | Promise<number>;
  readonly write: (file: number, bytes: Uint8Array) => number | Promise<number>;
  readonly rename: (from: string, to: string) => void | Promise<void>;
  readonly close: (file: number) => void | Promise<void>;
  readonly sync: (file: number) => void | Promise<void>;
}

const writePart = promisify(
  (file: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void) => {
    write(file, bytes, done);
  },
);

/**
 * The disk is waited for in the thread pool, so that others go on meanwhile. What only touches the
 * system's memory stays here: each trip through the pool costs more than a dozen such calls.
 */
export const POOLED: FileCalls = {
  open: openSync,
  rename: renameSync,
  close: closeSync,
  write: (file, bytes) =>
    bytes.length > SMALL_BYTES ? writePart(file, bytes) : writeSync(file, bytes),
  sync: promisify(fsync),
};

/** Creates a file, refusing an existing one, and returns once its bytes are on the disk. */
export async function writeDurably(
  path: string,
  bytes: Uint8Array,
  calls: FileCalls = POOLED,
): Promise<void> {
  await createFile(path, calls, (file) => finishDurably(file, bytes, calls));
}

/** Creates a file of no bytes, refusing an existing one, and leaves it to the system when it reaches the disk. */
export async function createEmpty(path: string, mode: number, calls: FileCalls): Promise<void> {
  await calls.close(await calls.open(path, "wx", mode));
}

async function createFile(
  path: string,
  calls: FileCalls,
  fill: (file: number) => Promise<void>,
): Promise<void> {
  const file = await calls.open(path, "wx", 0o444);
  try {
    await fill(file);
  } finally {
    await calls.close(file);
  }
}

/** Writes all of `bytes` at an open file's position and returns once they are on the disk. */
export async function finishDurably(
  file: number,
  bytes: Uint8Array,
  calls: FileCalls = POOLED,
): Promise<void> {
  await writeAll(file, bytes, calls);
  await calls.sync(file);
}

async function writeAll(file: number, bytes: Uint8Array, calls: FileCalls): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += await calls.write(file, bytes.subarray(done));
  }
}

/** Returns once the names in a folder are on the disk. */
export async function syncFolder(path: string, calls: FileCalls = POOLED): Promise<void> {
  await syncPath(path, calls);
}

async function syncPath(path: string, calls: FileCalls): Promise<void> {
  const opened = await calls.open(path, "r");
  try {
    await calls.sync(opened);
  } finally {
    await calls.close(opened);
  }
}

/** Returns once what another program wrote is on the disk: every file beneath a folder, then their names. */
export async function syncTree(path: string, calls: FileCalls = POOLED): Promise<void> {
  const below = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = below.filter((entry) => entry.isFile());
  const folders = below.filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of [...files, ...folders]) {
    await syncPath(join(parentPath, name), calls);
  }
  await syncPath(path, calls);
}
