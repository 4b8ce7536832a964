import { editScript } from "./edit-script.ts";
import type { Hunk } from "./hunk.ts";

// Below this the shortest edit script is always found; above, lines that occur once hold it in place.
const SMALL = 4096;

/**
 * What turns one sequence into another: hunks in order, none of which touch. Time is bounded for every
 * input (n log n, plus a fixed budget for what has no line that occurs once); beyond the budget a
 * stretch counts as replaced whole.
 */
export function diffSequences(before: readonly string[], after: readonly string[]): Hunk[] {
  const numbers = new Map<string, number>();
  const a = numbered(before, numbers);
  const b = numbered(after, numbers);
  const whole = { start: 0, end: a.length, from: 0, to: b.length };
  const trimmed = trim(a, b, whole);
  const size = (trimmed.end - trimmed.start) * (trimmed.to - trimmed.from);
  const stretches = size <= SMALL ? [trimmed] : betweenAnchors(a, b, trimmed, numbers.size);
  const budget = { steps: STEPS };
  return joined(stretches.flatMap((stretch) => editScript(a, b, trim(a, b, stretch), budget)));
}

// About a tenth of a second.
const STEPS = 20_000_000;

function numbered(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const list = new Int32Array(items.length);
  for (const [index, item] of items.entries()) {
    const known = numbers.get(item);
    list[index] = known ?? numbers.size;
    if (known === undefined) numbers.set(item, numbers.size);
  }
  return list;
}

/** A hunk without what is equal at its two ends. */
function trim(a: Int32Array, b: Int32Array, { start, end, from, to }: Hunk): Hunk {
  let [head, tail] = [0, 0];
  const most = Math.min(end - start, to - from);
  while (head < most && a[start + head] === b[from + head]) head += 1;
  while (tail < most - head && a[end - 1 - tail] === b[to - 1 - tail]) tail += 1;
  return { start: start + head, end: end - tail, from: from + head, to: to - tail };
}

/** The stretches between items that occur once on both sides and keep their order (patience diff). */
function betweenAnchors(a: Int32Array, b: Int32Array, whole: Hunk, count: number): Hunk[] {
  const inA = onlyPlaces(a, whole.start, whole.end, count);
  const inB = onlyPlaces(b, whole.from, whole.to, count);
  const pairs: Anchor[] = [];
  for (let index = whole.start; index < whole.end; index += 1) {
    const item = a[index] ?? 0;
    const place = inB[item] ?? NOWHERE;
    if (inA[item] === index && place >= 0) pairs.push({ index, place });
  }
  const stretches: Hunk[] = [];
  let [start, from] = [whole.start, whole.from];
  for (const { index, place } of longestRising(pairs)) {
    stretches.push({ start, end: index, from, to: place });
    [start, from] = [index + 1, place + 1];
  }
  stretches.push({ start, end: whole.end, from, to: whole.to });
  return stretches.filter((hunk) => hunk.start < hunk.end || hunk.from < hunk.to);
}

interface Anchor {
  readonly index: number;
  readonly place: number;
}

const NOWHERE = -1;
const OFTEN = -2;

/** Where each item occurs that does so once. */
function onlyPlaces(items: Int32Array, start: number, end: number, count: number): Int32Array {
  const places = new Int32Array(count).fill(NOWHERE);
  for (let index = start; index < end; index += 1) {
    const item = items[index] ?? 0;
    places[item] = places[item] === NOWHERE ? index : OFTEN;
  }
  return places;
}

function longestRising(pairs: readonly Anchor[]): Anchor[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { place }] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? NOWHERE);
    ends[low] = index;
  }
  const rising: Anchor[] = [];
  for (let at = ends.at(-1) ?? NOWHERE; at !== NOWHERE; at = previous[at] ?? NOWHERE) {
    const pair = pairs[at];
    if (pair !== undefined) rising.push(pair);
  }
  return rising.toReversed();
}

/** Hunks that touch become one. */
function joined(hunks: readonly Hunk[]): Hunk[] {
  const list: Hunk[] = [];
  for (const hunk of hunks) {
    const last = list.at(-1);
    if (last !== undefined && last.end === hunk.start && last.to === hunk.from) {
      list[list.length - 1] = { ...last, end: hunk.end, to: hunk.to };
    } else if (hunk.start < hunk.end || hunk.from < hunk.to) list.push(hunk);
  }
  return list;
}
