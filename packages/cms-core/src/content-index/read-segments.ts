import type { DatabaseSync } from "node:sqlite";
import { makeRowSet, type RowSet } from "../query/row-set.ts";
import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import { wordsOf } from "./packed-slice.ts";
import { readRareSlices, type RareSlices } from "./rare-slices.ts";
import {
  ALIGNED,
  alignRow,
  BUILD_ROWS,
  KEY_STEP,
  type SegmentDraft,
} from "./signature-segments.ts";

const CACHE_BYTES = 1024 * 1024;

export interface SegmentReader {
  /** The first row that no written segment has. */
  readonly end: number;
  readonly count: number;
  /** The rows that have all slots, in the written segments and in the tail, and a few that have not. */
  readonly candidates: (slots: readonly number[], tail: SegmentDraft) => RowSet;
}

interface Segment {
  readonly key: number;
  readonly firstRow: number;
  readonly rows: number;
}

/** Reads the segments that are written now. */
export function readSegments(database: DatabaseSync): SegmentReader {
  const segments: readonly Segment[] = database
    .prepare("SELECT segment, first_row, rows FROM segments ORDER BY first_row")
    .all()
    .map((row) => {
      const key = Number(row["segment"]) * KEY_STEP;
      return { key, firstRow: Number(row["first_row"]), rows: Number(row["rows"]) };
    });
  const slicesOf = createSlices(database);
  return {
    count: segments.length,
    end: Math.max(0, ...segments.map(({ firstRow, rows }) => firstRow + rows)),
    candidates: (slots, tail) => {
      const found = new Uint32Array((tail.firstRow + alignRow(tail.rows)) / ALIGNED);
      for (const segment of segments) {
        const { firstRow, rows } = segment;
        const part = found.subarray(firstRow / ALIGNED, (firstRow + rows) / ALIGNED);
        intersect(part, slots, slicesOf(segment));
      }
      intersect(found.subarray(tail.firstRow / ALIGNED), slots, slicesOfDraft(tail));
      return makeRowSet(found);
    },
  };
}

const NO_BITS = new Uint32Array();

/** How the slices of one segment are come by. */
interface Slices {
  readonly of: (slot: number) => Uint32Array;
  readonly rare: RareSlices;
}

/** Slices of rare slots are read together and kept, the others one by one as far as there is room. */
function createSlices(database: DatabaseSync): (segment: Segment) => Slices {
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
  const allRare = new Map<number, RareSlices>();
  return (segment) => ({
    of: (slot) => sliceAt(segment.key + slot),
    rare: (slot) => {
      const known = allRare.get(segment.key) ?? readRareSlices(database, segment);
      allRare.set(segment.key, known);
      return known(slot);
    },
  });
}

function slicesOfDraft({ bits, capacity, rows }: SegmentDraft): Slices {
  const step = capacity / 8;
  const of = (slot: number): Uint32Array => {
    return wordsOf(bits.subarray(slot * step, slot * step + alignRow(rows) / 8));
  };
  return { of, rare: (slot) => ({ kind: "bits", bits: of(slot) }) };
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

/** Sets in `both` the rows that every slice has, and a few more. */
function intersect(both: Uint32Array, slots: readonly number[], slices: Slices): void {
  const rare = slots.filter((slot) => slot >= FIRST_RARE_SLOT).map(slices.rare);
  const few = rare.flatMap((slice) => (slice.kind === "rows" ? [slice.rows] : []));
  if (few.length === 0) both.fill(0xff_ff_ff_ff);
  else setBits(both, rowsOfAll(few));
  let left = few.length === 0 ? Infinity : 0;
  for (const slice of rare) if (slice.kind === "bits") left = keepBits(both, slice.bits);
  for (const slot of slots.slice(rare.length)) {
    if (left <= FEW_ROWS) return;
    left = keepBits(both, slices.of(slot));
  }
}

/** A bit for each row of the longest segment. */
const marks = new Uint32Array(BUILD_ROWS / ALIGNED);

/** The rows that are in all of some lists. */
function rowsOfAll(lists: readonly Uint16Array[]): Uint16Array {
  const [shortest = new Uint16Array(), ...others] = lists.toSorted((a, b) => a.length - b.length);
  let left = shortest;
  for (const rows of others) {
    if (left.length === 0) break;
    marks.fill(0);
    setBits(marks, left);
    left = markedRows(rows, left.length);
  }
  return left;
}

/** Without a choice at each row, which a processor would guess wrong. */
function markedRows(rows: Uint16Array, most: number): Uint16Array {
  const found = new Uint16Array(most + 1);
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    found[count] = row;
    count += ((marks[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return found.subarray(0, count);
}

function setBits(bits: Uint32Array, rows: Uint16Array): void {
  for (const row of rows) bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
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
