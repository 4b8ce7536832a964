import { execFile } from "node:child_process";
import { closeSync, fsync, openSync, readdirSync, write, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../../base/errors.ts";

const SMALL_BYTES = 64 * 1024;

// Syncing runs in the thread pool so it doesn't block other work. Calls that only touch system memory run
// synchronously: a trip through the pool costs more than a dozen of them.
const writePart = promisify(
  (file: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void) => {
    write(file, bytes, done);
  },
);
const sync = promisify((file: number, done: (error: Error | null) => void) => fsync(file, done));

/** Creates a file and returns once its bytes are on the disk. Fails if the file exists. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = openSync(path, "wx", 0o444);
  try {
    await writeAndSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** Writes all of `bytes` at an open file's position and returns once they are on the disk. */
export async function writeAndSync(file: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const rest = bytes.subarray(done);
    done += rest.length > SMALL_BYTES ? await writePart(file, rest) : writeSync(file, rest);
  }
  await sync(file);
}

/** Returns once the bytes of a file, or the names in a folder, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  const opened = openSync(path, "r");
  try {
    await sync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Syncs everything another process wrote below a folder: first the file contents, then the directory entries. */
export async function syncTree(path: string): Promise<void> {
  const below = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = below.filter((entry) => entry.isFile());
  const folders = below.filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of [...files, ...folders]) {
    await syncPath(join(parentPath, name));
  }
  await syncPath(path);
}

const runCommand = promisify(execFile);

/**
 * Syncs the whole file system of `dir` with one `syncfs` call, which is far cheaper than syncing thousands of small
 * files one by one.
 *
 * @returns false if the system has no such command; the caller must then sync each file. Any other failure throws: a
 * retry could report success for data that never reached the disk.
 */
export async function syncFileSystem(dir: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  try {
    await runCommand("sync", ["-f", dir]);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || isUnknownOption(error)) return false;
    throw error;
  }
}

function isUnknownOption(error: unknown): boolean {
  return error instanceof Error && /(?:invalid|unrecognized|illegal) option/i.test(error.message);
}
