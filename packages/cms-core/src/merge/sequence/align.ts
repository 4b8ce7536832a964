import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import type { Hunk } from "./conflict.ts";
import { longestRising } from "./longest-rising.ts";

const BEYOND = -2;

/** Precedes the row for zero edits: its only diagonal starts at 0. */
const TOP: Row = { low: 1, ends: Int32Array.of(BEYOND, BEYOND, 0, BEYOND, BEYOND) };

const ABSENT = -1;

const REPEATED = -2;

/** Marks an item without an equal one in the other sequence. */
export const UNPAIRED = -1;

// Shorter sequences are always aligned by shortest edit script; longer ones are first anchored at unique items.
const SMALL = 4096;

// Cost of visiting an item, relative to comparing two numbers.
const ITEM_STEPS = 8;

/** Two sequences of numbered items; `count` is the number of distinct items. */
export interface Numbered {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly count: number;
}

/**
 * Pairs equal items. For each item of `a`, returns the index of its pair in `b`, or `UNPAIRED`; indexes rise. Pairs as
 * many as possible if that is cheap. A range for which the steps run out has no pairs.
 */
export function align(of: Numbered, budget: StepBudget): Int32Array {
  const { a, b } = of;
  const mates = new Int32Array(a.length).fill(UNPAIRED);
  const whole = { start: 0, end: a.length, from: 0, to: b.length };
  const rest = pairEnds(of, whole, mates);
  if (rest.start === rest.end || rest.from === rest.to) return mates;
  const scratch: Scratch = [new Int32Array(of.count), new Int32Array(of.count)];
  const open: OpenRange[] = [{ ...rest, between: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const inner of alignStretch(of, next, { mates, scratch, budget })) open.push(inner);
  }
  return mates;
}

type Scratch = readonly [Int32Array, Int32Array];

interface OpenRange extends Hunk {
  /** Whether the range is the rest between unique items. */
  readonly between: boolean;
}

interface Aligning {
  readonly mates: Int32Array;
  readonly scratch: Scratch;
  readonly budget: StepBudget;
}

/** Pairs items of a range and returns the ranges that remain. */
function alignStretch(
  of: Numbered,
  stretch: OpenRange,
  { mates, scratch, budget }: Aligning,
): OpenRange[] {
  const rest = pairEnds(of, stretch, mates);
  const { start, end, from, to } = rest;
  if (start === end || from === to) return [];
  if (!trySpend(budget, ITEM_STEPS * (end - start + to - from))) return [];
  const left = commonPlaces(of, rest, scratch);
  const right = commonPlaces(
    { ...of, a: of.b, b: of.a },
    { start: from, end: to, from: start, to: end },
    scratch,
  );
  if (left.length === 0) return [];
  const [x, y] = [itemsAt(of.a, left), itemsAt(of.b, right)];
  const isExact = stretch.between || x.length * y.length <= SMALL;
  const pair = (index: number, place: number): void => {
    mates[left[index] ?? 0] = right[place] ?? 0;
  };
  if (isExact && pairAlike(x, y, { budget, pair })) return [];
  budget.exhausted ||= isExact;
  const anchors = anchorsOf(x, y, scratch);
  if (anchors.length === 0) return isExact ? [] : [{ ...rest, between: true }];
  for (const { index, place } of anchors) pair(index, place);
  return betweenPairs(
    rest,
    mates,
    anchors.map(({ index }) => left[index] ?? 0),
  );
}

/** Pairs equal items at both ends of a range and returns the range in between. */
function pairEnds({ a, b }: Numbered, { start, end, from, to }: Hunk, mates: Int32Array): Hunk {
  let [head, tail] = [0, 0];
  const most = Math.min(end - start, to - from);
  for (; head < most && a[start + head] === b[from + head]; head += 1) {
    mates[start + head] = from + head;
  }
  for (; tail < most - head && a[end - 1 - tail] === b[to - 1 - tail]; tail += 1) {
    mates[end - 1 - tail] = to - 1 - tail;
  }
  return { start: start + head, end: end - tail, from: from + head, to: to - tail };
}

/** Returns the indexes in a range of `a` whose items also occur in the range of `b`. */
function commonPlaces({ a, b }: Numbered, stretch: Hunk, [isThere]: Scratch): Int32Array {
  const { start, end, from, to } = stretch;
  for (let place = start; place < end; place += 1) isThere[a[place] ?? 0] = 0;
  for (let place = from; place < to; place += 1) isThere[b[place] ?? 0] = 1;
  const places = new Int32Array(end - start);
  let count = 0;
  for (let place = start; place < end; place += 1) {
    if (isThere[a[place] ?? 0] !== 1) continue;
    places[count] = place;
    count += 1;
  }
  return places.subarray(0, count);
}

function itemsAt(items: Int32Array, places: Int32Array): Int32Array {
  return places.map((place) => items[place] ?? 0);
}

/** Returns the ranges between pairs. */
function betweenPairs(whole: Hunk, mates: Int32Array, paired: readonly number[]): OpenRange[] {
  const stretches: OpenRange[] = [];
  let [start, from] = [whole.start, whole.from];
  for (const end of paired) {
    const to = mates[end] ?? 0;
    if (start < end && from < to) stretches.push({ start, end, from, to, between: true });
    [start, from] = [end + 1, to + 1];
  }
  const { end, to } = whole;
  if (start < end && from < to) stretches.push({ start, end, from, to, between: true });
  return stretches;
}

/** The indexes of the same item in both sequences. */
interface Anchor {
  readonly index: number;
  readonly place: number;
}

/**
 * Finds the longest list of items that occur once in both sequences in the same order (patience diff).
 *
 * @param places two scratch arrays, indexed by item number
 */
function anchorsOf(
  a: Int32Array,
  b: Int32Array,
  [inA, inB]: readonly [Int32Array, Int32Array],
): Anchor[] {
  markPlaces(a, inA);
  markPlaces(b, inB);
  const pairs: Anchor[] = [];
  for (const [index, item] of a.entries()) {
    const place = inB[item] ?? ABSENT;
    if (inA[item] === index && place >= 0) pairs.push({ index, place });
  }
  return longestRising(pairs, ({ place }) => place);
}

/** Records the index of each item that occurs only once. */
function markPlaces(items: Int32Array, places: Int32Array): void {
  for (const item of items) places[item] = ABSENT;
  for (const [index, item] of items.entries()) {
    places[item] = places[item] === ABSENT ? index : REPEATED;
  }
}

/**
 * Pairs the items that the shortest edit script keeps (Myers 1986). Uses up to half of the remaining steps. If that
 * isn't enough, returns false and pairs nothing.
 */
function pairAlike(
  a: Int32Array,
  b: Int32Array,
  { budget, pair }: { readonly budget: StepBudget; readonly pair: (x: number, y: number) => void },
): boolean {
  const rows = furthestRows(a, b, budget);
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

/** The furthest position in `a` on each diagonal after a number of edits. */
interface Row {
  /** First diagonal. Only every second diagonal is stored. */
  readonly low: number;
  /** From two before `low` to two after the last diagonal; the outer ones are unreachable. */
  readonly ends: Int32Array;
}

/** Returns the rows for 0, 1, … edits. The last one reaches the end. */
function furthestRows(a: Int32Array, b: Int32Array, budget: StepBudget): Row[] | undefined {
  const [n, m] = [a.length, b.length];
  const least = budget.left - Math.floor(budget.left / 2);
  const rows: Row[] = [];
  let above = TOP;
  for (let edits = 0; edits <= n + m && budget.left >= least; edits += 1) {
    // Diagonals beyond the corners are skipped, which leaves few if one sequence is short.
    const low = edits <= m ? -edits : ((edits - m) & 1) - m;
    const high = edits <= n ? edits : n - ((edits - n) & 1);
    const row = emptyRow(low, high);
    rows.push(row);
    const isEnd = fillRow(a, b, { row, above, high, budget });
    if (isEnd) return rows;
    above = row;
  }
  return undefined;
}

interface FillRow {
  readonly row: Row;
  readonly above: Row;
  readonly high: number;
  readonly budget: StepBudget;
}

/** Fills a row from the previous one. Returns true if it reaches the end. */
function fillRow(a: Int32Array, b: Int32Array, { row, above, high, budget }: FillRow): boolean {
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
      budget.left -= steps;
      return true;
    }
  }
  budget.left -= steps;
  return false;
}

function emptyRow(low: number, high: number): Row {
  const ends = new Int32Array(high - low + 5);
  ends.fill(BEYOND, 0, 2);
  ends.fill(BEYOND, -2);
  return { low, ends };
}

/**
 * Returns the start on diagonal `k` after one more edit: down (insert an item of `b`) or right (delete an item of `a`).
 */
function stepInto(
  { low, ends }: Row,
  k: number,
): { readonly start: number; readonly isDown: boolean } {
  const at = k - low + 2;
  const down = ends[at + 1] ?? BEYOND;
  const right = (ends[at - 1] ?? BEYOND) + 1;
  return down >= right ? { start: down, isDown: true } : { start: right, isDown: false };
}
