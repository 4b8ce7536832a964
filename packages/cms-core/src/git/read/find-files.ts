import type { Oid } from "../objects/object-id.ts";
import { EMPTY_TREE, findEntry, listEntries, type Tree } from "../objects/tree.ts";
import type { TreeCache } from "./tree-cache.ts";

/**
 * The blobs at some paths of a commit, by path; a path where there is no file has none. Each folder's list is
 * read once, and those used last not at all.
 *
 * @throws CmsError `repository_broken`
 */
export async function findFiles(
  trees: TreeCache,
  commit: Oid,
  paths: readonly string[],
): Promise<Map<string, Oid>> {
  const folderAt = folderReader(trees, commit);
  await Promise.all(paths.map(async (path) => folderAt(splitPath(path)[0])));
  const found = new Map<string, Oid>();
  for (const path of paths) {
    const [parent, name] = splitPath(path);
    const entry = findEntry(await folderAt(parent), { name, folder: false }).span?.entry;
    if (entry !== undefined) found.set(path, entry.oid);
  }
  return found;
}

/**
 * The names of the folders in a folder of a commit; none when there is no such folder.
 *
 * @throws CmsError `repository_broken`
 */
export async function listFolders(trees: TreeCache, commit: Oid, path: string): Promise<string[]> {
  return [...(await folderIds(trees, commit, path)).keys()];
}

/** The folders in a folder of a commit, with the id of each one's list; none when there is no such folder. */
export async function folderIds(
  trees: TreeCache,
  commit: Oid,
  path: string,
): Promise<Map<string, Oid>> {
  const tree = await folderReader(trees, commit)(path);
  const folders = listEntries(tree).filter(({ mode }) => mode === "40000");
  return new Map(folders.map(({ name, oid }) => [name, oid]));
}

function folderReader(trees: TreeCache, commit: Oid): (path: string) => Promise<Tree> {
  const folders = new Map<string, Promise<Tree>>();
  const read = async (path: string): Promise<Tree> => {
    if (path === "") return trees.read(await trees.rootOf(commit));
    const [parent, name] = splitPath(path);
    const oid = findEntry(await folderAt(parent), { name, folder: true }).span?.entry.oid;
    return oid === undefined ? EMPTY_TREE : trees.read(oid);
  };
  const folderAt = async (path: string): Promise<Tree> => {
    const tree = folders.get(path) ?? read(path);
    folders.set(path, tree);
    return tree;
  };
  return folderAt;
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
}
