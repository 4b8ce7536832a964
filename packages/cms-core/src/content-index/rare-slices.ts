import type { DatabaseSync } from "node:sqlite";
import { FIRST_RARE_SLOT, RARE_SLOTS } from "../query/text-grams.ts";
import { isSteps, splitSlices, unpackRows, wordsOf } from "./packed-slice.ts";
import { ALIGNED, KEY_STEP } from "./signature-segments.ts";

/** A segment that is written: its first row, which is aligned, and how many there are. */
export interface Segment {
  readonly number: number;
  readonly firstRow: number;
  readonly rows: number;
}

/**
 * The slices of all segments that names and numbers are found by, in memory: 40 to 60 bytes a row. What a search reads of
 * them stands together, for it waits for the memory more than it counts. Slots are counted from the first rare one.
 */
export interface RareSlices {
  /** Of bits, for each row of all. */
  readonly words: number;
  /** Rows that have a slot, ascending; of one slot after the other. */
  readonly rows: Uint32Array;
  /** Where the list of a slot begins, and the one before ends. */
  readonly starts: Uint32Array;
  /** By slot, where many rows of a segment have it: a bit for each row of all. */
  readonly bits: readonly (Uint32Array | undefined)[];
}

export function readRareSlices(database: DatabaseSync, segments: readonly Segment[]): RareSlices {
  const words = segments.reduce((end, { firstRow, rows }) => {
    return Math.max(end, (firstRow + rows) / ALIGNED);
  }, 0);
  const bits = Array.from<Uint32Array | undefined>({ length: RARE_SLOTS });
  const lists = Array.from({ length: RARE_SLOTS }, (): Uint32Array[] => []);
  const slices = database.prepare("SELECT bits FROM slices WHERE key = ?");
  for (const { number, firstRow, rows } of segments) {
    const joined = slices.get(number * KEY_STEP + FIRST_RARE_SLOT)?.["bits"];
    if (!(joined instanceof Uint8Array)) continue;
    splitSlices(joined, (slot, packed) => {
      if (isSteps(packed, rows)) lists[slot]?.push(unpackRows(packed, firstRow));
      else (bits[slot] ??= new Uint32Array(words)).set(wordsOf(packed), firstRow / ALIGNED);
    });
  }
  for (const [slot, all] of bits.entries()) {
    if (all === undefined) continue;
    for (const list of lists[slot] ?? []) setBits(all, list);
    lists[slot] = [];
  }
  return { ...inOnePiece(lists), bits, words };
}

function setBits(bits: Uint32Array, rows: Uint32Array): void {
  for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

function inOnePiece(
  lists: readonly (readonly Uint32Array[])[],
): Pick<RareSlices, "rows" | "starts"> {
  const starts = new Uint32Array(lists.length + 1);
  let end = 0;
  for (const [slot, own] of lists.entries()) {
    for (const { length } of own) end += length;
    starts[slot + 1] = end;
  }
  const rows = new Uint32Array(end);
  let at = 0;
  for (const list of lists.flat()) {
    rows.set(list, at);
    at += list.length;
  }
  return { rows, starts };
}
