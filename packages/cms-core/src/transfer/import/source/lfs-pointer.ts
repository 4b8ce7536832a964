import { open } from "node:fs/promises";
import { CmsError } from "../../../base/errors.ts";

/** Git LFS commits such a file in place of a large one. */
const POINTER = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/;

const MAX_BYTES = 1024;

/**
 * Checks that a file isn't a pointer of Git LFS.
 *
 * @throws CmsError `invalid`
 */
export function refuseLfsPointer(bytes: Uint8Array, path: string): void {
  if (bytes.length >= MAX_BYTES || !POINTER.test(Buffer.from(bytes).toString("latin1"))) return;
  const message = `${path} is a Git LFS pointer, not the file itself. Run "git lfs pull" in its repository, then try again.`;
  throw new CmsError("invalid", message, { issues: [{ code: "invalid", message, path }] });
}

/**
 * Like `refuseLfsPointer`, and reads only the start of the file.
 *
 * @throws CmsError `invalid`
 */
export async function refuseLfsPointerFile(file: string, path: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    refuseLfsPointer(buffer.subarray(0, bytesRead), path);
  } finally {
    await handle.close();
  }
}
