import { trySpend, type StepBudget } from "../../base/step-budget.ts";
import { align, UNPAIRED } from "./align.ts";
import type { Versions } from "./conflict.ts";
import { forBothSides, type BothSides } from "./conflict.ts";
import { numberVersions } from "./diff-sequences.ts";

/**
 * Returns for each side whether it contains all changes of the other side: what that side removed is gone, and what it
 * added is there, in the same order. Such a merge stays the same if it is merged again with a side. An item that one
 * side removed and the other reworded isn't gone. When the steps run out, neither side contains the other.
 */
export function holdsChanges(
  texts: Versions<readonly string[]>,
  budget: StepBudget,
): Pick<BothSides<boolean>, "ours" | "theirs"> {
  const items = numberVersions(texts);
  const { base, count } = items;
  const mates = forBothSides(budget, (side, share) =>
    align({ a: base, b: items[side], count }, share),
  );
  const holds = forBothSides(budget, (side, share) => {
    const other = side === "ours" ? "theirs" : "ours";
    const lists = dropRemoved(
      { base, whole: items[side], part: items[other], count },
      mates[other],
    );
    if (mates.cut || !containsAllChanges(lists, share)) return false;
    const removed = texts.base.filter((_, index) => mates[other][index] === UNPAIRED);
    const of = { whole: texts[side], part: texts[other], base: texts.base };
    return !hasReworded(removed, of, share);
  });
  return holds.cut ? NEITHER : holds;
}

const NEITHER = { ours: false, theirs: false };

interface Lists extends Record<"base" | "whole" | "part", Int32Array> {
  readonly count: number;
}

/** Removes the items that the part left in place and the whole removed, which say nothing about the part. */
function dropRemoved({ base, whole, part, count }: Lists, mates: Int32Array): Lists {
  const isInWhole = new Uint8Array(count);
  for (const item of whole) isInWhole[item] = 1;
  const isGone = new Uint8Array(part.length);
  const left = base.filter((item, index) => {
    const place = mates[index] ?? UNPAIRED;
    if (place === UNPAIRED || isInWhole[item] === 1) return true;
    isGone[place] = 1;
    return false;
  });
  return { base: left, whole, part: part.filter((_, place) => isGone[place] === 0), count };
}

/**
 * Returns whether the whole removed everything that the part removed, and contains what it added in the same order,
 * except for what only the whole moved. If two items changed places, either can be the moved one, and only one choice
 * explains the additions next to them.
 */
function containsAllChanges({ base, whole, part, count }: Lists, budget: StepBudget): boolean {
  const kept = {
    whole: align({ a: base, b: whole, count }, budget),
    part: align({ a: base, b: part, count }, budget),
    both: align({ a: part, b: whole, count }, budget),
  };
  const isBack = kept.part.some(
    (place, index) => place === UNPAIRED && kept.whole[index] !== UNPAIRED,
  );
  return !budget.exhausted && !isBack && explainsAdditions(kept, part.length);
}

type Kept = Record<"whole" | "part" | "both", Int32Array>;

/**
 * Returns whether the common items of both contain everything that the part added, and all base items that both left in
 * place.
 */
function explainsAdditions({ whole, part, both }: Kept, length: number): boolean {
  const isOld = new Uint8Array(length);
  for (const place of part) if (place !== UNPAIRED) isOld[place] = 1;
  if (both.some((mate, place) => mate === UNPAIRED && isOld[place] === 0)) return false;
  const stayed = part.filter((place, index) => place !== UNPAIRED && whole[index] !== UNPAIRED);
  return (
    both.filter((mate, place) => mate !== UNPAIRED && isOld[place] === 1).length >= stayed.length
  );
}

/** Returns whether an item that the part removed without rewording is reworded in the whole. */
function hasReworded(
  removed: readonly string[],
  { whole, part, base }: Record<"whole" | "part" | "base", readonly string[]>,
  budget: StepBudget,
): boolean {
  const known = new Set(base);
  const inPart = new Set(part).difference(known);
  const added = new Set(whole).difference(known).difference(inPart);
  const [put, there] = [
    new Set(added.keys().map(stripMarks)),
    new Set(inPart.keys().map(stripMarks)),
  ];
  return removed
    .map(stripMarks)
    .some((item) => isReworded(item, put, budget) && !isReworded(item, there, budget));
}

const SURROUNDING_MARKS = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Strips surrounding punctuation: additional emphasis isn't a rewording. */
function stripMarks(text: string): string {
  return text.replaceAll(SURROUNDING_MARKS, "") || text;
}

function isReworded(item: string, others: ReadonlySet<string>, budget: StepBudget): boolean {
  return others.values().some((other) => !budget.exhausted && resembles(item, other, budget));
}

const RESEMBLES_STEPS = 4;

/** Returns whether the common start and end of two texts make up at least half of the shorter one. */
function resembles(a: string, b: string, budget: StepBudget): boolean {
  const most = Math.min(a.length, b.length);
  let [head, tail] = [0, 0];
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  const [lastA, lastB] = [a.length - 1, b.length - 1];
  while (tail < most - head && a.charCodeAt(lastA - tail) === b.charCodeAt(lastB - tail)) tail += 1;
  return trySpend(budget, RESEMBLES_STEPS + head + tail) && (head + tail) * 2 >= most;
}
