import { setImmediate } from "node:timers/promises";
import { printCommit, type Author } from "./commit-object.ts";
import { deflateText, deflateTextInPool, storeBytes } from "./deflate.ts";
import { makeDelta } from "./delta.ts";
import { editTree, type TreeStore } from "./edit-tree.ts";
import { hashObject, type ObjectType, type Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";
import type { TreeCache } from "./tree-cache.ts";

// As `git repack` does by default: a longer chain makes reading slower.
const MAX_DELTA_CHAIN = 50;
// A trip through the thread pool costs 100 µs, three times what compressing 2.5 KB takes.
const SYNCHRONOUS_BYTES = 16 * 1024;
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
export interface Batch {
  /** Adds the commit that a change makes on `parent`; `parent` itself when it changes nothing. */
  readonly add: (change: PreparedChange, parent: Oid | null) => Promise<Oid>;
  readonly objects: () => readonly PackObject[];
}

interface TreeOrigin {
  readonly oid: Oid;
  readonly bytes: Buffer;
  readonly chain: number;
}

/** Hashes and compresses new files; large ones in the thread pool. */
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
    return {
      oids,
      blobs: [...bodies].map(([oid, body]) => blobObject(oid, body, deflateText(body))),
    };
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
export function makeBatch(trees: TreeCache): Batch {
  const objects = new Map<Oid, PackObject>();
  const newest = new Map<string, TreeOrigin>();
  const keep = (type: ObjectType, bytes: Buffer): Oid => {
    const oid = hashObject(type, bytes);
    if (!objects.has(oid)) {
      objects.set(oid, { oid, type, size: bytes.length, stream: storeBytes(bytes) });
    }
    return oid;
  };
  const store: TreeStore = {
    read: async (oid) => trees.read(oid),
    write: (bytes, folder, before) => {
      const oid = hashObject("tree", bytes);
      trees.add(oid, bytes);
      if (objects.has(oid)) return oid;
      const base = newest.get(folder);
      const usable = base !== undefined && base.oid === before && base.chain < MAX_DELTA_CHAIN;
      objects.set(oid, usable ? deltaTree(oid, bytes, base) : fullTree(oid, bytes));
      newest.set(folder, { oid, bytes, chain: usable ? base.chain + 1 : 0 });
      return oid;
    },
  };
  return {
    objects: () => [...objects.values()],
    add: async (change, parent) => {
      const before = parent === null ? undefined : await trees.rootOf(parent);
      const edited = await editTree(store, before, change.files);
      const tree = edited ?? keep("tree", Buffer.alloc(0));
      if (parent !== null && tree === before) return parent;
      for (const blob of change.blobs) objects.set(blob.oid, blob);
      const commit = keep("commit", printCommit({ ...change, tree, parent }));
      trees.setRoot(commit, tree);
      return commit;
    },
  };
}

function fullTree(oid: Oid, bytes: Buffer): PackObject {
  return { oid, type: "tree", size: bytes.length, stream: storeBytes(bytes) };
}

function deltaTree(oid: Oid, bytes: Buffer, base: TreeOrigin): PackObject {
  const delta = makeDelta(base.bytes, bytes);
  return { oid, type: "tree", size: delta.length, stream: storeBytes(delta), base: base.oid };
}
