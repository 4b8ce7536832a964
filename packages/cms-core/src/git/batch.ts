import { setImmediate } from "node:timers/promises";
import {
  createBatchFolders,
  type BatchFolders,
  type BatchFoldersOptions,
} from "./batch-folders.ts";
import { printCommit, type Author } from "./commit-object.ts";
import { deflateText, deflateTextInPool, storeBytes } from "./deflate.ts";
import type { FileChange } from "./diff-reader.ts";
import { editTree } from "./edit-tree.ts";
import { hashObject, type ObjectType, type Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";

// A trip through the thread pool costs 100 µs, three times what compressing 2.5 KB takes.
const SYNCHRONOUS_BYTES = 16 * 1024;
// To compress the text of a save is a third of what it costs; `git repack -F` does it later.
const STORED_BYTES = 16 * 1024;
// As much as nobody waits for.
const AT_ONCE_BYTES = 64 * 1024;
const WAVE = 32;

/** A change whose new files are already hashed and compressed. */
export interface PreparedChange {
  /** Blob by path; null removes the file. */
  readonly files: ReadonlyMap<string, Oid | null>;
  readonly blobs: readonly PackObject[];
  readonly author: Author;
  readonly when: Date;
  readonly message: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/** The objects of several commits, one on the other, that will be one pack. */
export interface Batch extends Pick<BatchFolders, "beside" | "place" | "drop"> {
  /** Adds the commit that a change makes on `parent`; `parent` itself when it changes nothing. */
  readonly add: (change: PreparedChange, parent: Oid | null) => Promise<BatchCommit>;
  readonly objects: () => readonly PackObject[];
  /** Remembers the newest trees for the batches to come. */
  readonly keepTrees: () => void;
}

export interface BatchCommit {
  readonly commit: Oid;
  /** How it differs from its parent. */
  readonly changes: readonly FileChange[];
  /** The commit's object; absent when nothing changed. */
  readonly bytes?: Buffer;
}

/** Hashes new files and compresses many or large ones, those in the thread pool. */
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
  if (total <= AT_ONCE_BYTES) {
    const pack = total <= STORED_BYTES ? storeBytes : deflateText;
    return { oids, blobs: [...bodies].map(([oid, body]) => blobObject(oid, body, pack(body))) };
  }
  const blobs: PackObject[] = [];
  const all = [...bodies];
  for (let at = 0; at < all.length; at += WAVE) {
    const wave = all.slice(at, at + WAVE);
    const done = wave.map(async ([oid, body]) =>
      blobObject(oid, body, await deflateWhereCheap(body)),
    );
    blobs.push(...(await Promise.all(done)));
    // Others have their turn while thousands of files are compressed.
    if (at + WAVE < all.length) await setImmediate();
  }
  return { oids, blobs };
}

async function deflateWhereCheap(body: Uint8Array): Promise<Buffer> {
  return body.length <= SYNCHRONOUS_BYTES ? deflateText(body) : deflateTextInPool(body);
}

function blobObject(oid: Oid, body: Uint8Array, stream: Buffer): PackObject {
  return { oid, type: "blob", size: body.length, stream };
}

/** An empty batch that reads the trees it changes through `trees`. */
export function makeBatch(options: BatchFoldersOptions): Batch {
  const { trees } = options;
  const objects = new Map<Oid, PackObject>();
  const folders = createBatchFolders(objects, options);
  let newest: { readonly commit: Oid; readonly root: Oid } | undefined;
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: storeBytes(bytes) });
    }
    return oid;
  };
  const rootOf = async (commit: Oid | null): Promise<Oid | undefined> => {
    if (commit === null) return undefined;
    return commit === newest?.commit ? newest.root : trees.rootOf(commit);
  };
  return {
    objects: () => [...objects.values()],
    beside: folders.beside,
    place: folders.place,
    drop: folders.drop,
    keepTrees: () => {
      folders.keep();
      if (newest !== undefined) trees.setRoot(newest.commit, newest.root);
    },
    add: async (change, parent) => {
      const before = await rootOf(parent);
      const changes: FileChange[] = [];
      const changed = (file: FileChange): number => changes.push(file);
      const edited = await editTree({ ...folders, changed }, before, change.files);
      const tree = edited ?? keep("tree", Buffer.alloc(0));
      if (parent !== null && tree === before) return { commit: parent, changes };
      for (const blob of change.blobs) objects.set(blob.oid, blob);
      const bytes = printCommit({ ...change, tree, parent });
      const commit = keep("commit", bytes);
      newest = { commit, root: tree };
      return { commit, changes, bytes };
    },
  };
}
