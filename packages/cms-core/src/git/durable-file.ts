import { closeSync, fsync, openSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

const SLICE_BYTES = 4 * 1024 * 1024;

// Opening, writing to the page cache and renaming take 5–20 µs each, less than a trip through the
// thread pool; only what waits for the disk is asynchronous.
const syncFile = promisify(fsync);

/** Creates a file, refusing an existing one, and returns once its bytes are on the disk. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, "wx", 0o444);
  try {
    await finishDurably(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** Writes all of `bytes` at an open file's position and returns once they are on the disk. */
export async function finishDurably(file: number, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    done += writeSync(file, bytes, done, Math.min(SLICE_BYTES, bytes.length - done));
    // Lets others run between the slices of a large file.
    if (done < bytes.length) await syncFile(file);
  }
  await syncFile(file);
}

/** Returns once the names in a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, "r");
  try {
    await syncFile(folder);
  } finally {
    closeSync(folder);
  }
}

/** Renames a file and returns once its new name is on the disk. */
export async function renameDurably(from: string, to: string): Promise<void> {
  renameSync(from, to);
  await syncFolder(dirname(to));
}
