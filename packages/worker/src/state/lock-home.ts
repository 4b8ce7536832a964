import { mkdirSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { type FolderLock, lockFolder } from "@loam/cms-core/program";

/**
 * Takes a worker's folder for this process as the one worker there; commands beside it need no lock.
 *
 * @throws CmsError `data_dir_locked`, which names the process that has it; `data_dir_unusable`
 */
export function lockHome(folder: string, now: Date): FolderLock {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new CmsError("data_dir_unusable", `${folder} cannot be made; check its permissions.`, {
      cause,
    });
  }
  return lockFolder(folder, {
    file: "worker.lock",
    now,
    refusal: (holder) =>
      `A worker is at work in ${folder} already: ${holder}. Stop it, or give this one a folder of its own (LOAM_WORKER_HOME).`,
  });
}
