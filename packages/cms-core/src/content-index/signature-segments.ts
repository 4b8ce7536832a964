import type { DatabaseSync } from "node:sqlite";
import { countBits, listBits } from "../query/row-bits.ts";
import { FIRST_RARE_SLOT, GRAM_SLOTS } from "../query/text-grams.ts";
import { bytesOf, joinSlices, packRows, wordsOf } from "./packed-slice.ts";

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
  /** A slice of bits for each slot, one after the other; none before the first row, for most sites are only read. */
  bits: Uint8Array | undefined;
}

/** An empty segment that begins at a row or just after it. */
export function makeSegmentDraft(row: number, capacity: number): SegmentDraft {
  const firstRow = alignRow(row);
  return { firstRow, capacity, rows: 0, bits: undefined };
}

export function alignRow(row: number): number {
  return Math.ceil(row / ALIGNED) * ALIGNED;
}

/** Takes the slots of a row's text; the row must lie in the segment. */
export function addToDraft(draft: SegmentDraft, row: number, slots: Uint16Array): void {
  const { firstRow, capacity } = draft;
  const bits = (draft.bits ??= new Uint8Array((GRAM_SLOTS * capacity) / 8));
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

/** Writes the slices of a segment. */
export interface SegmentWriter {
  /** @param slice as it is to be kept */
  readonly put: (slot: number, slice: Uint8Array) => void;
  /** To be called when all were put. */
  readonly end: () => void;
}

/** Begins a segment, whose rows then never change. */
export function beginSegment(
  database: DatabaseSync,
  { firstRow, rows }: Pick<SegmentDraft, "firstRow" | "rows">,
): SegmentWriter {
  const made = database
    .prepare("INSERT INTO segments (first_row, rows) VALUES (?, ?) RETURNING segment")
    .get(firstRow, rows);
  const firstKey = Number(made?.["segment"]) * KEY_STEP;
  const insert = database.prepare("INSERT INTO slices VALUES (?, ?)");
  const rare: Uint8Array[] = [];
  return {
    put: (slot, slice) => {
      if (slot < FIRST_RARE_SLOT) insert.run(firstKey + slot, slice);
      else rare[slot - FIRST_RARE_SLOT] = slice;
    },
    end: () => void insert.run(firstKey + FIRST_RARE_SLOT, joinSlices(rare)),
  };
}

/** Writes a draft as a segment. */
export function writeSegment(database: DatabaseSync, draft: SegmentDraft): void {
  const { firstRow, capacity, bits } = draft;
  if (bits === undefined) return;
  const rows = alignRow(draft.rows);
  const segment = beginSegment(database, { firstRow, rows });
  const words = wordsOf(bits);
  const step = capacity / ALIGNED;
  for (let slot = 0; slot < GRAM_SLOTS; slot += 1) {
    const slice = words.subarray(slot * step, slot * step + rows / ALIGNED);
    const count = countBits(slice);
    if (count === 0) continue;
    const isRare = slot >= FIRST_RARE_SLOT;
    segment.put(slot, isRare ? packRows(listBits(slice, count), rows) : bytesOf(slice));
  }
  segment.end();
}
