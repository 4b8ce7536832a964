import type { MediaFolder } from "../api/media/media-library.ts";

interface FolderBelow {
  readonly path: string;
  readonly name: string;
  /** Number of files, including subfolders. */
  readonly files: number;
}

/** Returns the direct subfolders of a folder or the root, including those that contain only folders. */
export function foldersBelow(
  folders: readonly MediaFolder[],
  parent: string | undefined,
): readonly FolderBelow[] {
  const start = parent === undefined ? "" : `${parent}/`;
  const inside = folders.filter(({ folder }) => folder.startsWith(start) && folder !== parent);
  const byName = Map.groupBy(
    inside,
    ({ folder }) => folder.slice(start.length).split("/", 1)[0] ?? "",
  );
  return [...byName].map(([name, held]) => ({
    path: start + name,
    name,
    files: held.reduce((sum, { files }) => sum + files, 0),
  }));
}
