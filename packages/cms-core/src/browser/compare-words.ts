import { createStepBudget } from "../base/step-budget.ts";
import { compareText, type TextChange } from "../history/compare-text.ts";

/** Some 20 ms: what a page may take for one field without being felt. */
const STEPS = 1_500_000;

/** What makes one text another, word by word, in any script; long texts that differ in much, more coarsely. */
export function compareWords(before: string, after: string): readonly TextChange[] {
  return compareText(before, after, createStepBudget(STEPS));
}
