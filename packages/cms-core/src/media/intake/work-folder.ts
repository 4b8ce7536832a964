import { mkdtemp, mkdir, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "../../base/ids.ts";
import { isRunning } from "../../base/running.ts";

/** A private folder for files being received and processed. */
export interface WorkFolder {
  readonly path: string;
  /** Creates a folder for one upload. */
  make(): Promise<string>;
  remove(): Promise<void>;
}

/** No upload takes this long; a folder in use is recreated if it was removed. */
const OLD_MS = 24 * 60 * 60 * 1000;

const NAME = /^loam-uploads-(\d+)-/;

/**
 * Creates a work folder and removes those of killed processes.
 *
 * @param parent - @default the system's folder for temporary files
 */
export async function openWorkFolder(parent: string = tmpdir()): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  // Permissions are checked on the resolved path, without symbolic links.
  const path = await realpath(await mkdtemp(join(parent, `loam-uploads-${process.pid}-`)));
  return {
    path,
    make: async () => {
      const folder = join(path, newId("media"));
      await mkdir(folder, { recursive: true });
      return folder;
    },
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(parent, name);
    if (isRunning(Number(pid)) && !(await isOld(path))) continue;
    // Another user's folder cannot be removed.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whether a folder is old. In a container, a new process can have the PID of a killed one. */
async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - OLD_MS;
}
