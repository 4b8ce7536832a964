import { joinPieces, storeBytes } from "./deflate.ts";
import { makeDelta } from "./delta.ts";
import type { TreeStore } from "./edit-tree.ts";
import { looseObject, type LooseObject } from "./loose-object.ts";
import type { Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";
import type { TreeCache } from "./tree-cache.ts";
import type { Tree } from "./tree.ts";

// As `git repack` does by default: a longer chain makes reading slower.
const MAX_DELTA_CHAIN = 50;

interface NewestTree {
  readonly tree: Tree;
  /** How many deltas lie on one another. */
  readonly chain: number;
}

export interface BatchFolders extends Pick<TreeStore, "read" | "write"> {
  /** Lists of folders that stand beside the batch's pack. */
  readonly loose: () => readonly LooseObject[];
  /** Remembers the newest lists for the batches to come. */
  readonly keep: () => void;
}

/**
 * The folders of a batch: of each only the newest list is read again, the others go to the pack. A long list
 * in which something changed stays out of it, unless another one builds on it: a pack is hashed as a whole.
 */
export function createBatchFolders(trees: TreeCache, objects: Map<Oid, PackObject>): BatchFolders {
  const newest = new Map<string, NewestTree>();
  const long = new Map<Oid, Tree>();
  return {
    keep: () => {
      for (const { tree } of newest.values()) trees.add(tree.oid, tree);
    },
    loose: () => [...long.values()].map(looseTree),
    read: async (oid, folder) => {
      const known = newest.get(folder);
      return known?.tree.oid === oid ? known.tree : trees.read(oid);
    },
    write: (tree, folder, before) => {
      const { oid } = tree;
      const base = newest.get(folder);
      const usable = base !== undefined && base.tree.oid === before && base.chain < MAX_DELTA_CHAIN;
      newest.set(folder, { tree, chain: usable ? base.chain + 1 : 0 });
      if (objects.has(oid) || long.has(oid)) return oid;
      if (usable) {
        if (long.delete(base.tree.oid)) objects.set(base.tree.oid, fullTree(base.tree));
        objects.set(oid, deltaTree(tree, base.tree));
      } else if (tree.isLong && before !== undefined) long.set(oid, tree);
      else objects.set(oid, fullTree(tree));
      return oid;
    },
  };
}

function looseTree({ oid, length, pieces }: Tree): LooseObject {
  return looseObject({ oid, type: "tree", size: length }, pieces);
}

function fullTree({ oid, length, pieces }: Tree): PackObject {
  const [only, ...more] = pieces;
  const isOne = only !== undefined && more.length === 0;
  const stream = isOne ? storeBytes(only.bytes) : Buffer.concat(joinPieces(pieces));
  return { oid, type: "tree", size: length, stream };
}

function deltaTree(tree: Tree, base: Tree): PackObject {
  const delta = makeDelta(base.toBuffer(), tree.toBuffer());
  return {
    oid: tree.oid,
    type: "tree",
    size: delta.length,
    stream: storeBytes(delta),
    base: base.oid,
  };
}
