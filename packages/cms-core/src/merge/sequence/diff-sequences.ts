import type { StepBudget } from "../../base/step-budget.ts";
import { align, ALONE } from "./align.ts";
import type { Hunk, Versions } from "./conflict.ts";

/**
 * What turns one sequence into another: hunks in order, none of which touch. Where the steps do not suffice, a
 * hunk is larger than it need be.
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

/** What lies between the pairs of two sequences, the second one of this length. */
export function hunksOf(mates: Int32Array, length: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [start, from] = [0, 0];
  const close = (end: number, to: number): void => {
    if (start < end || from < to) hunks.push({ start, end, from, to });
    [start, from] = [end + 1, to + 1];
  };
  for (const [index, mate] of mates.entries()) if (mate !== ALONE) close(index, mate);
  close(mates.length, length);
  return hunks;
}

/** Three sequences of numbered items; `count` is how many numbers there are. */
export interface NumberedVersions extends Versions<Int32Array> {
  readonly count: number;
}

/** Items by number: equal ones have the same, also those of other lists that were numbered with `numbers`. */
function numberItems(items: readonly string[], numbers: Map<string, number>): Int32Array {
  const list = new Int32Array(items.length);
  for (const [index, item] of items.entries()) {
    const known = numbers.get(item);
    list[index] = known ?? numbers.size;
    if (known === undefined) numbers.set(item, numbers.size);
  }
  return list;
}

/** Three versions of a list, numbered together. */
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
