import type { TreeStore } from "./edit-tree.ts";
import type { FolderList, StagedList } from "./list-packs.ts";
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

export interface BatchFolders extends Pick<TreeStore, "read" | "write"> {
  /** The lists that stand beside the batch's pack, each with its folder. */
  readonly beside: () => readonly FolderList[];
  /** Brings these to the disk; their names are there once the folder of packs is. */
  readonly place: () => Promise<void>;
  /** Remembers the newest lists for the batches to come. */
  readonly keep: () => void;
  /** Removes what was written of lists and has no name yet. */
  readonly drop: () => Promise<void>;
}

export interface BatchFoldersOptions {
  readonly trees: TreeCache;
  /** Begins to write a list that stands beside the pack. */
  readonly stage: (list: FolderList) => StagedList;
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
  const { stageList, drop } = stagingOnce(stage);
  return {
    keep: () => {
      for (const { tree } of newest.values()) trees.add(tree.oid, tree);
    },
    beside: () => [...long.values()],
    place: async () => {
      await Promise.all(long.values().map((list) => stageList(list).place()));
    },
    drop,
    read: async (oid, folder) => {
      const known = newest.get(folder);
      return known?.tree.oid === oid ? known.tree : trees.read(oid);
    },
    write: (tree, folder, before) => {
      const base = baseOf(newest.get(folder), before);
      const isBeside = tree.isLong && before !== undefined && base === undefined;
      // To hash it takes as long as the disk: both at once.
      if (isBeside && alone) stageList({ folder, tree });
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
  readonly stageList: (list: FolderList) => StagedList;
  readonly drop: () => Promise<void>;
} {
  const staged = new Map<Tree, StagedList>();
  return {
    stageList: (list) => {
      const begun = staged.get(list.tree) ?? stage(list);
      staged.set(list.tree, begun);
      return begun;
    },
    drop: async () => {
      await Promise.all(staged.values().map((one) => one.drop()));
    },
  };
}
