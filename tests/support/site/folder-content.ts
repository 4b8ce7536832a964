import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** Returns the text of every file below a folder, by path. */
export async function folderContent(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}
