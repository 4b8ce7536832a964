import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { Source } from "./source.ts";

/** Creates a source for published files in a folder. */
export function folderSource(folder: string): Source {
  return { name: folder, read: (path) => readPublished(folder, path) };
}

async function readPublished(folder: string, path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(join(folder, path));
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (code === "ENOENT" && (await isFolder(folder))) return undefined;
    throw new CmsError(
      "source_unreachable",
      code === "ENOENT"
        ? `The folder ${folder} does not exist. Publish the site to this folder, or correct source.folder.`
        : `${join(folder, path)} cannot be read (${String(code)}). Check the permissions of the folder.`,
      { details: { folder, path }, cause: error },
    );
  }
}

async function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
