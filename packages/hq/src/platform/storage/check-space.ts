import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { CmsError, sizeOf } from "@loam/cms-core";
import type { HqConfig } from "../config/config.ts";

/** Below this a save might fail. The threshold leaves the administrator time to free space. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/**
 * Checks free space for data, public files, and media. Buckets always pass.
 *
 * @throws CmsError `insufficient_storage`
 */
export async function checkSpace(
  {
    dataFolder,
    publicStorage,
    mediaStorage,
  }: Pick<HqConfig, "dataFolder" | "publicStorage" | "mediaStorage">,
  minFreeBytes: number = MIN_FREE_BYTES,
): Promise<void> {
  const storages = [publicStorage, mediaStorage].flatMap((address) =>
    address.kind === "folder" ? [address.folder] : [],
  );
  for (const folder of [dataFolder, ...storages]) {
    const { bavail, bsize } = await statfs(nearestFolder(folder));
    const free = bavail * bsize;
    if (free < minFreeBytes) {
      const message = `${folder} is on a disk that is nearly full: ${sizeOf(free)} free`;
      throw new CmsError("insufficient_storage", message);
    }
  }
}

/** Returns the nearest existing parent of a folder. */
function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return existsSync(folder) || above === folder ? folder : nearestFolder(above);
}
