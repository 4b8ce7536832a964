import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import { align, ALONE } from "./align.ts";
import type { Versions } from "./conflict.ts";
import { bySide, type BySide } from "./conflict.ts";
import { numberVersions } from "./diff-sequences.ts";

/**
 * For each side, whether it holds all that the other one changed of the base: what that one took away is
 * gone, what it put in is there, in its order. So a merge that is merged again with a side stays as it is. An
 * item that the one took out and the other only reworded is not gone. Where the steps do not suffice to
 * know, neither holds the other.
 */
export function holdsChanges(
  texts: Versions<readonly string[]>,
  budget: StepBudget,
): Pick<BySide<boolean>, "ours" | "theirs"> {
  const items = numberVersions(texts);
  const { base, count } = items;
  const mates = bySide(budget, (side, share) => align({ a: base, b: items[side], count }, share));
  const holds = bySide(budget, (side, share) => {
    const other = side === "ours" ? "theirs" : "ours";
    const lists = withoutGone(
      { base, whole: items[side], part: items[other], count },
      mates[other],
    );
    if (mates.cut || !hasAll(lists, share)) return false;
    const removed = texts.base.filter((_, index) => mates[other][index] === ALONE);
    const of = { whole: texts[side], part: texts[other], base: texts.base };
    return !hasReworded(removed, of, share);
  });
  return holds.cut ? NEITHER : holds;
}

const NEITHER = { ours: false, theirs: false };

interface Lists extends Record<"base" | "whole" | "part", Int32Array> {
  readonly count: number;
}

/** The same without what the part left where it was and the whole has no more: it says nothing of the part. */
function withoutGone({ base, whole, part, count }: Lists, mates: Int32Array): Lists {
  const isInWhole = new Uint8Array(count);
  for (const item of whole) isInWhole[item] = 1;
  const isGone = new Uint8Array(part.length);
  const left = base.filter((item, index) => {
    const place = mates[index] ?? ALONE;
    if (place === ALONE || isInWhole[item] === 1) return true;
    isGone[place] = 1;
    return false;
  });
  return { base: left, whole, part: part.filter((_, place) => isGone[place] === 0), count };
}

/**
 * Whether the whole keeps nothing that the part took out, and has what it put in, and in its order but for what the
 * whole alone moved. Of two items that changed places either may be the one that was moved, and only one of the two
 * explains what the part put beside it.
 */
function hasAll({ base, whole, part, count }: Lists, budget: StepBudget): boolean {
  const kept = {
    whole: align({ a: base, b: whole, count }, budget),
    part: align({ a: base, b: part, count }, budget),
    both: align({ a: part, b: whole, count }, budget),
  };
  const isBack = kept.part.some((place, index) => place === ALONE && kept.whole[index] !== ALONE);
  return !budget.exhausted && !isBack && explains(kept, part.length);
}

type Kept = Record<"whole" | "part" | "both", Int32Array>;

/** Whether what stands side by side in both has all that the part put in, and as much of the base as both left where it was. */
function explains({ whole, part, both }: Kept, length: number): boolean {
  const isOld = new Uint8Array(length);
  for (const place of part) if (place !== ALONE) isOld[place] = 1;
  if (both.some((mate, place) => mate === ALONE && isOld[place] === 0)) return false;
  const stayed = part.filter((place, index) => place !== ALONE && whole[index] !== ALONE);
  return both.filter((mate, place) => mate !== ALONE && isOld[place] === 1).length >= stayed.length;
}

/** Whether items that the part took out without a new wording have one in the whole. */
function hasReworded(
  removed: readonly string[],
  { whole, part, base }: Record<"whole" | "part" | "base", readonly string[]>,
  budget: StepBudget,
): boolean {
  const known = new Set(base);
  const inPart = new Set(part).difference(known);
  const added = new Set(whole).difference(known).difference(inPart);
  const [put, there] = [new Set(added.keys().map(bare)), new Set(inPart.keys().map(bare))];
  return removed
    .map(bare)
    .some((item) => isReworded(item, put, budget) && !isReworded(item, there, budget));
}

const AROUND = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Without the marks around it: one more of emphasis is no other wording. */
function bare(text: string): string {
  return text.replaceAll(AROUND, "") || text;
}

function isReworded(item: string, others: ReadonlySet<string>, budget: StepBudget): boolean {
  return others.values().some((other) => !budget.exhausted && resembles(item, other, budget));
}

const RESEMBLES_STEPS = 4;

/** Whether two texts begin and end alike, for half of the shorter one or more. */
function resembles(a: string, b: string, budget: StepBudget): boolean {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  const [lastA, lastB] = [a.length - 1, b.length - 1];
  while (tail < most - head && a.charCodeAt(lastA - tail) === b.charCodeAt(lastB - tail)) tail += 1;
  return trySpend(budget, RESEMBLES_STEPS + head + tail) && (head + tail) * 2 >= most;
}
