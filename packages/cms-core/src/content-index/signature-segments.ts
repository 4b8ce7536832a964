import type { DatabaseSync } from "node:sqlite";
import { FIRST_RARE_SLOT, GRAM_SLOTS } from "../query/text-grams.ts";
import { bytesOf, packSlice, wordsOf } from "./packed-slice.ts";

/** Rows of the part that is filled, 448 KB: its bits are set all over, and it fits the processor's cache. */
export const BUILD_PART_ROWS = 512;
/**
 * Rows of a segment that is written while the index is built; 27 MB until then. Two slices of it fit
 * one page of the file; of one part more, one.
 */
export const BUILD_ROWS: number = 62 * BUILD_PART_ROWS;
/** Rows that are kept in memory until they are a segment: 3.5 MB. */
export const TAIL_ROWS = 4096;
/** Segments begin at such a row, so that their bits need no shifting. */
export const ALIGNED = 32;
/** More than slots, so that the key of a slice tells its segment and slot. */
export const KEY_STEP = 8192;

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

export function alignRow(row: number): number {
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
    const to = from + (rows >>> 3);
    if (isEmpty(words, from / 4, to / 4)) continue;
    const slice = words.subarray(from / 4, to / 4);
    insert.run(firstKey + slot, slot < FIRST_RARE_SLOT ? bytesOf(slice) : packSlice(slice));
  }
}

function isEmpty(words: Uint32Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (words[at] !== 0) return false;
  return true;
}
