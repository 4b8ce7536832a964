import type { DatabaseSync } from "node:sqlite";
import { FIRST_RARE_SLOT, GRAM_SLOTS } from "../query/text-grams.ts";
import { isSteps, unpackRows, wordsOf } from "./packed-slice.ts";

/** The rows of a segment that have a slot: one by one, ascending, or a bit for each row of the segment. */
type RareSlice =
  | { readonly kind: "rows"; readonly rows: Uint16Array }
  | { readonly kind: "bits"; readonly bits: Uint32Array };

/** The slices of a segment that names and numbers are found by, in memory: 20 to 30 bytes a row. */
export type RareSlices = (slot: number) => RareSlice;

/** @param segment its rows, and the key of its first slice */
export function readRareSlices(
  database: DatabaseSync,
  segment: { readonly key: number; readonly rows: number },
): RareSlices {
  const first = segment.key + FIRST_RARE_SLOT;
  const read = database
    .prepare("SELECT key, bits FROM slices WHERE key >= ? AND key < ? ORDER BY key")
    .all(first, segment.key + GRAM_SLOTS);
  const few: Uint16Array[] = [];
  const many = new Map<number, Uint32Array>();
  for (const { key, bits } of read) {
    if (!(bits instanceof Uint8Array)) continue;
    if (isSteps(bits, segment.rows)) few[Number(key) - first] = unpackRows(bits);
    else many.set(Number(key) - first, wordsOf(bits));
  }
  return inOnePiece(few, many);
}

/** One piece of memory for the short ones: thousands of small pieces would take as much again. */
function inOnePiece(
  few: readonly (Uint16Array | undefined)[],
  many: ReadonlyMap<number, Uint32Array>,
): RareSlices {
  const starts = new Uint32Array(GRAM_SLOTS - FIRST_RARE_SLOT + 1);
  for (let slot = 0; slot + 1 < starts.length; slot += 1) {
    starts[slot + 1] = (starts[slot] ?? 0) + (few[slot]?.length ?? 0);
  }
  const all = new Uint16Array(starts.at(-1) ?? 0);
  for (const [slot, rows] of few.entries()) if (rows !== undefined) all.set(rows, starts[slot]);
  return (slot) => {
    const at = slot - FIRST_RARE_SLOT;
    const bits = many.get(at);
    if (bits !== undefined) return { kind: "bits", bits };
    return { kind: "rows", rows: all.subarray(starts[at], starts[at + 1]) };
  };
}
