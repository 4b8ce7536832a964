import type { Versions } from "./conflict.ts";

/**
 * What a merge or a comparison may still do, in steps of some nanoseconds: one step compares two items. What
 * is left undone for want of steps is done more coarsely, never wrongly.
 */
export interface Work {
  left: number;
  /** Whether anything was left undone. */
  cut: boolean;
}

export function workOf(steps: number): Work {
  return { left: steps, cut: false };
}

/** Takes steps, when so many are left. */
export function afford(work: Work, steps: number): boolean {
  const isEnough = steps <= work.left;
  if (isEnough) work.left -= steps;
  else work.cut = true;
  return isEnough;
}

/** What is done for each side of a merge, and whether something was left undone of either. */
export interface BySide<T> extends Pick<Versions<T>, "ours" | "theirs"> {
  readonly cut: boolean;
}

/**
 * Does the same for both sides, each with half of what is left: so the result is the same whichever side
 * is ours.
 */
export function bySide<T>(work: Work, of: (side: "ours" | "theirs", share: Work) => T): BySide<T> {
  const half = Math.floor(work.left / 2);
  const shares = { ours: workOf(half), theirs: workOf(half) };
  const [ours, theirs] = [of("ours", shares.ours), of("theirs", shares.theirs)];
  const cut = shares.ours.cut || shares.theirs.cut;
  work.left -= 2 * half - shares.ours.left - shares.theirs.left;
  work.cut ||= cut;
  return { ours, theirs, cut };
}

const ITEM_STEPS = 40;

/** The steps that it takes to go through lists, beside what their diffs take. */
export function listSteps({ base, ours, theirs }: Versions<readonly unknown[]>): number {
  return ITEM_STEPS * (base.length + ours.length + theirs.length);
}
