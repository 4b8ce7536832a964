/**
 * Step budget of a merge or diff; one step compares two items. When it runs out, the result is coarser, never wrong.
 */
export interface StepBudget {
  left: number;
  /** Whether the budget ran out, so that the result is coarser. */
  exhausted: boolean;
}

export function createStepBudget(steps: number): StepBudget {
  return { left: steps, exhausted: false };
}

/** Spends steps if enough are left. */
export function trySpend(budget: StepBudget, steps: number): boolean {
  const isEnough = steps <= budget.left;
  if (isEnough) budget.left -= steps;
  else budget.exhausted = true;
  return isEnough;
}
