import { type StepBudget } from "../../base/step-budget.ts";
import { align } from "./align.ts";
import type { Hunk, Versions } from "./conflict.ts";
import { forBothSides } from "./conflict.ts";
import { hunksOf, type NumberedVersions } from "./diff-sequences.ts";

/** Items `start` to `end` (exclusive) of one of the three sequences. */
interface Range {
  readonly start: number;
  readonly end: number;
}

export type Ranges = Versions<Range>;

/** A range of three sequences with the sides that changed it. Items of `same` stretches are equal one by one. */
export interface Stretch extends Ranges {
  readonly kind: "same" | "ours" | "theirs" | "both";
  /** Whether a side adds something here that it removed elsewhere. */
  readonly moves: boolean;
}

export interface ThreeWay {
  readonly touching?: "pass" | "meet";
  readonly budget: StepBudget;
}

/**
 * Splits three sequences into stretches, in order. Adjacent changes don't conflict: replacing one item and replacing
 * the next one are separate changes. Two insertions at the same position conflict, and so do changes of the same item.
 */
export function threeWay(
  items: NumberedVersions,
  { touching = "pass", budget }: ThreeWay,
): Stretch[] {
  const changes = forBothSides(budget, (side, share) => changesOf(items, side, share));
  const groups = groupOverlapping([...changes.ours, ...changes.theirs], touching);
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
    const ours = lengthChange(group.ours);
    const theirs = lengthChange(group.theirs);
    const length = group.end - group.start;
    const to = {
      base: group.end,
      ours: at.ours + length + ours,
      theirs: at.theirs + length + theirs,
    };
    take(changedSides(group), to, group.moves);
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
  /** Inserted items. */
  readonly put: Int32Array;
  /** Returns whether it inserts something that the side removed elsewhere. */
  readonly moves: () => boolean;
}

/** Changes that overlap, directly or through others. */
interface Group {
  readonly start: number;
  end: number;
  readonly ours: Hunk[];
  readonly theirs: Hunk[];
  moves: boolean;
  /** Changes that reach its end. */
  last: readonly Changed[];
}

function groupOverlapping(changes: readonly Changed[], touching: "pass" | "meet"): Group[] {
  const groups: Group[] = [];
  // An insertion comes before a replacement of the following items.
  const ordered = changes.toSorted(
    (a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end,
  );
  for (const change of ordered) {
    const last = groups.at(-1);
    const group =
      last !== undefined && overlaps(last, change, touching) ? last : openGroup(groups, change);
    const { end } = change.hunk;
    if (end > group.end) group.last = [change];
    else if (end === group.end) group.last = [...group.last, change];
    group.end = Math.max(group.end, end);
    group[change.side].push(change.hunk);
    group.moves ||= change.moves();
  }
  return groups;
}

function overlaps(group: Group, change: Changed, touching: "pass" | "meet"): boolean {
  const { start, end } = change.hunk;
  if (start < group.end) return true;
  if (start > group.end) return false;
  if (touching === "meet") return true;
  // Two insertions at the same position.
  if (start === end && group.start === group.end) return true;
  // Items inserted by both sides must not appear twice, and moved items keep their neighbors.
  if (change.moves()) return true;
  return group.last.some((last) => haveCommonItem(change.put, last.put) || last.moves());
}

function haveCommonItem(a: Int32Array, b: Int32Array): boolean {
  const items = new Set(a);
  return b.some((item) => items.has(item));
}

function openGroup(groups: Group[], change: Changed): Group {
  const { start, end } = change.hunk;
  const group: Group = { start, end, ours: [], theirs: [], moves: false, last: [] };
  groups.push(group);
  return group;
}

function changedSides({ ours, theirs }: Group): Stretch["kind"] {
  if (ours.length === 0) return "theirs";
  return theirs.length === 0 ? "ours" : "both";
}

function lengthChange(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { start, end, from, to }) => sum + to - from - (end - start), 0);
}

function moved(
  at: { base: number; ours: number; theirs: number },
  by: number,
): { base: number; ours: number; theirs: number } {
  return { base: at.base + by, ours: at.ours + by, theirs: at.theirs + by };
}
