import { type StepBudget } from "../../base/step-budget.ts";
import { align } from "./align.ts";
import type { Hunk, Versions } from "./conflict.ts";
import { bySide } from "./conflict.ts";
import { hunksOf, type NumberedVersions } from "./diff-sequences.ts";

/** Items `start` to before `end` of one of the three sequences. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export type Ranges = Versions<Range>;

/** A stretch of three sequences: who changed it. Items of `same` stretches are equal one by one. */
export interface Stretch extends Ranges {
  readonly kind: "same" | "ours" | "theirs" | "both";
  /** Whether a side put in what it took out elsewhere. */
  readonly moves: boolean;
}

export interface ThreeWay {
  readonly touching?: "pass" | "meet";
  readonly budget: StepBudget;
}

/**
 * The three sequences as stretches, in order. Changes that only touch do not meet: who replaces
 * one item and who replaces the next one change different things. Two insertions at one place meet,
 * and so do changes of the same item.
 */
export function threeWay(
  items: NumberedVersions,
  { touching = "pass", budget }: ThreeWay,
): Stretch[] {
  const changes = bySide(budget, (side, share) => changesOf(items, side, share));
  const groups = meeting([...changes.ours, ...changes.theirs], touching);
  const stretches: Stretch[] = [];
  const at = { base: 0, ours: 0, theirs: 0 };
  const take = (kind: Stretch["kind"], to: typeof at, moves = false): void => {
    stretches.push({
      kind,
      moves,
      base: { start: at.base, end: to.base },
      ours: { start: at.ours, end: to.ours },
      theirs: { start: at.theirs, end: to.theirs },
    });
    Object.assign(at, to);
  };
  for (const group of groups) {
    const same = group.start - at.base;
    if (same > 0) take("same", moved(at, same));
    const ours = growth(group.ours);
    const theirs = growth(group.theirs);
    const length = group.end - group.start;
    const to = {
      base: group.end,
      ours: at.ours + length + ours,
      theirs: at.theirs + length + theirs,
    };
    take(kindOf(group), to, group.moves);
  }
  if (at.base < items.base.length) take("same", moved(at, items.base.length - at.base));
  return stretches;
}

function changesOf(
  items: NumberedVersions,
  side: "ours" | "theirs",
  budget: StepBudget,
): Changed[] {
  const { base, count, [side]: now } = items;
  const hunks = hunksOf(align({ a: base, b: now, count }, budget), now.length);
  const removed = new Uint8Array(count);
  for (const { start, end } of hunks) {
    for (let place = start; place < end; place += 1) removed[base[place] ?? 0] = 1;
  }
  return hunks.map((hunk) => {
    const put = now.subarray(hunk.from, hunk.to);
    return { side, hunk, put, moves: () => put.some((item) => removed[item] === 1) };
  });
}

interface Changed {
  readonly side: "ours" | "theirs";
  readonly hunk: Hunk;
  /** The items that it puts in. */
  readonly put: Int32Array;
  /** Whether it puts in what the side took out elsewhere. */
  readonly moves: () => boolean;
}

/** Changes that meet each other, directly or through others. */
interface Group {
  readonly start: number;
  end: number;
  readonly ours: Hunk[];
  readonly theirs: Hunk[];
  moves: boolean;
  /** Those that reach to its end. */
  last: readonly Changed[];
}

function meeting(changes: readonly Changed[], touching: "pass" | "meet"): Group[] {
  const groups: Group[] = [];
  // An insertion comes before what replaces the items behind it.
  const ordered = changes.toSorted(
    (a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end,
  );
  for (const change of ordered) {
    const last = groups.at(-1);
    const group = last !== undefined && meets(last, change, touching) ? last : open(groups, change);
    const { end } = change.hunk;
    if (end > group.end) group.last = [change];
    else if (end === group.end) group.last = [...group.last, change];
    group.end = Math.max(group.end, end);
    group[change.side].push(change.hunk);
    group.moves ||= change.moves();
  }
  return groups;
}

function meets(group: Group, change: Changed, touching: "pass" | "meet"): boolean {
  const { start, end } = change.hunk;
  if (start < group.end) return true;
  if (start > group.end) return false;
  if (touching === "meet") return true;
  // Two insertions at one place.
  if (start === end && group.start === group.end) return true;
  // What both put in must not stand there twice, and what was moved here keeps its neighbours.
  if (change.moves()) return true;
  return group.last.some((last) => haveCommon(change.put, last.put) || last.moves());
}

function haveCommon(a: Int32Array, b: Int32Array): boolean {
  const there = new Set(a);
  return b.some((item) => there.has(item));
}

function open(groups: Group[], change: Changed): Group {
  const { start, end } = change.hunk;
  const group: Group = { start, end, ours: [], theirs: [], moves: false, last: [] };
  groups.push(group);
  return group;
}

function kindOf({ ours, theirs }: Group): Stretch["kind"] {
  if (ours.length === 0) return "theirs";
  return theirs.length === 0 ? "ours" : "both";
}

function growth(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { start, end, from, to }) => sum + to - from - (end - start), 0);
}

function moved(
  at: { base: number; ours: number; theirs: number },
  by: number,
): { base: number; ours: number; theirs: number } {
  return { base: at.base + by, ours: at.ours + by, theirs: at.theirs + by };
}
