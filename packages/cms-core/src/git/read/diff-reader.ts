import { type Oid, parseOid } from "../objects/object-id.ts";
import { FOLDER_MODE, type Tree, type TreeEntry } from "../objects/tree.ts";
import { streamGit } from "../program/git-program.ts";
import { type ObjectReader, readTrees, readTreesThere, rootOf } from "./object-reader.ts";

/** A file that differs between two commits; `before` and `after` are blob ids. */
export interface FileChange {
  readonly path: string;
  /** Absent when the file is new. */
  readonly before?: Oid;
  /** Absent when the file was removed. */
  readonly after?: Oid;
  /** `100644`, `100755`, `120000` (symbolic link) or `160000` (submodule) after the change. */
  readonly mode?: string;
}

/** A folder whose list the repository has lost, or has damaged. */
export interface DamagedFolder {
  readonly path: string;
  readonly oid: Oid;
}

/**
 * What differs between two commits, in git's order; every file where there is no first one.
 *
 * @param onDamaged - given each folder below the root that cannot be read, which then counts as empty
 * @throws CmsError `invalid`, `repository_broken`
 */
export async function changedFiles(
  objects: ObjectReader,
  commits: { readonly from: Oid | undefined; readonly to: Oid },
  onDamaged?: (folder: DamagedFolder) => void,
): Promise<FileChange[]> {
  const { from, to } = commits;
  const before = from === undefined ? undefined : await rootOf(objects, parseOid(from));
  const after = await rootOf(objects, parseOid(to));
  return compareTrees(objects, before, after, onDamaged);
}

/**
 * The same of two folders; paths begin in them. Folders of one depth are read in one go, and equal ones not at all. Git
 * could do it itself: to start it holds up a process of 500 MB for 50 ms.
 */
export async function compareTrees(
  objects: ObjectReader,
  before: Oid | undefined,
  after: Oid,
  onDamaged?: (folder: DamagedFolder) => void,
): Promise<FileChange[]> {
  const files: Difference[] = [];
  const was = before === undefined ? undefined : folder(before);
  const root = { key: "", path: "", was, is: folder(after) };
  for (let level: Difference[] = [root]; level.length > 0;) {
    for (const one of level) if (fileOf(one.was) ?? fileOf(one.is)) files.push(one);
    const folders = level.filter((one) => folderOf(one.was) !== folderOf(one.is));
    const oids = folders.flatMap((one) => [folderOf(one.was) ?? [], folderOf(one.is) ?? []].flat());
    const isRoot = level[0] === root;
    const read = onDamaged === undefined || isRoot ? readTrees : readTreesThere;
    const trees = await read(objects, new Set(oids));
    for (const { path, is } of folders) {
      const oid = folderOf(is);
      if (oid !== undefined && !trees.has(oid)) onDamaged?.({ path, oid });
    }
    level = folders.flatMap((one) => differencesIn(one, trees));
  }
  return files.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(changeOf);
}

/** A name that stands for something else in one folder than in the other. */
interface Difference {
  /** The path, by the `nameKey` of each name: git sorts by it. */
  readonly key: string;
  readonly path: string;
  readonly was: TreeEntry | undefined;
  readonly is: TreeEntry | undefined;
}

const NO_FOLDER: Tree = new Map();

function differencesIn(
  { key, path, was, is }: Difference,
  trees: ReadonlyMap<Oid, Tree>,
): Difference[] {
  const before = trees.get(folderOf(was) ?? "") ?? NO_FOLDER;
  const after = trees.get(folderOf(is) ?? "") ?? NO_FOLDER;
  const slash = key === "" ? "" : "/";
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (old?.oid === now?.oid && old?.mode === now?.mode) return [];
    const shown = old?.name ?? now?.name ?? "";
    return [{ key: key + slash + name, path: path + slash + shown, was: old, is: now }];
  });
}

function changeOf({ path, was, is }: Difference): FileChange {
  const [before, after] = [fileOf(was), fileOf(is)];
  return {
    path,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after, mode: is?.mode ?? "" }),
  };
}

function folder(oid: Oid): TreeEntry {
  return { name: "", mode: FOLDER_MODE, oid };
}

function folderOf(entry: TreeEntry | undefined): Oid | undefined {
  return entry?.mode === FOLDER_MODE ? entry.oid : undefined;
}

function fileOf(entry: TreeEntry | undefined): Oid | undefined {
  return entry?.mode === FOLDER_MODE ? undefined : entry?.oid;
}

const MAX_BYTES = 1024 * 1024;
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const OPTIONS = [
  "-r",
  "--patch",
  "--unified=3",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--full-index",
];

/**
 * How one folder becomes another, as `git diff` prints it; at most a megabyte of it. Undefined stands for a folder of
 * nothing.
 *
 * @throws CmsError `git_failed`
 */
export async function diffFolders(
  gitDir: string,
  from: Oid | undefined,
  to: Oid | undefined,
): Promise<string> {
  const trees = [parseOid(from ?? EMPTY_TREE), parseOid(to ?? EMPTY_TREE)];
  const chunks: Uint8Array[] = [];
  let byteSize = 0;
  for await (const chunk of streamGit(gitDir, ["diff-tree", ...OPTIONS, ...trees])) {
    chunks.push(chunk);
    byteSize += chunk.length;
    if (byteSize >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString("utf8").toWellFormed();
}
