import type { FileCalls } from "./durable-file.ts";
import type { TreeStore } from "./edit-tree.ts";
import type { ObjectPieces, StagedObject } from "./loose-object.ts";
import type { Oid } from "./object-id.ts";
import type { PackObject } from "./pack.ts";
import type { TreeCache } from "./tree-cache.ts";
import { deltaTree, fullTree } from "./tree-objects.ts";
import type { Tree } from "./tree.ts";

// As `git repack` does by default: a longer chain makes reading slower.
const MAX_DELTA_CHAIN = 50;

interface NewestTree {
  readonly tree: Tree;
  /** How many deltas lie on one another. */
  readonly chain: number;
}

export interface FolderList {
  /** Ends in a slash. */
  readonly folder: string;
  readonly tree: Tree;
}

export interface BatchFolders extends Pick<TreeStore, "read" | "write"> {
  /** The lists that stand beside the batch's pack, each with its folder. */
  readonly beside: () => readonly FolderList[];
  /** Brings these to the disk. */
  readonly place: (calls: FileCalls) => readonly Promise<void>[];
  /** Remembers the newest lists for the batches to come. */
  readonly keep: () => void;
  /** Removes what was written of lists and has no name yet. */
  readonly drop: () => Promise<void>;
}

export interface BatchFoldersOptions {
  readonly trees: TreeCache;
  /** Begins to write an object that stands beside the pack. */
  readonly stage: (object: ObjectPieces) => StagedObject;
  /** Whether no commit builds on another one of the batch. */
  readonly alone: boolean;
}

/**
 * The folders of a batch: of each only the newest list is read again, the others go to the pack. A long list
 * in which something changed stays out of it, unless another one builds on it: a pack is hashed as a whole.
 */
export function createBatchFolders(
  objects: Map<Oid, PackObject>,
  { trees, stage, alone }: BatchFoldersOptions,
): BatchFolders {
  const newest = new Map<string, NewestTree>();
  const long = new Map<Oid, FolderList>();
  const { stageTree, drop } = stagingOnce(stage);
  return {
    keep: () => {
      for (const { tree } of newest.values()) trees.add(tree.oid, tree);
    },
    beside: () => [...long.values()],
    place: (calls) => [...long].map(async ([oid, { tree }]) => stageTree(tree).place(oid, calls)),
    drop,
    read: async (oid, folder) => {
      const known = newest.get(folder);
      return known?.tree.oid === oid ? known.tree : trees.read(oid);
    },
    write: (tree, folder, before) => {
      const base = baseOf(newest.get(folder), before);
      const isBeside = tree.isLong && before !== undefined && base === undefined;
      // To hash it takes as long as the disk: both at once.
      if (isBeside && alone) stageTree(tree);
      const { oid } = tree;
      newest.set(folder, { tree, chain: base === undefined ? 0 : base.chain + 1 });
      if (objects.has(oid) || long.has(oid)) return oid;
      if (base !== undefined) {
        if (long.delete(base.tree.oid)) objects.set(base.tree.oid, fullTree(base.tree));
        objects.set(oid, deltaTree(tree, base.tree));
      } else if (isBeside) long.set(oid, { folder, tree });
      else objects.set(oid, fullTree(tree));
      return oid;
    },
  };
}

/** What a list can be a delta of: the one of the same batch that it takes the place of. */
function baseOf(newest: NewestTree | undefined, before: Oid | undefined): NewestTree | undefined {
  if (newest === undefined || newest.tree.oid !== before) return undefined;
  return newest.chain < MAX_DELTA_CHAIN ? newest : undefined;
}

/** Stages each list once, and can remove what has no name yet. */
function stagingOnce(stage: BatchFoldersOptions["stage"]): {
  readonly stageTree: (tree: Tree) => StagedObject;
  readonly drop: () => Promise<void>;
} {
  const staged = new Map<Tree, StagedObject>();
  return {
    stageTree: (tree) => {
      const { length: size, pieces } = tree;
      const begun = staged.get(tree) ?? stage({ type: "tree", size, pieces });
      staged.set(tree, begun);
      return begun;
    },
    drop: async () => {
      await Promise.all(staged.values().map((one) => one.drop()));
    },
  };
}
