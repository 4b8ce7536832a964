import { createReadStream, type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { CmsError, isCmsError, errorCode } from "../../base/errors.ts";
import {
  checkRemovablePath,
  type OpenedFile,
  type PublicFiles,
  type StoredFile,
} from "./public-storage.ts";

/** Opens a site's published files in a folder, read-only; a missing folder counts as empty. */
export function readPublicFolder(dir: string): PublicFiles {
  return { scan: () => scanFolder(dir), open: (path) => openFile(dir, path) };
}

async function* scanFolder(dir: string): AsyncGenerator<StoredFile> {
  for await (const path of walkFolder(dir)) {
    const found = await storing("check published files", () => statFile(join(dir, path)));
    if (found !== undefined) yield { path, byteSize: found.byteSize };
  }
}

/** Yields the paths of everything below a folder except folders and files being written. */
export async function* walkFolder(dir: string): AsyncGenerator<string> {
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const folder = at;
    for (const child of await storing("list published files", () =>
      childrenOf(join(dir, folder)),
    )) {
      const path = posix.join(folder, child.name);
      if (path === ".tmp") continue;
      if (child.isDirectory()) waiting.push(path);
      else yield path;
    }
  }
}

async function childrenOf(dir: string): Promise<Dirent[]> {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

async function openFile(dir: string, path: string): Promise<OpenedFile | undefined> {
  const target = join(dir, checkRemovablePath(path));
  const found = await storing(`read ${path}`, () => statFile(target));
  // Symbolic links are never followed: their target can change without a publish.
  if (found?.isFile !== true) return undefined;
  return { byteSize: found.byteSize, stream: createReadStream(target) };
}

async function statFile(
  path: string,
): Promise<{ readonly byteSize: number; readonly isFile: boolean } | undefined> {
  try {
    const found = await lstat(path);
    return { byteSize: found.size, isFile: found.isFile() };
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

/** Runs work on a folder and converts its failures to `CmsError`. */
export async function storing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCmsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError("storage_failed", `Could not ${what}: ${reason}`, { cause: error });
  }
}
