import { mkdtemp, mkdir, readdir, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "../../base/ids.ts";

/** A folder for files that are being received and processed; nothing in it is ever public. */
export interface WorkFolder {
  readonly path: string;
  /** A new folder for one upload. */
  make(): Promise<string>;
  remove(): Promise<void>;
}

/** No upload takes so long; a folder in use is made again where it was removed. */
const OLD_MS = 24 * 60 * 60 * 1000;

const NAME = /^loam-uploads-(\d+)-/;

/**
 * Makes a work folder and removes those that processes have left which were killed.
 *
 * @param parent @default the system's folder for temporary files
 */
export async function openWorkFolder(parent: string = tmpdir()): Promise<WorkFolder> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  // Permissions are checked on the path without symbolic links.
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
    // Somebody else's folder is not ours to remove.
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** In a container the next process may have the number of the one that was killed. */
async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < Date.now() - OLD_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
