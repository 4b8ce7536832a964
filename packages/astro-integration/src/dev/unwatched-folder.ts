import { isAbsolute, relative, resolve, sep } from "node:path";
import type { LoamSource } from "../options/options.ts";

export interface ProjectFolders {
  readonly root: string;
  readonly srcDir: string;
  readonly publicDir: string;
}

/**
 * Tells of a path whether it belongs to a folder of published files inside the project, which Vite is not to watch:
 * Astro reads `content.config` anew for every JSON file that changes there, thousands in one publish, and refreshes
 * nothing meanwhile.
 *
 * @returns `undefined` where there is no such folder, or one that holds other things, too
 */
export function unwatchedFolder(
  source: LoamSource | undefined,
  { root, srcDir, publicDir }: ProjectFolders,
): ((path: string) => boolean) | undefined {
  if (source?.kind !== "files" || source.folder === undefined) return undefined;
  const folder = resolve(root, source.folder);
  // Vite learns by watching which files of the public folder it can answer with.
  const shared = holds(folder, srcDir) || holds(publicDir, folder);
  return holds(root, folder) && !shared ? (path) => holds(folder, path) : undefined;
}

function holds(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}
