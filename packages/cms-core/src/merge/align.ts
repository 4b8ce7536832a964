import { anchorsOf } from "./anchors.ts";
import { pairAlike } from "./edit-script.ts";
import type { Hunk } from "./hunk.ts";
import { afford, type Work } from "./work.ts";

/** What has no equal in the other sequence. */
export const ALONE = -1;

// Below this the shortest edit script is always looked for first; above, items that occur once hold it in place.
const SMALL = 4096;

// What it takes to look at an item, beside comparing two numbers.
const ITEM_STEPS = 8;

/** Two sequences of numbered items; `count` is how many numbers there are. */
export interface Numbered {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly count: number;
}

/**
 * For each item of `a` the place of the equal one in `b` that it is paired with, or `ALONE`; pairs rise. As
 * many are paired as can be where that is cheap; a stretch for which the steps do not suffice has no pairs.
 */
export function align(of: Numbered, work: Work): Int32Array {
  const { a, b } = of;
  const mates = new Int32Array(a.length).fill(ALONE);
  const whole = { start: 0, end: a.length, from: 0, to: b.length };
  const rest = pairEnds(of, whole, mates);
  if (rest.start === rest.end || rest.from === rest.to) return mates;
  const scratch: Scratch = [new Int32Array(of.count), new Int32Array(of.count)];
  const open: Open[] = [{ ...rest, between: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const inner of alignStretch(of, next, { mates, scratch, work })) open.push(inner);
  }
  return mates;
}

type Scratch = readonly [Int32Array, Int32Array];

interface Open extends Hunk {
  /** Whether it is what is left between items that occur once. */
  readonly between: boolean;
}

interface Aligning {
  readonly mates: Int32Array;
  readonly scratch: Scratch;
  readonly work: Work;
}

/** Pairs what it can of a stretch, and gives what is still to be looked at. */
function alignStretch(of: Numbered, stretch: Open, { mates, scratch, work }: Aligning): Open[] {
  const rest = pairEnds(of, stretch, mates);
  const { start, end, from, to } = rest;
  if (start === end || from === to) return [];
  if (!afford(work, ITEM_STEPS * (end - start + to - from))) return [];
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
  if (isExact && pairAlike(x, y, { work, pair })) return [];
  work.cut ||= isExact;
  const anchors = anchorsOf(x, y, scratch);
  if (anchors.length === 0) return isExact ? [] : [{ ...rest, between: true }];
  for (const { index, place } of anchors) pair(index, place);
  return betweenPairs(
    rest,
    mates,
    anchors.map(({ index }) => left[index] ?? 0),
  );
}

/** Pairs what is equal at the two ends of a stretch, and gives what is between. */
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

/** The places within a stretch of `a` of items that the stretch of `b` has, too. */
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

/** The stretches between pairs. */
function betweenPairs(whole: Hunk, mates: Int32Array, paired: readonly number[]): Open[] {
  const stretches: Open[] = [];
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
