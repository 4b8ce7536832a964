import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";

/** Several times what the tests have had there at once. */
const NEEDED = 4 * 2 ** 30;

/**
 * Where the tests keep their files: in memory, where this machine has room for them, unless `TMPDIR`
 * says otherwise. Whether something is safe on a disk is proved with a model of one, never by the disk
 * of the machine, so nobody needs to wait for that.
 */
export function temporaryPlace(): string {
  if (process.env["TMPDIR"] !== undefined) return tmpdir();
  return freeSpace(MEMORY) >= NEEDED && freemem() >= 2 * NEEDED ? MEMORY : tmpdir();
}

function freeSpace(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
