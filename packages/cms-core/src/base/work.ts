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
