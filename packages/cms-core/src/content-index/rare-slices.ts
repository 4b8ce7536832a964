import type { DatabaseSync } from "node:sqlite";
import { FIRST_RARE_SLOT, GRAM_SLOTS } from "../query/text-grams.ts";
import { isSteps, unpackRows, wordsOf } from "./packed-slice.ts";
import { ALIGNED, KEY_STEP } from "./signature-segments.ts";

const RARE_SLOTS = GRAM_SLOTS - FIRST_RARE_SLOT;

/** A segment that is written: its first row, which is aligned, and how many there are. */
export interface Segment {
  readonly number: number;
  readonly firstRow: number;
  readonly rows: number;
}

/**
 * The slices of all segments that names and numbers are found by, in memory: 20 to 30 bytes a row. What a search reads of
 * them stands together, for it waits for the memory more than it counts. Slots are counted from the first rare one.
 */
export interface RareSlices {
  /** First rows of the segments, ascending. */
  readonly firstRows: Uint32Array;
  /** Of bits, for each row of all. */
  readonly words: number;
  /** Rows that have a slot, within their segment, ascending; of a slot the lists of all segments follow each other. */
  readonly rows: Uint16Array;
  /** Where a list begins, and the one before ends: by slot times the number of segments, and segment. */
  readonly starts: Uint32Array;
  /** By slot, where many rows of a segment have it: a bit for each row of all. */
  readonly bits: readonly (Uint32Array | undefined)[];
}

export function readRareSlices(database: DatabaseSync, segments: readonly Segment[]): RareSlices {
  const firstRows = Uint32Array.from(segments, ({ firstRow }) => firstRow);
  const words = segments.reduce((end, { firstRow, rows }) => {
    return Math.max(end, (firstRow + rows) / ALIGNED);
  }, 0);
  const bits = Array.from<Uint32Array | undefined>({ length: RARE_SLOTS });
  const lists = Array.from({ length: RARE_SLOTS }, (): (Uint16Array | undefined)[] => []);
  const add = (
    number: number,
    { firstRow, rows }: Segment,
    { slot, packed }: PackedSlice,
  ): void => {
    const list = lists[slot];
    if (isSteps(packed, rows) && list !== undefined) list[number] = unpackRows(packed);
    else (bits[slot] ??= new Uint32Array(words)).set(wordsOf(packed), firstRow / ALIGNED);
  };
  for (const [number, segment] of segments.entries()) {
    for (const slice of slicesOf(database, segment)) add(number, segment, slice);
  }
  for (const [slot, all] of bits.entries()) {
    if (all === undefined) continue;
    for (const [number, { firstRow }] of segments.entries()) {
      setBits(all.subarray(firstRow / ALIGNED), lists[slot]?.[number] ?? NONE);
    }
    lists[slot] = [];
  }
  return { ...inOnePiece(lists, segments.length), bits, words, firstRows };
}

const NONE = new Uint16Array();

interface PackedSlice {
  readonly slot: number;
  readonly packed: Uint8Array;
}

function* slicesOf(database: DatabaseSync, { number }: Segment): Generator<PackedSlice> {
  const first = number * KEY_STEP + FIRST_RARE_SLOT;
  const read = database
    .prepare("SELECT key, bits FROM slices WHERE key >= ? AND key < ? ORDER BY key")
    .iterate(first, first + RARE_SLOTS);
  for (const { key, bits } of read) {
    if (bits instanceof Uint8Array) yield { slot: Number(key) - first, packed: bits };
  }
}

function setBits(bits: Uint32Array, rows: Uint16Array): void {
  for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
}

function inOnePiece(
  lists: readonly (readonly (Uint16Array | undefined)[])[],
  segments: number,
): Pick<RareSlices, "rows" | "starts"> {
  const starts = new Uint32Array(lists.length * segments + 1);
  let end = 0;
  for (const [slot, own] of lists.entries()) {
    for (let segment = 0; segment < segments; segment += 1) {
      end += own[segment]?.length ?? 0;
      starts[slot * segments + segment + 1] = end;
    }
  }
  const rows = new Uint16Array(end);
  for (const [slot, own] of lists.entries()) {
    for (const [segment, list] of own.entries()) {
      if (list !== undefined) rows.set(list, starts[slot * segments + segment]);
    }
  }
  return { rows, starts };
}
