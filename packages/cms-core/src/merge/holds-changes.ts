import { align, ALONE } from "./align.ts";
import type { Versions } from "./conflict.ts";
import { numberVersions } from "./number-items.ts";
import { afford, bySide, type BySide, type Work } from "./work.ts";

/**
 * For each side, whether it holds all that the other one changed of the base: what that one took away is
 * gone, what it put in is there, in its order. So a merge that is merged again with a side stays as it is. An
 * item that the one took out and the other only reworded is not gone. Where the steps do not suffice to
 * know, neither holds the other.
 */
export function holdsChanges(
  texts: Versions<readonly string[]>,
  work: Work,
): Pick<BySide<boolean>, "ours" | "theirs"> {
  const items = numberVersions(texts);
  const { base, count } = items;
  const mates = bySide(work, (side, share) => align({ a: base, b: items[side], count }, share));
  const holds = bySide(work, (side, share) => {
    const other = side === "ours" ? "theirs" : "ours";
    const kept = { whole: mates[side], part: mates[other] };
    const lists = { whole: items[side], part: items[other] };
    if (mates.cut || !hasAll(lists, kept)) return false;
    const removed = texts.base.filter((_, index) => kept.part[index] === ALONE);
    const of = { whole: texts[side], part: texts[other], base: texts.base };
    return !hasReworded(removed, of, share);
  });
  return holds.cut ? NEITHER : holds;
}

const NEITHER = { ours: false, theirs: false };

type Pair<T> = Record<"whole" | "part", T>;

/** Whether the whole keeps nothing that the part took out, and has what it put in, and in its order. */
function hasAll({ whole, part }: Pair<Int32Array>, kept: Pair<Int32Array>): boolean {
  const isGone = new Uint8Array(part.length);
  for (const [index, place] of kept.part.entries()) {
    const isInWhole = kept.whole[index] !== ALONE;
    if (place === ALONE && isInWhole) return false;
    if (place !== ALONE && !isInWhole) isGone[place] = 1;
  }
  let at = 0;
  for (const [place, item] of part.entries()) {
    if (isGone[place] === 1) continue;
    while (at < whole.length && whole[at] !== item) at += 1;
    if (at === whole.length) return false;
    at += 1;
  }
  return true;
}

/** Whether items that the part took out without a new wording have one in the whole. */
function hasReworded(
  removed: readonly string[],
  { whole, part, base }: Record<"whole" | "part" | "base", readonly string[]>,
  work: Work,
): boolean {
  const known = new Set(base);
  const inPart = new Set(part).difference(known);
  const added = new Set(whole).difference(known).difference(inPart);
  const [put, there] = [new Set(added.keys().map(bare)), new Set(inPart.keys().map(bare))];
  return removed
    .map(bare)
    .some((item) => isReworded(item, put, work) && !isReworded(item, there, work));
}

const AROUND = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Without the marks around it: one more of emphasis is no other wording. */
function bare(text: string): string {
  return text.replaceAll(AROUND, "") || text;
}

function isReworded(item: string, others: ReadonlySet<string>, work: Work): boolean {
  return others.values().some((other) => !work.cut && resembles(item, other, work));
}

const RESEMBLES_STEPS = 4;

/** Whether two texts begin and end alike, for half of the shorter one or more. */
function resembles(a: string, b: string, work: Work): boolean {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  const [lastA, lastB] = [a.length - 1, b.length - 1];
  while (tail < most - head && a.charCodeAt(lastA - tail) === b.charCodeAt(lastB - tail)) tail += 1;
  return afford(work, RESEMBLES_STEPS + head + tail) && (head + tail) * 2 >= most;
}
