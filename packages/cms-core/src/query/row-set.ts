import { countBits } from "./row-bits.ts";

/** A set of row numbers, one bit each. */
export interface RowSet extends Iterable<number> {
  /** How many rows are in it. */
  readonly size: number;
  readonly has: (row: number) => boolean;
}

/** The rows whose bits are set; ascending when iterated. `bits` must not change afterwards. */
export function makeRowSet(bits: Uint32Array): RowSet {
  return {
    size: countBits(bits),
    has: (row) => ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0,
    [Symbol.iterator]: () => rowsOf(bits),
  };
}

function* rowsOf(bits: Uint32Array): Generator<number> {
  for (const [index, word] of bits.entries()) {
    for (let rest = word; rest !== 0; rest &= rest - 1) {
      yield index * 32 + (31 - Math.clz32(rest & -rest));
    }
  }
}
