import { dirname, join } from "node:path";
import type { Disk } from "./disk.ts";
import type { PublicFile } from "./public-storage.ts";

/** A group of files with where they are staged. */
export interface PlacedFiles {
  /** Under the paths where they are staged, relative to the folder of the batch. */
  readonly files: readonly PublicFile[];
  /** Those paths, by the paths that the files are to have. */
  readonly places: ReadonlyMap<string, string>;
}

/**
 * Decides where a group of files is staged. Those of a folder that stands are staged side by side, since each
 * folder costs as much as a file to make and to remove. Those of a new one are staged in a folder that
 * becomes it, apart from other groups'.
 */
export function placeFiles(
  files: readonly PublicFile[],
  group: number,
  { root, disk }: { readonly root: string; readonly disk: Disk },
): PlacedFiles {
  const stands = new Map<string, boolean>();
  const places = new Map<string, string>();
  for (const { path } of files) {
    const dir = dirname(path);
    const flat = stands.get(dir) ?? isThereAnything(join(root, dir), disk);
    stands.set(dir, flat);
    places.set(path, flat ? `${group}-${places.size}` : `${group}/${path}`);
  }
  const at = (path: string): string => places.get(path) ?? path;
  return {
    places,
    files: files.map(({ path, body }) => ({
      path: at(path),
      body: body.kind === "same" ? { kind: "same", as: at(body.as) } : body,
    })),
  };
}

function isThereAnything(path: string, disk: Disk): boolean {
  try {
    return disk.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A file is in its way, which is refused when the folder is to be made.
    return false;
  }
}

type Placed = readonly [path: string, place: string];

/** Files by their folder, the deepest folders first: a parent that is moved whole must not carry them along. */
export function byFolder(
  places: PlacedFiles["places"],
): (readonly [dir: string, files: readonly Placed[]])[] {
  const folders = Map.groupBy(places, ([path]) => dirname(path));
  return [...folders].toSorted(([a], [b]) => b.split("/").length - a.split("/").length);
}
