import type { DatabaseSync } from "node:sqlite";
import { countBits, listBits } from "../query/row-bits.ts";
import { listedRowSet, makeRowSet, type RowSet } from "../query/row-set.ts";
import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import { keepRowsOfRare } from "./narrow-rows.ts";
import { wordsOf } from "./packed-slice.ts";
import { readRareSlices, type RareSlices, type Segment } from "./rare-slices.ts";
import { ALIGNED, alignRow, KEY_STEP, type SegmentDraft } from "./signature-segments.ts";

const CACHE_BYTES = 1024 * 1024;

export interface SegmentReader {
  /** The first row that no written segment has. */
  readonly end: number;
  readonly count: number;
  /** The rows that have all slots, in the written segments and in the tail, and a few that have not. */
  readonly candidates: (slots: readonly number[], tail: SegmentDraft) => RowSet;
}

/** Reads the segments that are written now. */
export function readSegments(database: DatabaseSync): SegmentReader {
  const segments: readonly Segment[] = database
    .prepare("SELECT segment, first_row, rows FROM segments ORDER BY first_row")
    .all()
    .map((row) => {
      const number = Number(row["segment"]);
      return { number, firstRow: Number(row["first_row"]), rows: Number(row["rows"]) };
    });
  const slices = createSlices(database, segments);
  return {
    count: segments.length,
    end: Math.max(0, ...segments.map(({ firstRow, rows }) => firstRow + rows)),
    candidates: (slots, tail) => {
      const ofTail = new Uint32Array(alignRow(tail.rows) / ALIGNED);
      intersect(ofTail, slots, sliceOfDraft(tail));
      const rare = slots.filter((slot) => slot >= FIRST_RARE_SLOT);
      const others = slots.filter((slot) => slot < FIRST_RARE_SLOT);
      const listed = rare.length === 0 ? undefined : keepRowsOfRare(rare, slices.rare());
      if (listed !== undefined) {
        const count = narrow(listed, segments, { others, of: slices.of });
        return listedRowSet(withTail(listed.subarray(0, count), tail, ofTail));
      }
      const found = new Uint32Array(tail.firstRow / ALIGNED + ofTail.length);
      for (const segment of segments) {
        const { firstRow, rows } = segment;
        const part = found.subarray(firstRow / ALIGNED, (firstRow + rows) / ALIGNED);
        intersect(part, slots, (slot) => slices.of(segment, slot));
      }
      found.set(ofTail, tail.firstRow / ALIGNED);
      return makeRowSet(found);
    },
  };
}

function withTail(rows: Uint32Array, { firstRow }: SegmentDraft, ofTail: Uint32Array): Uint32Array {
  const inTail = countBits(ofTail);
  if (inTail === 0) return rows;
  const all = new Uint32Array(rows.length + inTail);
  all.set(rows);
  all.set(
    listBits(ofTail, inTail).map((row) => firstRow + row),
    rows.length,
  );
  return all;
}

const NO_BITS = new Uint32Array();

/** How the slices of segments are come by. */
interface Slices {
  readonly of: (segment: Segment, slot: number) => Uint32Array;
  /** Those of rare slots, which are read together and kept. */
  readonly rare: () => RareSlices;
}

/** Slices of other slots are read one by one, and kept as far as there is room. */
function createSlices(database: DatabaseSync, segments: readonly Segment[]): Slices {
  const slice = database.prepare("SELECT bits FROM slices WHERE key = ?");
  const kept = createSliceCache();
  const sliceAt = (key: number): Uint32Array => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bits = slice.get(key)?.["bits"];
    const words = bits instanceof Uint8Array ? wordsOf(bits) : NO_BITS;
    kept.add(key, words);
    return words;
  };
  let allRare: RareSlices | undefined;
  const rare = (): RareSlices => (allRare ??= readRareSlices(database, segments));
  return {
    rare,
    of: ({ number, firstRow }, slot) =>
      slot < FIRST_RARE_SLOT
        ? sliceAt(number * KEY_STEP + slot)
        : (rare().bits[slot - FIRST_RARE_SLOT]?.subarray(firstRow / ALIGNED) ?? NO_BITS),
  };
}

function sliceOfDraft({ bits, capacity, rows }: SegmentDraft): (slot: number) => Uint32Array {
  if (bits === undefined) return () => NO_BITS;
  const step = capacity / 8;
  return (slot) => wordsOf(bits.subarray(slot * step, slot * step + alignRow(rows) / 8));
}

interface SliceCache {
  readonly get: (key: number) => Uint32Array | undefined;
  readonly add: (key: number, bits: Uint32Array) => void;
}

/** The slices that were read last, 1 MB: searches are repeated while they are typed. */
function createSliceCache(): SliceCache {
  const kept = new Map<number, Uint32Array>();
  let bytes = 0;
  return {
    get: (key) => kept.get(key),
    add: (key, bits) => {
      kept.set(key, bits);
      bytes += bits.byteLength;
      if (bytes <= CACHE_BYTES) return;
      kept.clear();
      bytes = 0;
    },
  };
}

/** So few rows of a segment are better looked into than told apart by slices that are to be read. */
const FEW_ROWS = 1;

/**
 * Keeps, at the beginning of `rows`, those that every other slice has, and a few more.
 *
 * @returns how many
 */
function narrow(
  rows: Uint32Array,
  segments: readonly Segment[],
  { others, of }: Pick<Slices, "of"> & { readonly others: readonly number[] },
): number {
  if (others.length === 0 || rows.length <= FEW_ROWS) return rows.length;
  let count = 0;
  let at = 0;
  for (const segment of segments) {
    const begin = at;
    const end = segment.firstRow + segment.rows;
    while (at < rows.length && (rows[at] ?? 0) < end) at += 1;
    let left = rows.subarray(begin, at);
    for (const slot of others) {
      if (left.length <= FEW_ROWS) break;
      const bits = of(segment, slot);
      left = left.filter((row) => isSet(bits, row - segment.firstRow));
    }
    rows.set(left, count);
    count += left.length;
  }
  return count;
}

function isSet(bits: Uint32Array, row: number): boolean {
  return ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
}

/** Sets in `both` the rows that every slice has, and a few more. */
function intersect(
  both: Uint32Array,
  slots: readonly number[],
  sliceOf: (slot: number) => Uint32Array,
): void {
  both.fill(0xff_ff_ff_ff);
  let left = Infinity;
  for (const slot of slots) {
    if (left <= FEW_ROWS) return;
    left = keepBits(both, sliceOf(slot));
  }
}

/** @returns in how many words there are bits left */
function keepBits(both: Uint32Array, slice: Uint32Array): number {
  let left = 0;
  for (let at = 0; at < both.length; at += 1) {
    const word = both[at] ?? 0;
    if (word === 0) continue;
    both[at] = word & (slice[at] ?? 0);
    left += Number(both[at] !== 0);
  }
  return left;
}
