import { mkdirSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { type FolderLock, lockFolder } from "@loam/cms-core/program";

/**
 * Locks a worker's folder for this process as its only worker; commands need no lock.
 *
 * @throws CmsError `data_dir_locked`, which names the process that holds it; `data_dir_unusable`
 */
export function lockHome(folder: string, now: Date): FolderLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new CmsError("data_dir_unusable", `${folder} cannot be created. Check its permissions.`, {
      cause,
    });
  }
  return lockFolder(folder, {
    file: "worker.lock",
    now,
    refusal: (holder) =>
      `Another worker is already using ${folder}: ${holder}. Stop it, or set LOAM_WORKER_HOME to a separate folder.`,
  });
}
