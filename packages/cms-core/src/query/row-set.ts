import { countBits, listBits } from "./row-bits.ts";

/** A set of row numbers, one bit each. */
export interface RowSet extends Iterable<number> {
  /** How many rows are in it. */
  readonly size: number;
  readonly has: (row: number) => boolean;
}

/** The rows whose bits are set; ascending when iterated. `bits` must not change afterwards. */
export function makeRowSet(bits: Uint32Array): RowSet {
  const size = countBits(bits);
  return {
    size,
    has: (row) => ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0,
    [Symbol.iterator]: () => listBits(bits, size).values(),
  };
}
