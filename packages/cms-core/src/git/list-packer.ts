import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { FolderList } from "./batch-folders.ts";
import { POOLED } from "./durable-file.ts";
import { looseObjectPath } from "./loose-object.ts";
import { makePack } from "./pack.ts";
import { deltaTree, fullTree } from "./tree-objects.ts";
import type { Tree } from "./tree.ts";
import { writePack } from "./write-pack.ts";

/** What a list of 100,000 entries takes of the disk is shared by so many publishes. */
const LISTS_BETWEEN = 16;

/** Puts long lists, which are written as files of their own, together into packs. */
export interface ListPacker {
  /** Takes note of lists that are on the disk now. */
  readonly add: (lists: readonly FolderList[]) => void;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

/**
 * Of every sixteen lists of a folder makes a pack beside the writers: the newest as a whole, each other one as what
 * makes it different. Their files go when the pack and its index are on the disk.
 */
export function createListPacker(
  gitDir: string,
  { listsBetween = LISTS_BETWEEN }: { readonly listsBetween?: number } = {},
): ListPacker {
  const waiting = new Map<string, Tree[]>();
  let running: Promise<void> = Promise.resolve();
  return {
    add: (lists) => {
      for (const { folder, tree } of lists) {
        const trees = [...(waiting.get(folder) ?? []), tree];
        waiting.set(folder, trees);
        if (trees.length < listsBetween) continue;
        waiting.delete(folder);
        // Nothing is lost when it fails: a repack takes the files.
        running = running.then(() => packLists(gitDir, trees)).catch(() => undefined);
      }
    },
    idle: async () => running,
  };
}

async function packLists(gitDir: string, oldestFirst: readonly Tree[]): Promise<void> {
  // Whoever waits for the last of them has the answer first.
  await setImmediate();
  const [newest, ...older] = new Map(
    oldestFirst.toReversed().map((tree) => [tree.oid, tree]),
  ).values();
  if (newest === undefined) return;
  const deltas = older.map((tree, index) => deltaTree(tree, older[index - 1] ?? newest));
  const pack = makePack([fullTree(newest), ...deltas]);
  await writePack(gitDir, pack, { calls: POOLED, canWait: false });
  for (const { oid } of oldestFirst) await rm(looseObjectPath(gitDir, oid), { force: true });
}
