import { execFile } from "node:child_process";
import { closeSync, fsync, openSync } from "node:fs";
import { promisify } from "node:util";

/** The system's error code (`ENOENT`), or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Makes a file's or folder's content durable. */
export async function syncPath(path: string): Promise<void> {
  const fd = openSync(path, "r");
  try {
    await promisify(fsync)(fd);
  } finally {
    closeSync(fd);
  }
}

const run = promisify(execFile);

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
    await run("sync", ["-f", dir]);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT" || isUnknownOption(error)) return false;
    throw error;
  }
}

function isUnknownOption(error: unknown): boolean {
  return error instanceof Error && /(?:invalid|unrecognized|illegal) option/i.test(error.message);
}
