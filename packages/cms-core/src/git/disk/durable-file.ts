import { execFile } from "node:child_process";
import { closeSync, fsync, openSync, readdirSync, write, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "../../base/errors.ts";

const SMALL_BYTES = 64 * 1024;

// The disk is waited for in the thread pool, so that others go on meanwhile. What only touches the
// system's memory stays here: each trip through the pool costs more than a dozen such calls.
const writePart = promisify(
  (file: number, bytes: Uint8Array, done: (error: Error | null, written: number) => void) => {
    write(file, bytes, done);
  },
);
const sync = promisify((file: number, done: (error: Error | null) => void) => fsync(file, done));

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

/** Returns once what another program wrote is on the disk: every file beneath a folder, then their names. */
export async function syncTree(path: string): Promise<void> {
  const below = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = below.filter((entry) => entry.isFile());
  const folders = below.filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of [...files, ...folders]) {
    await syncPath(join(parentPath, name));
  }
  await syncPath(path);
}

const runProgram = promisify(execFile);

/**
 * Makes everything that was written to the file system of `dir` durable in one call (`syncfs`), which for
 * thousands of small files is far cheaper than a sync of each.
 *
 * @returns false where the system has no such command; then each file is to be synced by itself. Any other
 * failure throws: data that failed to reach the disk must not pass a second try.
 */
export async function syncFileSystem(dir: string): Promise<boolean> {
  if (process.platform !== "linux") return false;
  try {
    await runProgram("sync", ["-f", dir]);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || isUnknownOption(error)) return false;
    throw error;
  }
}

function isUnknownOption(error: unknown): boolean {
  return error instanceof Error && /(?:invalid|unrecognized|illegal) option/i.test(error.message);
}
