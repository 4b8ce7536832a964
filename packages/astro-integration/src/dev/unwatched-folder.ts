import { isAbsolute, relative, resolve, sep } from "node:path";
import type { LoamSource } from "../options/options.ts";

export interface ProjectFolders {
  readonly root: string;
  readonly srcDir: string;
  readonly publicDir: string;
}

/**
 * Returns a function that matches paths in a folder of published files inside the project, which Vite must not watch:
 * Astro reads `content.config` again for every JSON file that changes there, thousands in one publish, and ignores
 * refreshes while it does.
 *
 * @returns `undefined` if there is no such folder, or if it contains other files as well
 */
export function unwatchedFolder(
  source: LoamSource | undefined,
  { root, srcDir, publicDir }: ProjectFolders,
): ((path: string) => boolean) | undefined {
  if (source?.kind !== "files" || source.folder === undefined) return undefined;
  const folder = resolve(root, source.folder);
  // Vite finds the files of the public folder by watching it.
  const shared = holds(folder, srcDir) || holds(publicDir, folder);
  return holds(root, folder) && !shared ? (path) => holds(folder, path) : undefined;
}

function holds(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside.split(sep)[0] !== ".." && !isAbsolute(inside);
}
