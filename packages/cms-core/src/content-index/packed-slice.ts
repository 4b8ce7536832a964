import { bitsOf } from "../query/row-bits.ts";
import { RARE_SLOTS } from "../query/text-grams.ts";

/** The most that one step to the next row can be; 0 is a step of so many that ends at none. */
const MAX_STEP = 255;

/** As much as half a slice of the longest segment takes. */
const steps = new Uint8Array(2048);

/**
 * A slice of a segment of `count` rows, a multiple of 32, as the database keeps it where few rows are set: the
 * steps from one to the next, a byte each. A bit for each row where those take half as much, or more.
 *
 * @param rows ascending; the same may come again
 */
export function packRows(rows: Uint16Array | Uint32Array, count: number): Uint8Array {
  const most = Math.min(count >>> 4, steps.length);
  let last = -1;
  let size = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (row === last) continue;
    for (; row - last > MAX_STEP && size < most; size += 1) {
      steps[size] = 0;
      last += MAX_STEP;
    }
    if (size >= most) return bytesOf(bitsOf(rows, count));
    steps[size] = row - last;
    size += 1;
    last = row;
  }
  return steps.slice(0, size);
}

/** Whether a slice of so many rows is kept as steps. */
export function isSteps(packed: Uint8Array, rows: number): boolean {
  return packed.length * 8 !== rows;
}

/** The rows of a slice that is kept as steps and begins at `firstRow`, ascending. */
export function unpackRows(packed: Uint8Array, firstRow: number): Uint32Array {
  const found = new Uint32Array(packed.length);
  let row = firstRow - 1;
  let count = 0;
  for (let at = 0; at < packed.length; at += 1) {
    const step = packed[at] ?? 0;
    row += step === 0 ? MAX_STEP : step;
    if (step === 0) continue;
    found[count] = row;
    count += 1;
  }
  return found.subarray(0, count);
}

/**
 * The packed slices of all rare slots in one piece, since to write and to read them one by one takes longer than all
 * else: how many bytes each has, and then one after the other.
 *
 * @param slices by slot, counted from the first rare one; of a slot that no row has there is none
 */
export function joinSlices(slices: readonly (Uint8Array | undefined)[]): Uint8Array {
  const lengths = Uint16Array.from({ length: RARE_SLOTS }, (_, slot) => slices[slot]?.length ?? 0);
  const parts = slices.filter((slice) => slice !== undefined);
  return Buffer.concat([new Uint8Array(lengths.buffer), ...parts]);
}

/** Gives out what was joined, by slot, each in memory of its own. */
export function splitSlices(
  joined: Uint8Array,
  take: (slot: number, packed: Uint8Array) => void,
): void {
  const lengths = new Uint16Array(new Uint8Array(joined.subarray(0, RARE_SLOTS * 2)).buffer);
  let at = lengths.byteLength;
  for (const [slot, length] of lengths.entries()) {
    if (length > 0) take(slot, new Uint8Array(joined.subarray(at, at + length)));
    at += length;
  }
}

/** The same bits, 32 rows at once; machines that Node runs on have the lowest byte first. */
export function wordsOf({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
