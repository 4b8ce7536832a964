import { createStepBudget } from "../base/step-budget.ts";
import { compareText, type TextChange } from "../history/compare-text.ts";

/** About 20 ms, which users don't notice for a single field. */
const STEPS = 1_500_000;

/**
 * Returns the word-by-word changes between two texts, in any script. Long and very different texts have coarser
 * changes.
 */
export function compareWords(before: string, after: string): readonly TextChange[] {
  return compareText(before, after, createStepBudget(STEPS));
}
