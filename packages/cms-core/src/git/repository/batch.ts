import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { CmsError } from "../../base/errors.ts";
import { type Author, printCommit } from "../objects/commit-object.ts";
import { hashObject, type ObjectType, type Oid } from "../objects/object-id.ts";
import type { PackObject } from "../objects/pack.ts";
import {
  type FileMode,
  FOLDER_MODE,
  nameKey,
  printTree,
  type Tree,
  type TreeEntry,
} from "../objects/tree.ts";
import { type GitObject, type ObjectReader, readTree, rootOf } from "../read/object-reader.ts";

const FILE_MODE = "100644";

const PROGRAM_MODE = "100755";

const WAVE = 32;

/** Of files. Of trees, which are mostly ids, it would save half and take a save longer than all else; the next repack does. */
const FASTEST = 1;

const STORED = 0;

const ZLIB_MARGIN = 64;

/** A change whose new files are already hashed, and zlib streams. */
export interface PreparedChange {
  /** Blob by path; null removes the file. */
  readonly files: ReadonlyMap<string, Oid | null>;
  readonly blobs: readonly PackObject[];
  readonly modes?: ReadonlyMap<string, FileMode>;
  readonly author: Author;
  readonly when: Date;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
  readonly mergeOf?: readonly Oid[];
}

/** The objects of several commits, one on the other, that will be one pack. */
export interface Batch {
  /** Adds the commit that a change makes on `parent`; `parent` itself when it changes and merges nothing. */
  readonly add: (change: PreparedChange, parent: Oid | null) => Promise<Oid>;
  readonly objects: () => readonly PackObject[];
  /** The trees and commits among them. */
  readonly made: () => readonly GitObject[];
}

/** Hashes new files and makes zlib streams of them. */
export async function prepareBlobs(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly oids: Map<string, Oid>; readonly blobs: PackObject[] }> {
  const oids = new Map<string, Oid>();
  const bodies = new Map<Oid, Uint8Array>();
  for (const [path, body] of files) {
    const oid = hashObject("blob", body);
    oids.set(path, oid);
    bodies.set(oid, body);
  }
  const blobs: PackObject[] = [];
  for (const [oid, body] of bodies) {
    blobs.push({ oid, type: "blob", size: body.length, stream: deflate(body, FASTEST) });
    // Others have their turn while thousands of files are compressed.
    if (blobs.length % WAVE === 0) await setImmediate();
  }
  return { oids, blobs };
}

/** With room for all of the stream at once: by default zlib takes 16 KiB for every small file. */
function deflate(bytes: Uint8Array, level: number): Buffer {
  return deflateSync(bytes, { level, chunkSize: bytes.length + ZLIB_MARGIN });
}

/** An empty batch on what a repository has. */
export function makeBatch(repository: ObjectReader): Batch {
  const objects = new Map<Oid, PackObject>();
  const written = new Map<Oid, Tree>();
  const made: GitObject[] = [];
  let newest: { readonly commit: Oid; readonly root: Oid } | undefined;
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: deflate(bytes, STORED) });
      made.push({ oid, type, bytes });
    }
    return oid;
  };
  const folders: Pick<TreeStore, "read" | "write"> = {
    read: async (oid) => written.get(oid) ?? readTree(repository, oid),
    write: (tree) => {
      const oid = keep("tree", printTree(tree));
      written.set(oid, tree);
      return oid;
    },
  };
  const rootBefore = async (commit: Oid | null): Promise<Oid | undefined> => {
    if (commit === null) return undefined;
    return commit === newest?.commit ? newest.root : rootOf(repository, commit);
  };
  return {
    objects: () => [...objects.values()],
    made: () => made,
    add: async (change, parent) => {
      const before = await rootBefore(parent);
      const modeAt = (path: string): FileMode | undefined => change.modes?.get(path);
      const edited = await editTree({ ...folders, modeAt }, before, change.files);
      const tree = edited ?? folders.write(new Map());
      const isNew = tree !== before || change.mergeOf !== undefined;
      if (parent !== null && !isNew) return parent;
      for (const blob of change.blobs) objects.set(blob.oid, blob);
      const commit = keep("commit", printCommit({ ...change, tree, parent }));
      newest = { commit, root: tree };
      return commit;
    },
  };
}

/** What a batch of tree edits reads from and writes to. */
interface TreeStore {
  readonly read: (oid: Oid) => Promise<Tree>;
  /** Keeps a new tree and returns its id. */
  readonly write: (tree: Tree) => Oid;
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
async function editTree(
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

async function editFolder(
  trees: TreeStore,
  { path, oid }: { readonly path: string; readonly oid: Oid | undefined },
  edits: FolderEdits,
): Promise<Oid | undefined> {
  const tree = new Map(oid === undefined ? [] : await trees.read(oid));
  const files = editFiles(tree, { path, edits }, trees);
  const folders = await editFolders(tree, { path, edits }, trees);
  if (!files && !folders) return oid;
  return tree.size === 0 ? undefined : trees.write(tree);
}

interface EditedFolder {
  /** Empty, or with a slash at its end. */
  readonly path: string;
  readonly edits: FolderEdits;
}

/** @returns whether it changed the list */
function editFiles(
  tree: Map<string, TreeEntry>,
  { path, edits }: EditedFolder,
  { modeAt }: TreeStore,
): boolean {
  let changed = false;
  for (const [name, oid] of edits.files) {
    const key = nameKey(name);
    const old = tree.get(key);
    const isFolder = old?.mode === FOLDER_MODE;
    if (oid === null) {
      changed = (!isFolder && tree.delete(key)) || changed;
      continue;
    }
    if (isFolder || edits.folders.has(name)) throw clash(path, name);
    const mode = modeAt?.(path + name) ?? fileMode(old);
    changed = put(tree, { name, oid, mode }) || changed;
  }
  return changed;
}

/** The same of the folders in it. */
async function editFolders(
  tree: Map<string, TreeEntry>,
  { path, edits }: EditedFolder,
  trees: TreeStore,
): Promise<boolean> {
  let changed = false;
  for (const [name, inner] of edits.folders) {
    const old = tree.get(nameKey(name));
    const isFolder = old?.mode === FOLDER_MODE;
    const before = isFolder ? old.oid : undefined;
    const after = await editFolder(trees, { path: `${path}${name}/`, oid: before }, inner);
    if (after === undefined) changed = (isFolder && tree.delete(nameKey(name))) || changed;
    else if (old !== undefined && !isFolder) throw clash(path, name);
    else changed = put(tree, { name, oid: after, mode: FOLDER_MODE }) || changed;
  }
  return changed;
}

function put(tree: Map<string, TreeEntry>, entry: TreeEntry): boolean {
  const key = nameKey(entry.name);
  const old = tree.get(key);
  if (old?.oid === entry.oid && old.mode === entry.mode) return false;
  tree.set(key, entry);
  return true;
}

/** A program stays one; what was a symbolic link or a submodule becomes a plain file. */
function fileMode(old: TreeEntry | undefined): string {
  return old?.mode === PROGRAM_MODE ? PROGRAM_MODE : FILE_MODE;
}

function clash(folder: string, name: string): CmsError {
  return new CmsError("invalid_path", `${folder}${name} is both a file and a folder.`, {
    details: { path: `${folder}${name}` },
  });
}
