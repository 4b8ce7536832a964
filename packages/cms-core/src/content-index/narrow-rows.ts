import { ALIGNED, BUILD_ROWS } from "./signature-segments.ts";

/**
 * The rows of a segment that are left while one list or slice after the other is gone through. They are always the
 * first so many of one piece of memory, and each step says how many: to make a list for each step costs as much as
 * the step, in each segment of each search.
 */
const left = new Uint16Array(BUILD_ROWS + 1);
/** A bit for each row of the longest segment. */
const marks = new Uint32Array(BUILD_ROWS / ALIGNED);
/** So much longer a list is better searched than gone through. */
const MUCH_LONGER = 16;

/** The rows that are in all of some lists, ascending. */
export function keepRowsOfAll(lists: readonly Uint16Array[]): number {
  const shortest = shortestOf(lists);
  if (shortest === undefined) return 0;
  const second = shortestOf(lists, shortest);
  left.set(shortest);
  let count = second === undefined ? shortest.length : keepRowsOf(second, shortest.length);
  // After two of them few are left, and it makes no difference which one is next.
  for (const rows of lists) {
    if (count === 0) break;
    if (rows !== shortest && rows !== second) count = keepRowsOf(rows, count);
  }
  return count;
}

function shortestOf(lists: readonly Uint16Array[], besides?: Uint16Array): Uint16Array | undefined {
  let shortest: Uint16Array | undefined;
  for (const list of lists) {
    if (list !== besides && list.length < (shortest?.length ?? Infinity)) shortest = list;
  }
  return shortest;
}

function keepRowsOf(rows: Uint16Array, before: number): number {
  return before * MUCH_LONGER <= rows.length ? findIn(rows, before) : goThrough(rows, before);
}

/** Of the first `before` rows those whose bits are set. */
export function keepRowsOfBits(bits: Uint32Array, before: number): number {
  let count = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    left[count] = row;
    count += ((bits[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return count;
}

/** A copy of what is left. */
export function takeRows(count: number): Uint16Array {
  return left.slice(0, count);
}

function findIn(rows: Uint16Array, before: number): number {
  let count = 0;
  let from = 0;
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    from = firstFrom(rows, row, from);
    left[count] = row;
    count += Number(rows[from] === row);
  }
  return count;
}

/** Where the first row stands, from a place on, that is not before this one. */
function firstFrom(rows: Uint16Array, row: number, from: number): number {
  let low = from;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Without a choice at each row, which a processor would guess wrong. */
function goThrough(rows: Uint16Array, before: number): number {
  marks.fill(0);
  for (let at = 0; at < before; at += 1) {
    const row = left[at] ?? 0;
    marks[row >>> 5] = (marks[row >>> 5] ?? 0) | (1 << (row & 31));
  }
  let count = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    left[count] = row;
    count += ((marks[row >>> 5] ?? 0) >>> (row & 31)) & 1;
  }
  return count;
}
