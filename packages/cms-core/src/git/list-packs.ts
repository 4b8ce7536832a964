import { rm } from "node:fs/promises";
import { basename } from "node:path";
import { growChain, type ListChain, type PackedList } from "./list-chain.ts";
import {
  appendList,
  dropPrepared,
  placeList,
  writeWholeList,
  type WrittenList,
} from "./list-file.ts";
import { ListReserve } from "./list-reserve.ts";
import { createQuiet } from "./quiet.ts";
import type { Tree } from "./tree.ts";

/** What a list of 100,000 entries takes of the disk is shared by so many publishes. */
const LISTS_BETWEEN = 16;

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
  /** Takes note that something was committed, and of the placed lists that a ref leads to now. */
  readonly keep: (lists: readonly FolderList[]) => void;
  /** Names of packs of lists, without ending, that are to become one. */
  readonly packs: () => readonly string[];
  /** Waits for what is under way, and removes what was prepared. */
  readonly close: () => Promise<void>;
}

interface FolderState {
  newest: Tree | undefined;
  readonly reserve: ListReserve;
  kept: PackedList[];
  /** Those of them that become one pack now. */
  merging: readonly PackedList[];
  chain: ListChain | undefined;
}

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
  const quiet = createQuiet();
  let packing: Promise<void> = Promise.resolve();

  const stateOf = (folder: string): FolderState => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const reserve = new ListReserve(gitDir, quiet);
    const state = { newest: undefined, reserve, kept: [], merging: [], chain: undefined };
    folders.set(folder, state);
    return state;
  };

  const mergeWhenQuiet = async (state: FolderState): Promise<void> => {
    await quiet.wait();
    state.merging = state.kept.splice(0, LISTS_BETWEEN);
    try {
      state.chain = await growChain(gitDir, state.chain, state.merging);
    } catch {
      // Nothing is lost: a repack takes the packs.
    }
    state.merging = [];
  };

  return {
    stage: ({ folder, tree }) => {
      quiet.noted();
      const onPlaced = (pack: string | undefined): unknown => placed.set(tree, pack);
      return stageList(gitDir, stateOf(folder), { tree, canWait, onPlaced });
    },
    keep: (lists) => {
      quiet.noted();
      for (const { folder, tree } of lists) {
        const state = stateOf(folder);
        const { reserve } = state;
        state.newest = tree;
        state.kept.push({ tree, pack: placed.get(tree) });
        if (state.kept.length % LISTS_BETWEEN === 0) {
          reserve.renew();
          packing = packing.then(() => mergeWhenQuiet(state));
        }
        reserve.fill(tree);
      }
      placed.clear();
    },
    packs: () =>
      [...folders.values()].flatMap(({ kept, merging, chain }) => {
        const own = [...kept, ...merging].flatMap(({ pack }) => pack ?? []);
        return [...own, ...(chain?.packs ?? [])].map((path) => basename(path));
      }),
    close: async () => {
      quiet.end();
      await packing;
      await Promise.all(folders.values().map(({ reserve }) => reserve.close()));
    },
  };
}

interface Staging {
  readonly tree: Tree;
  readonly canWait: boolean;
  /** Is told the path of its pack, or undefined when another one has the list. */
  readonly onPlaced: (pack: string | undefined) => unknown;
}

function stageList(
  gitDir: string,
  { newest, reserve }: FolderState,
  { tree, canWait, onPlaced }: Staging,
): StagedList {
  const written = writeList(gitDir, reserve, tree);
  // It may fail before anybody waits for it, and nobody's failure ends the process.
  written.catch(() => undefined);
  let isPlaced = false;
  return {
    place: async () => {
      const pack = await written;
      // The base itself is on the disk, in the pack that it was kept in.
      const isBase = pack.lists.some((one) => one.tree !== tree && one.tree.oid === tree.oid);
      if (isBase) await rm(pack.path, { force: true });
      onPlaced(isBase ? undefined : await placeList(gitDir, pack, { canWait }));
      isPlaced = true;
    },
    drop: async () => {
      if (isPlaced) return;
      const pack = await written.catch(() => undefined);
      if (pack !== undefined) await rm(pack.path, { force: true });
      if (newest !== undefined) reserve.fill(newest);
    },
  };
}

/** By what was prepared, where that is there; what the system is given then, it has when this returns. */
async function writeList(gitDir: string, reserve: ListReserve, tree: Tree): Promise<WrittenList> {
  const taken = reserve.take();
  const prepared = taken instanceof Promise ? await taken : taken;
  if (prepared !== undefined) {
    const appended = appendList(prepared, tree);
    if (appended !== undefined) return appended;
    dropPrepared(prepared);
  }
  reserve.drop();
  return writeWholeList(gitDir, tree);
}
