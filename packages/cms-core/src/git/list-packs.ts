import { rm } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { POOLED } from "./durable-file.ts";
import {
  appendList,
  dropPrepared,
  isGone,
  placeList,
  prepareList,
  writeWholeList,
  type PreparedList,
  type WrittenList,
} from "./list-file.ts";
import { deflatePieces, makeListStart, type ListStart } from "./list-start.ts";
import { makePack } from "./pack.ts";
import { deltaTree, fullTree } from "./tree-objects.ts";
import type { Tree } from "./tree.ts";
import { writePack } from "./write-pack.ts";

/** What a list of 100,000 entries takes of the disk is shared by so many publishes. */
const LISTS_BETWEEN = 16;
/** As long as it takes to bring a few small files to the disk. */
const PAUSE_MS = 5;

/** A long folder's list. */
export interface FolderList {
  /** Ends in a slash. */
  readonly folder: string;
  readonly tree: Tree;
}

/** A list on its way to the disk, in a pack of its own. */
export interface StagedList {
  /** Gives the pack its name and its index; both are on the disk once the folder of packs is. */
  readonly place: () => Promise<void>;
  /** Removes the pack, unless it has its name. */
  readonly drop: () => Promise<void>;
}

/** Brings long lists to the disk, each in a pack of its own. */
export interface ListPacks {
  /** Begins to write; the caller may find out the list's id meanwhile. */
  readonly stage: (list: FolderList) => StagedList;
  /** Takes note of placed lists that a ref leads to now. */
  readonly keep: (lists: readonly FolderList[]) => void;
  /** Waits for what is under way, and removes what was prepared. */
  readonly close: () => Promise<void>;
}

/** A list in a pack of its own. */
interface PackedList {
  readonly tree: Tree;
  /** Path of the pack, without its ending; undefined when another one has the list. */
  readonly pack: string | undefined;
}

interface FolderState {
  newest: Tree | undefined;
  /** What the next packs begin with. */
  start: ListStart | undefined;
  prepared: PreparedList | undefined;
  preparing: Promise<void> | undefined;
  /** Ends the wait of what is to be prepared. */
  hurry: () => void;
  kept: PackedList[];
}

const NOTHING_YET = {
  newest: undefined,
  start: undefined,
  prepared: undefined,
  preparing: undefined,
  hurry: () => undefined,
};

/**
 * A pack has to hold the base of each delta, so a changed list of megabytes is megabytes to write. They are
 * written, and synced, before anybody waits for them: a change only adds what makes its list out of that base.
 * Of sixteen lists one pack is made beside the writers, the newest as a whole and the base of what comes.
 *
 * @param canWait whether small indexes are left to the system to bring to the disk
 */
export function createListPacks(
  gitDir: string,
  { canWait = true }: { readonly canWait?: boolean } = {},
): ListPacks {
  const folders = new Map<string, FolderState>();
  const placed = new Map<Tree, string | undefined>();
  let packing: Promise<void> = Promise.resolve();

  const stateOf = (folder: string): FolderState => {
    const state = folders.get(folder) ?? { ...NOTHING_YET, kept: [] };
    folders.set(folder, state);
    return state;
  };

  return {
    stage: ({ folder, tree }) => {
      const state = stateOf(folder);
      const written = writeList(gitDir, state, tree);
      // It may fail before anybody waits for it, and nobody's failure ends the process.
      written.catch(() => undefined);
      let isPlaced = false;
      return {
        place: async () => {
          const pack = await written;
          // The base itself is on the disk, in the pack that it was kept in.
          const isBase = pack.lists.some((one) => one.tree !== tree && one.tree.oid === tree.oid);
          if (isBase) await rm(pack.path, { force: true });
          placed.set(tree, isBase ? undefined : await placeList(gitDir, pack, { canWait }));
          isPlaced = true;
        },
        drop: async () => {
          if (isPlaced) return;
          const pack = await written.catch(() => undefined);
          if (pack !== undefined) await rm(pack.path, { force: true });
          prepare(gitDir, state);
        },
      };
    },
    keep: (lists) => {
      for (const { folder, tree } of lists) {
        const state = stateOf(folder);
        state.newest = tree;
        state.kept.push({ tree, pack: placed.get(tree) });
        prepare(gitDir, state);
        if (state.kept.length < LISTS_BETWEEN) continue;
        const { kept } = state;
        state.kept = [];
        // The next ones begin with a newer list.
        state.start = undefined;
        // Nothing is lost when it fails: a repack takes the packs.
        packing = packing.then(() => packLists(gitDir, kept)).catch(() => undefined);
      }
      placed.clear();
    },
    close: async () => {
      await packing;
      for (const state of folders.values()) {
        state.hurry();
        await state.preparing;
        if (state.prepared !== undefined) dropPrepared(state.prepared);
        state.prepared = undefined;
      }
    },
  };
}

/** By what was prepared, where that is there; what the system is given then, it has when this returns. */
async function writeList(gitDir: string, state: FolderState, tree: Tree): Promise<WrittenList> {
  if (state.prepared === undefined) {
    state.hurry();
    await state.preparing;
  }
  const { prepared } = state;
  if (prepared !== undefined) {
    state.prepared = undefined;
    const appended = isGone(prepared) ? undefined : appendList(prepared, tree);
    if (appended !== undefined) return appended;
    dropPrepared(prepared);
  }
  state.start = undefined;
  return writeWholeList(gitDir, tree);
}

/** Nothing is lost when it fails: the next list is written as a whole. */
function prepare(gitDir: string, state: FolderState): void {
  const { newest } = state;
  if (newest === undefined || state.prepared !== undefined) return;
  const work = async (): Promise<void> => {
    await pauseOf(state);
    state.start ??= await makeListStart(newest, 2);
    state.prepared = await prepareList(gitDir, state.start);
  };
  state.preparing ??= work()
    .catch(() => undefined)
    .finally(() => {
      state.preparing = undefined;
    });
}

/** What was just published has its public files on the disk first, unless the next list is waited for already. */
async function pauseOf(state: FolderState): Promise<void> {
  await new Promise<void>((resolve) => {
    state.hurry = resolve;
    setTimeout(resolve, PAUSE_MS);
  });
}

/** The newest as a whole, each other one as what makes it different; then their own packs go. */
async function packLists(gitDir: string, oldestFirst: readonly PackedList[]): Promise<void> {
  await setImmediate();
  const trees = oldestFirst.map(({ tree }) => tree).toReversed();
  const [newest, ...older] = new Map(trees.map((tree) => [tree.oid, tree])).values();
  if (newest === undefined) return;
  await deflatePieces(newest);
  const deltas = older.map((tree, index) => deltaTree(tree, older[index - 1] ?? newest));
  const pack = makePack([fullTree(newest), ...deltas]);
  await writePack(gitDir, pack, { calls: POOLED, canWait: false });
  for (const { pack: own } of oldestFirst) {
    if (own === undefined) continue;
    // Git takes no notice of a pack without an index.
    await rm(`${own}.idx`, { force: true });
    await rm(`${own}.pack`, { force: true });
  }
}
