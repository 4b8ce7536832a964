import type { DatabaseSync } from "node:sqlite";
import { countBits, listBits } from "../query/row-bits.ts";
import { listedRowSet, makeRowSet, type RowSet } from "../query/row-set.ts";
import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import { keepRowsOfAll, keepRowsOfBits, takeRows } from "./narrow-rows.ts";
import { wordsOf } from "./packed-slice.ts";
import { readRareSlices, type RareSlices } from "./rare-slices.ts";
import { ALIGNED, alignRow, KEY_STEP, type SegmentDraft } from "./signature-segments.ts";

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
      const few = segments.map((segment) => fewRows(slots, slicesOf(segment)));
      const ofTail = new Uint32Array(alignRow(tail.rows) / ALIGNED);
      intersect(ofTail, slots, slicesOfDraft(tail));
      const listed = listRows(segments, few, { firstRow: tail.firstRow, bits: ofTail });
      if (listed !== undefined) return listedRowSet(listed);
      const found = new Uint32Array(tail.firstRow / ALIGNED + ofTail.length);
      for (const [number, segment] of segments.entries()) {
        const { firstRow, rows } = segment;
        const part = found.subarray(firstRow / ALIGNED, (firstRow + rows) / ALIGNED);
        const list = few[number];
        if (list === undefined) intersect(part, slots, slicesOf(segment));
        else setBits(part, list);
      }
      found.set(ofTail, tail.firstRow / ALIGNED);
      return makeRowSet(found);
    },
  };
}

/** The rows of all segments and of the tail, one by one; undefined where those of a segment are too many. */
function listRows(
  segments: readonly Segment[],
  few: readonly (Uint16Array | undefined)[],
  tail: { readonly firstRow: number; readonly bits: Uint32Array },
): Uint32Array | undefined {
  const inTail = countBits(tail.bits);
  let total = inTail;
  for (const rows of few) {
    if (rows === undefined) return undefined;
    total += rows.length;
  }
  const all = new Uint32Array(total);
  let at = 0;
  for (const [number, { firstRow }] of segments.entries()) {
    for (const row of few[number] ?? []) all[at++] = firstRow + row;
  }
  for (const row of listBits(tail.bits, inTail)) all[at++] = tail.firstRow + row;
  return all;
}

const NO_BITS = new Uint32Array();

/** How the slices of one segment are come by. */
interface Slices {
  /** Those that are not rare. */
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

/** The rows that every slice has, and a few more; undefined where there is none of a rare slot to begin with. */
function fewRows(slots: readonly number[], slices: Slices): Uint16Array | undefined {
  const rare = slots.filter((slot) => slot >= FIRST_RARE_SLOT).map(slices.rare);
  const lists = rare.flatMap((slice) => (slice.kind === "rows" ? [slice.rows] : []));
  if (lists.length === 0) return undefined;
  let left = keepRowsOfAll(lists);
  for (const slice of rare) if (slice.kind === "bits") left = keepRowsOfBits(slice.bits, left);
  for (const slot of slots.slice(rare.length)) {
    if (left <= FEW_ROWS) break;
    left = keepRowsOfBits(slices.of(slot), left);
  }
  return takeRows(left);
}

/** Sets in `both` the rows that every slice has, and a few more. */
function intersect(both: Uint32Array, slots: readonly number[], slices: Slices): void {
  both.fill(0xff_ff_ff_ff);
  let left = Infinity;
  for (const slot of slots) {
    if (left <= FEW_ROWS) return;
    const bits = bitsOfSlot(slices, slot);
    if (bits !== undefined) left = keepBits(both, bits);
  }
}

/** Undefined for a list of rows. */
function bitsOfSlot(slices: Slices, slot: number): Uint32Array | undefined {
  if (slot < FIRST_RARE_SLOT) return slices.of(slot);
  const slice = slices.rare(slot);
  return slice.kind === "bits" ? slice.bits : undefined;
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
