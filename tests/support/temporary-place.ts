import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";

/** Several times what tests have used at the same time. */
const NEEDED = 4 * 2 ** 30;

/**
 * Returns where tests store files: in memory if this machine has enough, unless `TMPDIR` is set. Durability is tested
 * with a disk model, never with the machine's disk, so there is no need to wait for it.
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
