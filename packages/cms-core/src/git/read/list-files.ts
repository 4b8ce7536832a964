import { CmsError } from "../../base/errors.ts";
import { type Oid, parseOid } from "../objects/object-id.ts";
import { FOLDER_MODE, nameKey, parseTree, type Tree } from "../objects/tree.ts";
import { type GitObject, type ObjectReader, readTree, rootOf } from "./object-reader.ts";

export interface TreeFile {
  readonly path: string;
  readonly oid: Oid;
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule). */
  readonly mode: string;
}

/**
 * Every file of a commit in git's order. Folders are read, those of one depth in one go, where git could
 * list them itself: to start it holds up a process of 500 MB for 50 ms.
 *
 * @throws CmsError `invalid`, `repository_broken`
 */
export async function listFiles(objects: ObjectReader, commit: Oid): Promise<TreeFile[]> {
  return listTree(objects, await rootOf(objects, parseOid(commit)));
}

/** The same of one folder, by the id of its list; paths begin in it. */
export async function listTree(objects: ObjectReader, tree: Oid): Promise<TreeFile[]> {
  const root: Folder = { path: "", oid: parseOid(tree), items: [] };
  for (let folders = [root]; folders.length > 0;) {
    const found = await objects.read(folders.map(({ oid }) => oid));
    for (const [index, folder] of folders.entries()) readFolder(folder, found[index]);
    folders = folders.flatMap(({ items }) => items.filter((item) => "items" in item));
  }
  return filesIn(root);
}

interface Folder {
  /** With a slash at its end. */
  readonly path: string;
  readonly oid: Oid;
  readonly items: (TreeFile | Folder)[];
}

function readFolder({ path, oid, items }: Folder, object: GitObject | undefined): void {
  if (object?.type !== "tree") {
    throw new CmsError("repository_broken", `The repository has no list ${oid} of a folder.`);
  }
  for (const { name, mode, oid: of } of parseTree(object.bytes).values()) {
    if (mode === FOLDER_MODE) items.push({ path: `${path}${name}/`, oid: of, items: [] });
    else items.push({ path: path + name, oid: of, mode });
  }
}

/** However deep they are: what was pushed may be deeper than calls can go. */
function filesIn(root: Folder): TreeFile[] {
  const files: TreeFile[] = [];
  const open = [{ items: root.items, next: 0 }];
  for (let folder = open.at(-1); folder !== undefined; folder = open.at(-1)) {
    const item = folder.items[folder.next];
    folder.next += 1;
    if (item === undefined) open.pop();
    else if ("items" in item) open.push({ items: item.items, next: 0 });
    else files.push(item);
  }
  return files;
}

/**
 * The blobs at some paths of a commit, by path; a path where there is no file has none. Each folder's list is
 * read once.
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
 * The folders in a folder of a commit, with the id of each one's list; none when there is no such folder.
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
