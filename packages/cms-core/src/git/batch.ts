import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { deflate as deflateAsync, deflateSync, type ZlibOptions } from "node:zlib";
import type { FileMode } from "./change.ts";
import { printCommit, type Author } from "./commit-object.ts";
import type { FileChange } from "./diff-reader.ts";
import { editTree, type TreeStore } from "./edit-tree.ts";
import { hashObject, type ObjectType, type Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";
import type { TreeCache } from "./tree-cache.ts";
import { EMPTY_TREE, type Tree } from "./tree.ts";

/** A change of more is compressed at once; what a save writes is stored, and compressed by the next repack. */
const STORED_BYTES = 64 * 1024;
/** Longer files are compressed in the thread pool. */
const SYNCHRONOUS_BYTES = 16 * 1024;
const WAVE = 32;
const FASTEST = 1;
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
  /** How it differs from its parent. */
  readonly changes: readonly FileChange[];
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
  const total = bodies.values().reduce((sum, body) => sum + body.length, 0);
  const blobs: PackObject[] = [];
  for (const [oid, body] of bodies) {
    const stream = total <= STORED_BYTES ? store(body) : await compress(body);
    blobs.push({ oid, type: "blob", size: body.length, stream });
    // Others have their turn while thousands of files are compressed.
    if (blobs.length % WAVE === 0) await setImmediate();
  }
  return { oids, blobs };
}

function store(body: Uint8Array): Buffer {
  return deflateSync(body, zlibOptions(body, 0));
}

async function compress(body: Uint8Array): Promise<Buffer> {
  const options = zlibOptions(body, FASTEST);
  return body.length <= SYNCHRONOUS_BYTES
    ? deflateSync(body, options)
    : deflateInPool(body, options);
}

const deflateInPool = promisify(
  (body: Uint8Array, options: ZlibOptions, done: (error: Error | null, stream: Buffer) => void) => {
    deflateAsync(body, options, done);
  },
);

/** With room for all of the stream at once: by default zlib takes 16 KiB for every small file. */
function zlibOptions(body: Uint8Array, level: number): ZlibOptions {
  return { level, chunkSize: body.length + ZLIB_MARGIN };
}

/** An empty batch that reads the trees it changes through `trees`. */
export function makeBatch(trees: TreeCache): Batch {
  const objects = new Map<Oid, PackObject>();
  const written = new Map<Oid, Tree>();
  let newest: { readonly commit: Oid; readonly root: Oid } | undefined;
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: store(bytes) });
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
      const changes: FileChange[] = [];
      const changed = (file: FileChange): number => changes.push(file);
      const modeAt = (path: string): FileMode | undefined => change.modes?.get(path);
      const edited = await editTree({ ...folders, changed, modeAt }, before, change.files);
      const tree = edited ?? folders.write(EMPTY_TREE);
      const isNew = tree !== before || change.mergeOf !== undefined;
      if (parent !== null && !isNew) return { commit: parent, changes };
      for (const blob of change.blobs) objects.set(blob.oid, blob);
      const bytes = printCommit({ ...change, tree, parent });
      const commit = keep("commit", bytes);
      newest = { commit, root: tree };
      return { commit, changes, bytes };
    },
  };
}
