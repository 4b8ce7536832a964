import { join } from "node:path";
import type { Disk } from "./disk.ts";

/** From here on freeing a file's blocks takes longer than a link to it. */
const LONG_BYTES = 1_048_576;

/**
 * Gives long files that are about to be replaced a second name in a folder: the system then frees their
 * blocks when that name goes, after everything stands, and not in the middle of the rename.
 */
export function createKeeper(folder: string, disk: Disk): (path: string) => void {
  let kept = 0;
  return (path) => {
    const found = disk.lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size < LONG_BYTES) return;
    try {
      disk.linkSync(path, join(folder, `old-${kept}`));
      kept += 1;
    } catch {
      // It is only slower without.
    }
  };
}
