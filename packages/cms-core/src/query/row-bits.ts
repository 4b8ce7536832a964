/** A set of row numbers, one bit each; rows behind its end are not in it. */
export type RowBits = Uint32Array<ArrayBuffer>;

export function emptyBits(rows: number): RowBits {
  return new Uint32Array(Math.ceil(rows / 32));
}

export function bitsOf(rows: ArrayLike<number>, end: number): RowBits {
  const bits = emptyBits(end);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
  return bits;
}

export function hasRow(bits: RowBits, row: number): boolean {
  return ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
}

/** Adds the rows of a set to one that may be changed. */
export function addBits(into: RowBits, bits: RowBits): void {
  const length = Math.min(into.length, bits.length);
  for (let at = 0; at < length; at += 1) into[at] = (into[at] ?? 0) | (bits[at] ?? 0);
}

/** The rows that both have. */
export function bothOf(a: RowBits, b: RowBits): RowBits {
  if (a === b) return a;
  const both = new Uint32Array(Math.min(a.length, b.length));
  for (let at = 0; at < both.length; at += 1) both[at] = (a[at] ?? 0) & (b[at] ?? 0);
  return both;
}

/** The rows of `a` that `b` has not. */
export function exceptOf(a: RowBits, b: RowBits): RowBits {
  const rest = a.slice();
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) rest[at] = (a[at] ?? 0) & ~(b[at] ?? 0);
  return rest;
}

/** The rows that one of them has and the other has not. */
export function eitherOf(a: RowBits, b: RowBits): RowBits {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  const either = long.slice();
  for (let at = 0; at < short.length; at += 1) either[at] = (long[at] ?? 0) ^ (short[at] ?? 0);
  return either;
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    const word = bits[at] ?? 0;
    if (word === 0) continue;
    const pairs = word - ((word >>> 1) & 0x55_55_55_55);
    const nibbles = (pairs & 0x33_33_33_33) + ((pairs >>> 2) & 0x33_33_33_33);
    count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
  }
  return count;
}

/** The rows of a set, ascending; `count` is how many there are. */
export function listBits(bits: Uint32Array, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  copyBits(bits, rows, 0);
  return rows;
}

/** Writes the rows of a set into `into`, from `at` on; returns where they end. */
export function copyBits(bits: Uint32Array, into: Uint32Array, at: number): number {
  let place = at;
  for (let index = 0; index < bits.length; index += 1) {
    for (let rest = bits[index] ?? 0; rest !== 0; rest &= rest - 1) {
      into[place] = index * 32 + (31 - Math.clz32(rest & -rest));
      place += 1;
    }
  }
  return place;
}
