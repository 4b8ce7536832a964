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

/**
 * Compression level for files. Trees are mostly ids: compressing them would save half their size but take longer than
 * the rest of a save, so the next repack compresses them.
 */
const FASTEST = 1;

const STORED = 0;

const ZLIB_MARGIN = 64;

/** A change whose new files are already hashed and compressed. */
export interface PreparedChange {
  /** Blob ids by path; null removes the file. */
  readonly files: ReadonlyMap<string, Oid | null>;
  readonly blobs: readonly PackObject[];
  readonly modes?: ReadonlyMap<string, FileMode>;
  readonly author: Author;
  readonly when: Date;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
  readonly mergeOf?: readonly Oid[];
}

/** Collects the objects of several consecutive commits for one pack. */
export interface Batch {
  /** Adds the commit of a change on top of `parent`. Returns `parent` itself if there is nothing to change or merge. */
  readonly add: (change: PreparedChange, parent: Oid | null) => Promise<Oid>;
  readonly objects: () => readonly PackObject[];
  /** The trees and commits of the batch. */
  readonly newObjects: () => readonly GitObject[];
}

/** Hashes new files and compresses them with zlib. */
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
    // Yields to the event loop while thousands of files are compressed.
    if (blobs.length % WAVE === 0) await setImmediate();
  }
  return { oids, blobs };
}

/** Allocates the whole output buffer up front: by default zlib allocates 16 KiB for every small file. */
function deflate(bytes: Uint8Array, level: number): Buffer {
  return deflateSync(bytes, { level, chunkSize: bytes.length + ZLIB_MARGIN });
}

/** Creates an empty batch on top of a repository's objects. */
export function makeBatch(repository: ObjectReader): Batch {
  const objects = new Map<Oid, PackObject>();
  const written = new Map<Oid, Tree>();
  const newObjects: GitObject[] = [];
  let newest: { readonly commit: Oid; readonly root: Oid } | undefined;
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: deflate(bytes, STORED) });
      newObjects.push({ oid, type, bytes });
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
    newObjects: () => newObjects,
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

/** Where tree edits read from and write to. */
interface TreeStore {
  readonly read: (oid: Oid) => Promise<Tree>;
  /** Stores a new tree and returns its id. */
  readonly write: (tree: Tree) => Oid;
  /** New mode of a file; undefined keeps the existing mode. */
  readonly modeAt?: (path: string) => FileMode | undefined;
}

/** Edits of a folder by name: a file's new blob, null to remove it, or the edits of a subfolder. */
interface FolderEdits {
  readonly files: Map<string, Oid | null>;
  readonly folders: Map<string, FolderEdits>;
}

/**
 * Sets and removes files below a root tree. Returns the new root, or undefined if the tree is empty. Reads and writes
 * only folders on the path to a change; folders that become empty are removed.
 *
 * @throws CmsError `invalid_path` if a file is in the place of a needed folder, or the reverse
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
  /** Empty, or ends with a slash. */
  readonly path: string;
  readonly edits: FolderEdits;
}

/** @returns whether the folder changed */
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
    if (isFolder || edits.folders.has(name)) throw pathConflict(path, name);
    const mode = modeAt?.(path + name) ?? fileMode(old);
    changed = setEntry(tree, { name, oid, mode }) || changed;
  }
  return changed;
}

/** Like `editFiles`, for its subfolders. */
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
    else if (old !== undefined && !isFolder) throw pathConflict(path, name);
    else changed = setEntry(tree, { name, oid: after, mode: FOLDER_MODE }) || changed;
  }
  return changed;
}

function setEntry(tree: Map<string, TreeEntry>, entry: TreeEntry): boolean {
  const key = nameKey(entry.name);
  const old = tree.get(key);
  if (old?.oid === entry.oid && old.mode === entry.mode) return false;
  tree.set(key, entry);
  return true;
}

/** Keeps an executable file executable; a symbolic link or submodule becomes a regular file. */
function fileMode(old: TreeEntry | undefined): string {
  return old?.mode === PROGRAM_MODE ? PROGRAM_MODE : FILE_MODE;
}

function pathConflict(folder: string, name: string): CmsError {
  return new CmsError("invalid_path", `${folder}${name} is both a file and a folder.`, {
    details: { path: `${folder}${name}` },
  });
}
