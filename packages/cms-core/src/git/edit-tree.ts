import { CmsError } from "../base/errors.ts";
import type { FileMode } from "./change.ts";
import type { FileChange } from "./diff-reader.ts";
import type { Oid } from "./object-id.ts";
import {
  EMPTY_TREE,
  findEntry,
  printTreeEntry,
  spliceTree,
  type EntrySpan,
  type Place,
  type Splice,
  type Tree,
  type TreeEntry,
} from "./tree.ts";

const FILE_MODE = "100644";
const PROGRAM_MODE = "100755";
const EMPTY = Buffer.alloc(0);

/** What a batch of tree edits reads from and writes to. */
export interface TreeStore {
  readonly read: (oid: Oid) => Promise<Tree>;
  /** Keeps a new tree and returns its id. */
  readonly write: (tree: Tree) => Oid;
  /** Hears of every file that is another one afterwards. */
  readonly changed: (change: FileChange) => void;
  /** What a file is to be; undefined: what stands there stays what it is. */
  readonly modeAt?: (path: string) => FileMode | undefined;
}

/** A folder's edits: by name, a file's new blob, null for "gone", or the edits inside. */
interface FolderEdits {
  readonly files: Map<string, Oid | null>;
  readonly folders: Map<string, FolderEdits>;
}

/**
 * Sets and removes files below a root tree and returns the new root, or undefined when nothing is
 * left. Only folders on the way to a change are read and written; folders that become empty go.
 *
 * @throws CmsError `invalid_path` when a file stands where a folder is needed, or the reverse
 */
export async function editTree(
  trees: TreeStore,
  root: Oid | undefined,
  files: ReadonlyMap<string, Oid | null>,
): Promise<Oid | undefined> {
  return editFolder(trees, { path: "", oid: root }, groupByFolder(files));
}

function groupByFolder(files: ReadonlyMap<string, Oid | null>): FolderEdits {
  const root: FolderEdits = { files: new Map(), folders: new Map() };
  for (const [path, oid] of files) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = root;
    for (const part of parts) {
      let inner = folder.folders.get(part);
      if (inner === undefined) {
        inner = { files: new Map(), folders: new Map() };
        folder.folders.set(part, inner);
      }
      folder = inner;
    }
    folder.files.set(name, oid);
  }
  return root;
}

interface Folder {
  readonly path: string;
  readonly tree: Tree;
  readonly edits: FolderEdits;
}

async function editFolder(
  trees: TreeStore,
  { path, oid }: { readonly path: string; readonly oid: Oid | undefined },
  edits: FolderEdits,
): Promise<Oid | undefined> {
  const tree = oid === undefined ? EMPTY_TREE : await trees.read(oid);
  const folder: Folder = { path, tree, edits };
  const splices = [...editFiles(folder, trees), ...(await editFolders(trees, folder))];
  if (splices.length === 0) return oid;
  const edited = spliceTree(tree, splices);
  return edited.bytes.length === 0 ? undefined : trees.write(edited);
}

function editFiles(folder: Folder, trees: TreeStore): Splice[] {
  return [...folder.edits.files].flatMap(([name, oid]) => {
    const place = find(folder, name, false);
    const before = place.span?.entry.oid;
    const path = folder.path + name;
    if (oid === null) {
      if (before !== undefined) trees.changed({ path, before });
      return remove(place);
    }
    if (folder.edits.folders.has(name) || stands(folder, name, place, true)) {
      throw clash(folder.path, name);
    }
    const mode = trees.modeAt?.(path) ?? fileMode(place.span);
    const splices = put(place, { name, oid, mode });
    const change = { path, after: oid, mode };
    if (splices.length > 0) trees.changed(before === undefined ? change : { ...change, before });
    return splices;
  });
}

async function editFolders(trees: TreeStore, folder: Folder): Promise<Splice[]> {
  const splices: Splice[] = [];
  for (const [name, inner] of folder.edits.folders) {
    const place = find(folder, name, true);
    const before = place.span?.entry.oid;
    const after = await editFolder(trees, { path: `${folder.path}${name}/`, oid: before }, inner);
    const fileStays = folder.edits.files.get(name) !== null;
    if (after === undefined) splices.push(...remove(place));
    else if (fileStays && stands(folder, name, place, false)) throw clash(folder.path, name);
    else splices.push(...put(place, { name, oid: after, mode: "40000" }));
  }
  return splices;
}

function find({ tree }: Folder, name: string, folder: boolean): Place {
  return findEntry(tree, { name, folder });
}

/** Whether the name's other kind stands in the folder; where the one does, the other cannot. */
function stands(inside: Folder, name: string, { span }: Place, folder: boolean): boolean {
  return span === undefined && find(inside, name, folder).span !== undefined;
}

/** A program stays one; what was a symbolic link or a submodule becomes a plain file. */
function fileMode(old: EntrySpan | undefined): string {
  return old?.entry.mode === PROGRAM_MODE ? PROGRAM_MODE : FILE_MODE;
}

function remove({ span }: Place): Splice[] {
  if (span === undefined) return [];
  return [{ start: span.start, end: span.end, bytes: EMPTY, key: EMPTY }];
}

function put({ at, span, key }: Place, entry: TreeEntry): Splice[] {
  if (span?.entry.oid === entry.oid && span.entry.mode === entry.mode) return [];
  return [{ start: at, end: span?.end ?? at, bytes: printTreeEntry(entry), key }];
}

function clash(folder: string, name: string): CmsError {
  return new CmsError("invalid_path", `${folder}${name} is both a file and a folder.`, {
    details: { path: `${folder}${name}` },
  });
}
