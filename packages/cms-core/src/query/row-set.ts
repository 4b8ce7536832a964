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

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (const word of bits) {
    const pairs = word - ((word >>> 1) & 0x55_55_55_55);
    const nibbles = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
    count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
  }
  return count;
}
