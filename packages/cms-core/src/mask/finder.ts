import { MIN_BYTES } from "./needles.ts";

/** Finds all occurrences of many needles in one pass (Wu and Manber, 1994). */
export interface Finder {
  /** Length of the longest needle; 0 without needles. */
  readonly longest: number;
  /**
   * Calls `found` for each needle whose last byte is at `from` or later, in the order of their ends. Of needles with
   * the same end, only the longest is reported.
   */
  findAll(bytes: Buffer, from: number, found: (start: number, end: number) => void): void;
  /** Returns the start of the first incomplete needle at the end of the bytes. */
  findIncomplete(bytes: Buffer): number;
}

/** Needles are indexed by their last three bytes. */
const BLOCK = 3;
const HASH_BITS = 16;

/**
 * Moves a window of the length of the shortest needle over the bytes. Its last three bytes determine how far it can
 * move without missing the end of a needle. That is usually its full length, so few bytes are read.
 *
 * @param needles needles of at least `MIN_BYTES` bytes
 */
export function createFinder(needles: readonly Buffer[]): Finder {
  const { shifts, ending } = makeTable(needles);
  const beginning = Map.groupBy(needles, (needle) => needle[0] ?? 0);
  return {
    longest: Math.max(0, ...needles.map(({ length }) => length)),
    findAll(bytes, from, found) {
      // Last byte of the window.
      let at = Math.max(from, MIN_BYTES - 1);
      while (at < bytes.length) {
        const hash = hashAt(bytes, at);
        const shift = shifts[hash] ?? 0;
        if (shift > 0) {
          at += shift;
          continue;
        }
        const needle = ending.get(hash)?.find((one) => endsAt(bytes, at, one));
        if (needle !== undefined) found(at + 1 - needle.length, at + 1);
        at += 1;
      }
    },
    findIncomplete(bytes) {
      for (const [at, byte] of bytes.entries()) {
        const rest = bytes.length - at;
        const isIncomplete = beginning
          .get(byte)
          ?.some((one) => one.length > rest && one.compare(bytes, at, bytes.length, 0, rest) === 0);
        if (isIncomplete === true) return at;
      }
      return bytes.length;
    },
  };
}

interface Table {
  /** How far a window can move, by the hash of its last three bytes. */
  readonly shifts: Uint8Array;
  /** Needles by the hash of their last three bytes, longest first. */
  readonly ending: ReadonlyMap<number, readonly Buffer[]>;
}

/**
 * Indexes the last `MIN_BYTES` bytes of each needle: needles of one secret often share their start, but rarely their
 * end.
 */
function makeTable(needles: readonly Buffer[]): Table {
  const shifts = new Uint8Array(2 ** HASH_BITS).fill(MIN_BYTES - BLOCK + 1);
  for (const needle of needles) {
    for (let back = 0; back <= MIN_BYTES - BLOCK; back += 1) {
      const hash = hashAt(needle, needle.length - 1 - back);
      shifts[hash] = Math.min(shifts[hash] ?? 0, back);
    }
  }
  const longestFirst = needles.toSorted((left, right) => right.length - left.length);
  const ending = Map.groupBy(longestFirst, (needle) => hashAt(needle, needle.length - 1));
  return { shifts, ending };
}

/** Hashes the byte at `at` and the two before it. */
function hashAt(bytes: Buffer, at: number): number {
  const second = bytes[at - 1] ?? 0;
  return (((bytes[at - 2] ?? 0) << 8) ^ (second << 4) ^ (second >> 4) ^ (bytes[at] ?? 0)) & 0xff_ff;
}

function endsAt(bytes: Buffer, at: number, needle: Buffer): boolean {
  const start = at + 1 - needle.length;
  return start >= 0 && needle.compare(bytes, start, at + 1) === 0;
}
