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

/** The set of some rows, ascending, which must not change afterwards. */
export function listedRowSet(rows: Uint32Array): RowSet {
  let set: ReadonlySet<number> | undefined;
  return {
    size: rows.length,
    has: (row) => {
      set ??= new Set(rows);
      return set.has(row);
    },
    [Symbol.iterator]: () => rows.values(),
  };
}
