import type { Work } from "./work.ts";

/**
 * Pairs the items of two sequences that the shortest edit script keeps (Myers 1986). It may take half of the
 * steps that are left; false when that is not enough, and then nothing is paired.
 */
export function pairAlike(
  a: Int32Array,
  b: Int32Array,
  { work, pair }: { readonly work: Work; readonly pair: (x: number, y: number) => void },
): boolean {
  const rows = furthestRows(a, b, work);
  if (rows === undefined) return false;
  let [x, y] = [a.length, b.length];
  for (let edits = rows.length - 1; edits >= 0; edits -= 1) {
    const k = x - y;
    const { start, isDown } = stepInto(rows[edits - 1] ?? TOP, k);
    for (; x > start; x -= 1, y -= 1) pair(x - 1, y - 1);
    if (isDown) y -= 1;
    else x -= 1;
  }
  return true;
}

/** How far along `a` each diagonal gets with so many edits. */
interface Row {
  /** The first diagonal; every other one has a place. */
  readonly low: number;
  /** From two before `low` to two behind the last, which nothing reaches. */
  readonly ends: Int32Array;
}

const BEYOND = -2;

/** Above the row for no edits: its one diagonal begins at 0. */
const TOP: Row = { low: 1, ends: Int32Array.of(BEYOND, BEYOND, 0, BEYOND, BEYOND) };

/** The rows for no edits, one and so on; the last one reaches the end. */
function furthestRows(a: Int32Array, b: Int32Array, work: Work): Row[] | undefined {
  const [n, m] = [a.length, b.length];
  const least = work.left - Math.floor(work.left / 2);
  const rows: Row[] = [];
  let above = TOP;
  for (let edits = 0; edits <= n + m && work.left >= least; edits += 1) {
    // No diagonal beyond the corners: where one sequence is short, that leaves few.
    const low = edits <= m ? -edits : ((edits - m) & 1) - m;
    const high = edits <= n ? edits : n - ((edits - n) & 1);
    const row = emptyRow(low, high);
    rows.push(row);
    const isEnd = reach(a, b, { row, above, high, work });
    if (isEnd) return rows;
    above = row;
  }
  return undefined;
}

interface Reach {
  readonly row: Row;
  readonly above: Row;
  readonly high: number;
  readonly work: Work;
}

/** Fills a row from the one above; true when it reaches the end. */
function reach(a: Int32Array, b: Int32Array, { row, above, high, work }: Reach): boolean {
  const [n, m] = [a.length, b.length];
  const { low, ends } = row;
  const { ends: from } = above;
  const shift = low - above.low;
  let steps = 0;
  for (let at = 2; at <= high - low + 2; at += 2) {
    const k = low + at - 2;
    const down = from[at + shift + 1] ?? BEYOND;
    const right = (from[at + shift - 1] ?? BEYOND) + 1;
    let x = down >= right ? down : right;
    steps -= x;
    while (x < n && x - k < m && a[x] === b[x - k]) x += 1;
    steps += x + 1;
    ends[at] = x;
    if (x >= n && x - k >= m) {
      work.left -= steps;
      return true;
    }
  }
  work.left -= steps;
  return false;
}

function emptyRow(low: number, high: number): Row {
  const ends = new Int32Array(high - low + 5);
  ends.fill(BEYOND, 0, 2);
  ends.fill(BEYOND, -2);
  return { low, ends };
}

/** Where diagonal `k` begins after one more edit: down (an item of `b`) or right (one of `a` less). */
function stepInto(
  { low, ends }: Row,
  k: number,
): { readonly start: number; readonly isDown: boolean } {
  const at = k - low + 2;
  const down = ends[at + 1] ?? BEYOND;
  const right = (ends[at - 1] ?? BEYOND) + 1;
  return down >= right ? { start: down, isDown: true } : { start: right, isDown: false };
}
