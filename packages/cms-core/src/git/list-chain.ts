import { writeFile, rm } from "node:fs/promises";
import { POOLED } from "./durable-file.ts";
import { deflatePieces } from "./list-start.ts";
import { makePack, type PackObject } from "./pack.ts";
import { deltaTree, fullTree } from "./tree-objects.ts";
import type { Tree } from "./tree.ts";
import { writePack } from "./write-pack.ts";

/** A pack of sixteen lists holds one as a whole; sixteen such packs become one that does. */
const MOST_PACKS = 16;
/** Lists that have little in common are not kept in memory until then. */
const MOST_BYTES = 1024 * 1024;

/** A list in a pack of its own. */
export interface PackedList {
  readonly tree: Tree;
  /** Path of the pack, without its ending; undefined when another one has the list. */
  readonly pack: string | undefined;
}

/** Lists of a folder whose packs are to become one. */
export interface ListChain {
  readonly newest: Tree;
  /** All others, each as what makes it of one before it. */
  readonly older: readonly PackObject[];
  /** Paths of their packs, without ending. */
  readonly packs: readonly string[];
}

/**
 * Makes one pack of some lists, the newest as a whole, each other one as what makes it different; then their own packs
 * go. When it is one of many, these and it become one, too, which no repack takes: to find out again how its
 * lists differ takes git 40 ms for each.
 *
 * @returns the chain that the next lists are to be added to
 */
export async function growChain(
  gitDir: string,
  chain: ListChain | undefined,
  oldestFirst: readonly PackedList[],
): Promise<ListChain | undefined> {
  const trees = oldestFirst.map(({ tree }) => tree).toReversed();
  const [newest, ...older] = new Map(trees.map((tree) => [tree.oid, tree])).values();
  if (newest === undefined) return chain;
  await deflatePieces(newest);
  const own = older.map((tree, index) => deltaTree(tree, older[index - 1] ?? newest));
  const all = distinct(newest, [...own, ...linkedTo(newest, chain)]);
  const packs = chain?.packs ?? [];
  const isWhole = packs.length + 1 >= MOST_PACKS || bytesOf(all) > MOST_BYTES;
  const objects = [fullTree(newest), ...(isWhole ? all : own)];
  const pack = await writePack(gitDir, makePack(objects), { calls: POOLED, canWait: false });
  const merged = oldestFirst.flatMap((list) => list.pack ?? []);
  if (!isWhole) {
    await removePacks(merged);
    return { newest, older: all, packs: [...packs, pack] };
  }
  await writeFile(`${pack}.keep`, "lists that are made of one another\n");
  await removePacks([...merged, ...packs]);
  return undefined;
}

function linkedTo(newest: Tree, chain: ListChain | undefined): readonly PackObject[] {
  return chain === undefined ? [] : [deltaTree(chain.newest, newest), ...chain.older];
}

/** A list that was there before is what it was made of then. */
function distinct(newest: Tree, older: readonly PackObject[]): PackObject[] {
  const known = new Set([newest.oid]);
  return older.filter(({ oid }) => {
    const isNew = !known.has(oid);
    known.add(oid);
    return isNew;
  });
}

function bytesOf(objects: readonly PackObject[]): number {
  return objects.reduce((sum, { stream }) => sum + stream.length, 0);
}

async function removePacks(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    // Git takes no notice of a pack without an index.
    await rm(`${path}.idx`, { force: true });
    await rm(`${path}.pack`, { force: true });
  }
}
