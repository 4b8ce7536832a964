import type { StepBudget } from "../../base/step-budget.ts";
import { align, UNPAIRED } from "./align.ts";
import type { Hunk, Versions } from "./conflict.ts";

/**
 * Returns the hunks that turn one sequence into another, in order and not adjacent. When the steps run out, hunks are
 * larger than necessary.
 */
export function diffSequences(
  before: readonly string[],
  after: readonly string[],
  budget: StepBudget,
): Hunk[] {
  const numbers = new Map<string, number>();
  const [a, b] = [numberItems(before, numbers), numberItems(after, numbers)];
  return hunksOf(align({ a, b, count: numbers.size }, budget), b.length);
}

/** Returns the hunks between the pairs of two sequences; `length` is that of the second one. */
export function hunksOf(mates: Int32Array, length: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [start, from] = [0, 0];
  const close = (end: number, to: number): void => {
    if (start < end || from < to) hunks.push({ start, end, from, to });
    [start, from] = [end + 1, to + 1];
  };
  for (const [index, mate] of mates.entries()) if (mate !== UNPAIRED) close(index, mate);
  close(mates.length, length);
  return hunks;
}

/** Three sequences of numbered items; `count` is the number of distinct items. */
export interface NumberedVersions extends Versions<Int32Array> {
  readonly count: number;
}

/** Numbers items. Equal items get the same number, including those of other lists that share `numbers`. */
function numberItems(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const list = new Int32Array(items.length);
  for (const [index, item] of items.entries()) {
    const known = numbers.get(item);
    list[index] = known ?? numbers.size;
    if (known === undefined) numbers.set(item, numbers.size);
  }
  return list;
}

/** Numbers the items of three versions of a list together. */
export function numberVersions({
  base,
  ours,
  theirs,
}: Versions<readonly string[]>): NumberedVersions {
  const numbers = new Map<string, number>();
  const lists = {
    base: numberItems(base, numbers),
    ours: numberItems(ours, numbers),
    theirs: numberItems(theirs, numbers),
  };
  return { ...lists, count: numbers.size };
}
