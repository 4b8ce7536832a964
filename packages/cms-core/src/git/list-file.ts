import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, openSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { storeBytes } from "./deflate.ts";
import { makeDelta } from "./delta.ts";
import { appendDurably, POOLED, writeDurably, writeLater, writeParts } from "./durable-file.ts";
import { makeListStart, type ListStart } from "./list-start.ts";
import { FIRST_OFFSET, makeIndex, printObjectHead } from "./pack.ts";
import type { Tree } from "./tree.ts";

/** What differs more than this is written as a whole. */
const MAX_DELTA_BYTES = 64 * 1024;

/** A pack on its way, under a name that nobody reads. */
interface OpenPack {
  readonly path: string;
  /** Open for writing. */
  readonly file: number;
}

/** A pack on the disk that has one list, and is to get what makes another one of it. */
export interface PreparedList extends OpenPack {
  readonly start: ListStart;
}

/** A pack that is whole and on the disk, without an index yet: for that the lists' ids must be known. */
export interface WrittenList {
  readonly path: string;
  readonly lists: readonly { readonly tree: Tree; readonly offset: number; readonly crc: number }[];
  readonly checksum: Buffer;
}

/** Writes beforehand, in the thread pool, what a change of the list needs only be added to. */
export async function prepareList(gitDir: string, start: ListStart): Promise<PreparedList> {
  const pack = openPack(gitDir);
  try {
    await writeParts(pack.file, start.parts);
    await POOLED.sync(pack.file);
    return { ...pack, start };
  } catch (error) {
    dropPrepared(pack);
    throw error;
  }
}

/** Whether another program took the file for a leftover and removed it. */
export function isGone({ file }: PreparedList): boolean {
  return fstatSync(file).nlink === 0;
}

export function dropPrepared({ path, file }: OpenPack): void {
  closeSync(file);
  rmSync(path, { force: true });
}

/**
 * Adds to a prepared list what makes this one of it; undefined when that would be much. The system has it before
 * the caller goes on.
 */
export function appendList(prepared: PreparedList, tree: Tree): Promise<WrittenList> | undefined {
  const { start } = prepared;
  const delta = makeDelta(start.tree.pieces, tree.pieces);
  return delta.length > MAX_DELTA_BYTES ? undefined : endPack(prepared, { tree, delta });
}

async function endPack(
  prepared: PreparedList,
  { tree, delta }: { readonly tree: Tree; readonly delta: Buffer },
): Promise<WrittenList> {
  const { file, path, start } = prepared;
  const { length: offset } = start;
  const head = printObjectHead({ type: "tree", size: delta.length }, offset - FIRST_OFFSET);
  const object = Buffer.concat([head, storeBytes(delta)]);
  const checksum = start.hash.copy().update(object).digest();
  try {
    await appendDurably(file, Buffer.concat([object, checksum]));
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  const base = { tree: start.tree, offset: FIRST_OFFSET, crc: start.crc };
  return { path, checksum, lists: [base, { tree, offset, crc: crc32(object) }] };
}

/** Writes a pack that has this list alone. */
export async function writeWholeList(gitDir: string, tree: Tree): Promise<WrittenList> {
  const start = await makeListStart(tree, 1);
  const checksum = start.hash.digest();
  const pack = openPack(gitDir);
  try {
    await writeParts(pack.file, [...start.parts, checksum]);
    await POOLED.sync(pack.file);
  } catch (error) {
    rmSync(pack.path, { force: true });
    throw error;
  } finally {
    closeSync(pack.file);
  }
  const { path } = pack;
  return { path, checksum, lists: [{ tree, offset: FIRST_OFFSET, crc: start.crc }] };
}

/**
 * Gives a written pack its name and its index; both are on the disk once the folder is.
 *
 * @param canWait whether the index is left to the system to bring to the disk: it can be made again
 * @returns its path without `.pack`
 */
export async function placeList(
  gitDir: string,
  { path, lists, checksum }: WrittenList,
  { canWait }: { readonly canWait: boolean },
): Promise<string> {
  const objects = lists.map(({ tree, offset, crc }) => ({ oid: tree.oid, offset, crc }));
  const index = makeIndex(objects, checksum);
  const folder = join(gitDir, "objects", "pack");
  const name = `pack-${randomBytes(20).toString("hex")}`;
  const newIndex = join(folder, `tmp_idx_loam-${name}`);
  const placed = join(folder, name);
  try {
    await (canWait ? writeLater(newIndex, index) : writeDurably(newIndex, index));
    renameSync(path, `${placed}.pack`);
    renameSync(newIndex, `${placed}.idx`);
  } catch (error) {
    for (const left of [newIndex, `${placed}.idx`, `${placed}.pack`, path]) {
      rmSync(left, { force: true });
    }
    throw error;
  }
  return placed;
}

function openPack(gitDir: string): OpenPack {
  const name = `tmp_pack_loam-${randomBytes(12).toString("hex")}`;
  const path = join(gitDir, "objects", "pack", name);
  return { path, file: openSync(path, "wx", 0o444) };
}
