/**
 * Step budget of a merge or diff; one step compares two items. When it runs out, the result is coarser, never wrong.
 */
export interface Work {
  left: number;
  /** Whether the budget ran out, so that the result is coarser. */
  cut: boolean;
}

export function workOf(steps: number): Work {
  return { left: steps, cut: false };
}

/** Spends steps if enough are left. */
export function afford(work: Work, steps: number): boolean {
  const isEnough = steps <= work.left;
  if (isEnough) work.left -= steps;
  else work.cut = true;
  return isEnough;
}
