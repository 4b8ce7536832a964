import { MIN_BYTES } from "./needles.ts";

/** Finds all places of many needles in bytes, in one pass (Wu and Manber, 1994). */
export interface Finder {
  /** 0 when there are no needles. */
  readonly longest: number;
  /**
   * Calls `found` for each place where a needle lies whose last byte is at `from` or behind, in the order of their
   * ends; of those that end together for the longest alone.
   */
  findAll(bytes: Buffer, from: number, found: (begin: number, end: number) => void): void;
  /** Where the first beginning of a needle stands that goes to the end of the bytes and is not a whole one. */
  findBegun(bytes: Buffer): number;
}

/** Needles are told apart by their last three bytes. */
const BLOCK = 3;
const HASH_BITS = 16;

/**
 * A window as long as the shortest needle goes over the bytes. Its last three tell how far it may go on without passing
 * the end of a needle: mostly all the way, so that few bytes are looked at.
 *
 * @param needles - of `MIN_BYTES` bytes or more
 */
export function createFinder(needles: readonly Buffer[]): Finder {
  const { shifts, ending } = makeTable(needles);
  const beginning = Map.groupBy(needles, (needle) => needle[0] ?? 0);
  return {
    longest: Math.max(0, ...needles.map(({ length }) => length)),
    findAll(bytes, from, found) {
      // The last byte of the window.
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
    findBegun(bytes) {
      for (const [at, byte] of bytes.entries()) {
        const rest = bytes.length - at;
        const begun = beginning
          .get(byte)
          ?.some((one) => one.length > rest && one.compare(bytes, at, bytes.length, 0, rest) === 0);
        if (begun === true) return at;
      }
      return bytes.length;
    },
  };
}

interface Table {
  /** By the hash of three bytes: how far a window that ends with them may go on. */
  readonly shifts: Uint8Array;
  /** The needles that end with such bytes, the longest first. */
  readonly ending: ReadonlyMap<number, readonly Buffer[]>;
}

/** By the last `MIN_BYTES` bytes of each needle: needles of one secret often begin alike, and seldom end so. */
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

/** Of the byte at a place and the two before it. */
function hashAt(bytes: Buffer, at: number): number {
  const second = bytes[at - 1] ?? 0;
  return (((bytes[at - 2] ?? 0) << 8) ^ (second << 4) ^ (second >> 4) ^ (bytes[at] ?? 0)) & 0xff_ff;
}

function endsAt(bytes: Buffer, at: number, needle: Buffer): boolean {
  const begin = at + 1 - needle.length;
  return begin >= 0 && needle.compare(bytes, begin, at + 1) === 0;
}
