import { hostname } from "node:os";
import { join } from "node:path";
import { isCmsError } from "@loam/cms-core";
import { type FolderLock, lockFolder } from "@loam/cms-core/program";
import { ensureFolder } from "./data-folder.ts";

/**
 * Locks a data folder for this process.
 *
 * @throws CmsError `data_dir_locked`, which names the holder; `data_dir_unusable`
 */
export function lockDataFolder(folder: string, { now }: { readonly now: () => Date }): FolderLock {
  const refusal = (holder: string): string =>
    `${folder} is in use by ${holder}. Wait until it ends, or stop it.`;
  return lockFolder(folder, { file: "hq.lock", now: now(), refusal });
}

/** Whether another process holds a data folder. */
export function isDataFolderLocked(folder: string, options: { readonly now: () => Date }): boolean {
  try {
    lockDataFolder(folder, options).release();
    return false;
  } catch (error) {
    if (isCmsError(error) && error.code === "data_dir_locked") return true;
    throw error;
  }
}

/** The private folder of one process in a shared data folder. */
interface NodeFolder {
  readonly folder: string;
  readonly lock: FolderLock;
}

/**
 * Takes the first unused `nodes/<host>-<n>`, so that a restarted process finds the data of its predecessor.
 *
 * @throws CmsError `data_dir_unusable`
 */
export function takeNodeFolder(
  dataFolder: string,
  { now }: { readonly now: () => Date },
): NodeFolder {
  for (let number = 1; ; number += 1) {
    const folder = join(dataFolder, "nodes", `${hostname()}-${number}`);
    ensureFolder(folder);
    try {
      return { folder, lock: lockDataFolder(folder, { now }) };
    } catch (error) {
      if (!isCmsError(error) || error.code !== "data_dir_locked") throw error;
    }
  }
}
