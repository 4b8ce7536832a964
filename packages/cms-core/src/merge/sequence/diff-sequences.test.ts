import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createStepBudget } from "../../base/step-budget.ts";
import type { Hunk } from "./conflict.ts";
import { diffSequences } from "./diff-sequences.ts";

const STEPS = 3_000_000;

const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 14 });

function applied(before: readonly string[], after: readonly string[], hunks: readonly Hunk[]) {
  const made: string[] = [];
  let at = 0;
  for (const { start, end, from, to } of hunks) {
    made.push(...before.slice(at, start), ...after.slice(from, to));
    at = end;
  }
  return [...made, ...before.slice(at)];
}

/** Returns the length of the longest common subsequence by brute force. */
function commonLength(a: readonly string[], b: readonly string[]): number {
  const row = Array.from({ length: b.length + 1 }, () => 0);
  for (const item of a) {
    let corner = 0;
    for (const [index, other] of b.entries()) {
      const above = row[index + 1] ?? 0;
      row[index + 1] = item === other ? corner + 1 : Math.max(above, row[index] ?? 0);
      corner = above;
    }
  }
  return row.at(-1) ?? 0;
}

/** Returns a long random sequence of two different lines. */
function alike(seed: number): string[] {
  let state = seed;
  return Array.from({ length: 100_000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % 3 === 0 ? "a" : "b";
  });
}

test("returns separate hunks that turn one sequence into the other", () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const hunks = diffSequences(a, b, createStepBudget(STEPS));
      expect(applied(a, b, hunks)).toEqual(b);
      const touching = hunks.filter((hunk, index) => hunks[index - 1]?.end === hunk.start);
      expect(touching).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("keeps as many items of a short sequence as possible", () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const removedCount = diffSequences(a, b, createStepBudget(STEPS)).reduce(
        (sum, { start, end }) => sum + end - start,
        0,
      );
      expect(a.length - removedCount).toBe(commonLength(a, b));
    }),
    { numRuns: 500 },
  );
});

test("returns hunks that turn one sequence into the other with any step budget", () => {
  fc.assert(
    fc.property(letters, letters, fc.nat(400), (a, b, steps) => {
      const budget = createStepBudget(steps);
      const hunks = diffSequences(a, b, budget);
      expect(applied(a, b, hunks)).toEqual(b);
      expect(budget.left).toBeGreaterThanOrEqual(-2 * (a.length + b.length));
      const removedCount = hunks.reduce((sum, { start, end }) => sum + end - start, 0);
      expect(budget.exhausted || a.length - removedCount === commonLength(a, b)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

function mostlyOwn(name: string): string[] {
  return Array.from({ length: 20_000 }, (_, at) =>
    at % 100 === 0 ? `same ${at}` : `${name} ${at}`,
  );
}

test("spends no steps on items missing from the other sequence except to visit them", () => {
  const budget = createStepBudget(STEPS);
  const hunks = diffSequences(mostlyOwn("a"), mostlyOwn("b"), budget);
  expect(hunks).toHaveLength(200);
  expect(STEPS - budget.left).toBeLessThan(20 * 40_000);
});

test("aligns long sequences by lines that occur once", () => {
  const before = Array.from({ length: 20_000 }, (_, at) => (at % 2 === 0 ? "" : `line ${at}`));
  const after = before.toSpliced(1001, 1, "other").toSpliced(15_000, 2).toSpliced(30, 0, "new");
  const hunks = diffSequences(before, after, createStepBudget(STEPS));

  expect(applied(before, after, hunks)).toEqual(after);
  expect(hunks).toHaveLength(3);
});

test("turns sequences of repetitive lines into each other", () => {
  const [a, b] = [alike(1), alike(2)];
  const budget = createStepBudget(STEPS);
  expect(applied(a, b, diffSequences(a, b, budget))).toEqual(b);
  expect(budget.exhausted).toBe(true);
  expect(budget.left).toBeGreaterThan(0);
});
