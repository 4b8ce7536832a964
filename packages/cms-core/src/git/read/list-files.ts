import { type Oid, parseOid } from "../objects/object-id.ts";
import { FOLDER_MODE, nameKey, type Tree } from "../objects/tree.ts";
import { compareTrees } from "./diff-reader.ts";
import { type ObjectReader, readTree, rootOf } from "./object-reader.ts";

export interface TreeFile {
  readonly path: string;
  readonly oid: Oid;
  /** `100644`, `100755`, `120000` (symbolic link), or `160000` (submodule). */
  readonly mode: string;
}

/**
 * Lists every file of a commit in Git's order.
 *
 * @throws CmsError `invalid`, `repository_broken`
 */
export async function listFiles(objects: ObjectReader, commit: Oid): Promise<TreeFile[]> {
  return listTree(objects, await rootOf(objects, parseOid(commit)));
}

/** Lists the files of one tree; paths are relative to it. */
export async function listTree(objects: ObjectReader, tree: Oid): Promise<TreeFile[]> {
  const files = await compareTrees(objects, undefined, parseOid(tree));
  return files.map(({ path, after = "", mode = "" }) => ({ path, oid: after, mode }));
}

/**
 * Returns the blobs at these paths of a commit. Paths without a file are omitted. Reads each folder once.
 *
 * @throws CmsError `repository_broken`
 */
export async function findFiles(
  objects: ObjectReader,
  commit: Oid,
  paths: readonly string[],
): Promise<Map<string, Oid>> {
  const folderAt = folderReader(objects, commit);
  await Promise.all(paths.map(async (path) => folderAt(splitPath(path)[0])));
  const found = new Map<string, Oid>();
  for (const path of paths) {
    const [parent, name] = splitPath(path);
    const entry = (await folderAt(parent)).get(nameKey(name));
    if (entry !== undefined && entry.mode !== FOLDER_MODE) found.set(path, entry.oid);
  }
  return found;
}

/**
 * Returns the subfolders of a folder with their tree ids; empty if there is no such folder.
 *
 * @throws CmsError `repository_broken`
 */
export async function folderIds(
  objects: ObjectReader,
  commit: Oid,
  path: string,
): Promise<Map<string, Oid>> {
  const tree = await folderReader(objects, commit)(path);
  const folders = [...tree.values()].filter(({ mode }) => mode === FOLDER_MODE);
  return new Map(folders.map(({ name, oid }) => [name, oid]));
}

function folderReader(objects: ObjectReader, commit: Oid): (path: string) => Promise<Tree> {
  const folders = new Map<string, Promise<Tree>>();
  const read = async (path: string): Promise<Tree> => {
    if (path === "") return readTree(objects, await rootOf(objects, commit));
    const [parent, name] = splitPath(path);
    const entry = (await folderAt(parent)).get(nameKey(name));
    return entry?.mode === FOLDER_MODE ? readTree(objects, entry.oid) : new Map();
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
