import { setImmediate } from "node:timers/promises";
import { deflateSync } from "node:zlib";
import { CmsError } from "../../base/errors.ts";
import { type Author, printCommit } from "../objects/commit-object.ts";
import { hashObject, type ObjectType, type Oid } from "../objects/object-id.ts";
import type { PackObject } from "../objects/pack.ts";
import {
  EMPTY_TREE,
  type EntrySpan,
  type FileMode,
  findEntry,
  type Place,
  printTreeEntry,
  type Splice,
  spliceTree,
  type Tree,
  type TreeEntry,
} from "../objects/tree.ts";
import type { TreeCache } from "../read/object-reader.ts";

const FILE_MODE = "100644";

const PROGRAM_MODE = "100755";

const EMPTY = Buffer.alloc(0);

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
  readonly add: (change: PreparedChange, parent: Oid | null) => Promise<BatchCommit>;
  readonly objects: () => readonly PackObject[];
  /** Remembers the trees for the batches to come. */
  readonly keepTrees: () => void;
}

export interface BatchCommit {
  readonly commit: Oid;
  /** The commit's object; absent when nothing changed. */
  readonly bytes?: Buffer;
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

/** An empty batch that reads the trees it changes through `trees`. */
export function makeBatch(trees: TreeCache): Batch {
  const objects = new Map<Oid, PackObject>();
  const written = new Map<Oid, Tree>();
  let newest: { readonly commit: Oid; readonly root: Oid } | undefined;
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: deflate(bytes, STORED) });
    }
    return oid;
  };
  const folders: Pick<TreeStore, "read" | "write"> = {
    read: async (oid) => written.get(oid) ?? trees.read(oid),
    write: (tree) => {
      const oid = keep("tree", tree.bytes);
      written.set(oid, tree);
      return oid;
    },
  };
  const rootOf = async (commit: Oid | null): Promise<Oid | undefined> => {
    if (commit === null) return undefined;
    return commit === newest?.commit ? newest.root : trees.rootOf(commit);
  };
  return {
    objects: () => [...objects.values()],
    keepTrees: () => {
      for (const [oid, tree] of written) trees.add(oid, tree);
      if (newest !== undefined) trees.setRoot(newest.commit, newest.root);
    },
    add: async (change, parent) => {
      const before = await rootOf(parent);
      const modeAt = (path: string): FileMode | undefined => change.modes?.get(path);
      const edited = await editTree({ ...folders, modeAt }, before, change.files);
      const tree = edited ?? folders.write(EMPTY_TREE);
      const isNew = tree !== before || change.mergeOf !== undefined;
      if (parent !== null && !isNew) return { commit: parent };
      for (const blob of change.blobs) objects.set(blob.oid, blob);
      const bytes = printCommit({ ...change, tree, parent });
      const commit = keep("commit", bytes);
      newest = { commit, root: tree };
      return { commit, bytes };
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
    if (oid === null) return remove(place);
    if (folder.edits.folders.has(name) || stands(folder, name, place, true)) {
      throw clash(folder.path, name);
    }
    const mode = trees.modeAt?.(folder.path + name) ?? fileMode(place.span);
    return put(place, { name, oid, mode });
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
