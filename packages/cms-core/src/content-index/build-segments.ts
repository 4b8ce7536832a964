import type { DatabaseSync } from "node:sqlite";
import { FIRST_RARE_SLOT } from "../query/text-grams.ts";
import type { RowSlots } from "./entry-writer.ts";
import { bytesOf, packRows, wordsOf } from "./packed-slice.ts";
import { createRareRows } from "./rare-rows.ts";
import { readSegments } from "./read-segments.ts";
import { ALIGNED, alignRow, beginSegment } from "./signature-segments.ts";

/** Rows of the part that is filled, 192 KB: its bits are set all over, and it fits the processor's cache. */
const PART_ROWS = 512;
const PART_STEP = PART_ROWS / 8;

/** When a segment is written. */
export interface BuildLimits {
  /** Parts of 512 rows. */
  readonly parts: number;
  /** Rows by rare slots, counted at the end of each part; 4 bytes each. */
  readonly rare: number;
}

/**
 * 12 MB of parts: two slices of a segment fit one page of the file; of one part more, one. Of rare slots as many as a
 * full segment has of texts with 130 each, which is more than most have.
 */
const LIMITS: BuildLimits = { parts: 62, rare: 4_000_000 };

/**
 * Gives out rows behind those there are and takes their signatures, one row after the other, while an index is
 * built; `finish` writes the last segment.
 */
export function createBuildSegments(
  database: DatabaseSync,
  limits: BuildLimits = LIMITS,
): RowSlots & { readonly finish: () => void } {
  const rare = createRareRows();
  // Filled again when their segment is written.
  const parts: Uint8Array[] = [];
  let part = partOf(parts, 0);
  let full = 0;
  const { end: start } = readSegments(database);
  let firstRow = start;
  let next = start + 1;
  const write = (end: number): void => {
    const rows = alignRow(end - firstRow);
    const segment = beginSegment(database, { firstRow, rows });
    const slice = new Uint32Array(rows / ALIGNED);
    const filled = parts.slice(0, full + 1).map(wordsOf);
    for (let slot = 0; slot < FIRST_RARE_SLOT; slot += 1) {
      if (gather(slice, filled, slot)) segment.put(slot, bytesOf(slice));
    }
    rare.take((slot, own) => segment.put(FIRST_RARE_SLOT + slot, packRows(own, rows)));
    segment.end();
    for (const words of filled) words.fill(0);
  };
  const beginPart = (row: number): void => {
    if (full + 1 < limits.parts && rare.count() <= limits.rare) {
      full += 1;
    } else {
      write(row);
      firstRow = row;
      full = 0;
    }
    part = partOf(parts, full);
  };
  return {
    finish: () => {
      if (next > start + 1) write(next);
    },
    nextRow: () => {
      const row = next;
      next += 1;
      if (row - firstRow === (full + 1) * PART_ROWS) beginPart(row);
      return row;
    },
    takeSlots: (of, slots) => {
      const place = of - firstRow;
      const byte = (place % PART_ROWS) >>> 3;
      const bit = 1 << (place & 7);
      for (let index = 0; index < slots.length; index += 1) {
        const slot = slots[index] ?? 0;
        if (slot >= FIRST_RARE_SLOT) {
          rare.put(slot - FIRST_RARE_SLOT, place);
        } else {
          const at = slot * PART_STEP + byte;
          part[at] = (part[at] ?? 0) | bit;
        }
      }
    },
  };
}

/** The part of this number, which is empty. */
function partOf(parts: Uint8Array[], number: number): Uint8Array {
  return (parts[number] ??= new Uint8Array(FIRST_RARE_SLOT * PART_STEP));
}

/** Takes a slice out of all parts. @returns whether a row is in it */
function gather(slice: Uint32Array, parts: readonly Uint32Array[], slot: number): boolean {
  const step = PART_ROWS / ALIGNED;
  let any = 0;
  let to = 0;
  for (const words of parts) {
    const end = Math.min(to + step, slice.length);
    for (let from = slot * step; to < end; to += 1, from += 1) {
      const word = words[from] ?? 0;
      slice[to] = word;
      any |= word;
    }
  }
  return any !== 0;
}
