import type { DatabaseSync } from "node:sqlite";
import { makeRowSet, type RowSet } from "../query/row-set.ts";
import { GRAM_SLOTS } from "../query/text-grams.ts";

/** Rows of the part that is filled, 512 KB: its bits are set all over, and it fits the processor's cache. */
export const BUILD_PART_ROWS = 1024;
/**
 * Rows of a segment that is written while the index is built; 16 MB until then. Two slices of it fit
 * one page of the file; of one part more, one.
 */
export const BUILD_ROWS: number = 31 * BUILD_PART_ROWS;
/** Rows that are kept in memory until they are a segment: 2 MB. */
export const TAIL_ROWS = 4096;
/** Segments begin at such a row, so that their bits need no shifting. */
const ALIGNED = 32;
const CACHE_BYTES = 1024 * 1024;
/** More than slots, so that the key of a slice tells its segment and slot. */
const KEY_STEP = 2 * GRAM_SLOTS;

/** Signatures of rows that follow each other, in memory. */
export interface SegmentDraft {
  readonly firstRow: number;
  readonly capacity: number;
  /** Up to the last row that has a text. */
  rows: number;
  /** A slice of bits for each slot, one after the other. */
  readonly bits: Uint8Array;
}

/** An empty segment that begins at a row or just after it. */
export function makeSegmentDraft(row: number, capacity: number): SegmentDraft {
  const firstRow = alignRow(row);
  return { firstRow, capacity, rows: 0, bits: new Uint8Array((GRAM_SLOTS * capacity) / 8) };
}

function alignRow(row: number): number {
  return Math.ceil(row / ALIGNED) * ALIGNED;
}

/** Takes the slots of a row's text; the row must lie in the segment. */
export function addToDraft(draft: SegmentDraft, row: number, slots: Uint16Array): void {
  const { bits, firstRow, capacity } = draft;
  const place = row - firstRow;
  const step = capacity >>> 3;
  const byte = place >>> 3;
  const bit = 1 << (place & 7);
  for (let index = 0; index < slots.length; index += 1) {
    const at = (slots[index] ?? 0) * step + byte;
    bits[at] = (bits[at] ?? 0) | bit;
  }
  draft.rows = Math.max(draft.rows, place + 1);
}

/** Takes the rows of a smaller segment into one that has them. */
export function mergeDraft(into: SegmentDraft, part: SegmentDraft): void {
  const from = part.firstRow - into.firstRow;
  const [step, partStep] = [into.capacity / ALIGNED, part.capacity / ALIGNED];
  const [words, partWords] = [wordsOf(into.bits), wordsOf(part.bits)];
  // Word by word: a view of each of 4,096 slices takes longer than what is in it.
  for (let slot = 0; slot < GRAM_SLOTS; slot += 1) {
    const to = slot * step + from / ALIGNED;
    for (let word = 0; word < partStep; word += 1) {
      words[to + word] = partWords[slot * partStep + word] ?? 0;
    }
  }
  if (part.rows > 0) into.rows = Math.max(into.rows, from + part.rows);
}

/** Writes a segment, whose rows then never change. */
export function writeSegment(database: DatabaseSync, draft: SegmentDraft): void {
  const { firstRow, capacity, bits } = draft;
  if (draft.rows === 0) return;
  const rows = alignRow(draft.rows);
  const made = database
    .prepare("INSERT INTO segments (first_row, rows) VALUES (?, ?) RETURNING segment")
    .get(firstRow, rows);
  const firstKey = Number(made?.["segment"]) * KEY_STEP;
  const insert = database.prepare("INSERT INTO slices VALUES (?, ?)");
  const words = wordsOf(bits);
  for (let slot = 0; slot < GRAM_SLOTS; slot += 1) {
    const from = slot * (capacity >>> 3);
    if (isEmpty(words, from / 4, (from + (rows >>> 3)) / 4)) continue;
    insert.run(firstKey + slot, bits.subarray(from, from + (rows >>> 3)));
  }
}

function isEmpty(words: Uint32Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (words[at] !== 0) return false;
  return true;
}

export interface SegmentReader {
  /** The first row that no written segment has. */
  readonly end: number;
  readonly count: number;
  /** The rows that have all slots, in the written segments and in the tail, and a few that have not. */
  readonly candidates: (slots: readonly number[], tail: SegmentDraft) => RowSet;
}

/** Reads the segments that are written now. */
export function readSegments(database: DatabaseSync): SegmentReader {
  const slice = database.prepare("SELECT bits FROM slices WHERE key = ?");
  const segments = database
    .prepare("SELECT segment, first_row, rows FROM segments ORDER BY first_row")
    .all()
    .map((row) => {
      const key = Number(row["segment"]) * KEY_STEP;
      return { key, firstRow: Number(row["first_row"]), rows: Number(row["rows"]) };
    });
  const kept = createSliceCache();
  const sliceOf = (key: number): Uint32Array => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const bits = slice.get(key)?.["bits"];
    const words = bits instanceof Uint8Array ? wordsOf(bits) : NO_BITS;
    kept.add(key, words);
    return words;
  };
  return {
    count: segments.length,
    end: Math.max(0, ...segments.map(({ firstRow, rows }) => firstRow + rows)),
    candidates: (slots, tail) => {
      const found = new Uint32Array((tail.firstRow + alignRow(tail.rows)) / ALIGNED);
      for (const { key, firstRow, rows } of segments) {
        const part = found.subarray(firstRow / ALIGNED, (firstRow + rows) / ALIGNED);
        intersect(part, slots, (slot) => sliceOf(key + slot));
      }
      const step = tail.capacity / ALIGNED;
      const bits = wordsOf(tail.bits);
      intersect(found.subarray(tail.firstRow / ALIGNED), slots, (slot) =>
        bits.subarray(slot * step, (slot + 1) * step),
      );
      return makeRowSet(found);
    },
  };
}

const NO_BITS = new Uint32Array();

/** The same bits, 32 rows at once; machines that Node runs on have the lowest byte first. */
function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
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

/** So few rows of a segment are better looked into than told apart by more slices. */
const FEW_ROWS = 1;

/** Leaves in `both` the bits that every slice has, and a few more. */
function intersect(
  both: Uint32Array,
  slots: readonly number[],
  sliceOf: (slot: number) => Uint32Array,
): void {
  const [first, ...others] = slots;
  if (first === undefined) both.fill(0xff_ff_ff_ff);
  else both.set(sliceOf(first).subarray(0, both.length));
  for (const slot of others) {
    const slice = sliceOf(slot);
    let left = 0;
    for (let at = 0; at < both.length; at += 1) {
      const word = both[at] ?? 0;
      if (word === 0) continue;
      both[at] = word & (slice[at] ?? 0);
      left += Number(both[at] !== 0);
    }
    if (left <= FEW_ROWS) return;
  }
}
