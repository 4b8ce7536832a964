import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createStepBudget } from "../base/step-budget.ts";
import { compareText, type TextChange } from "./compare-text.ts";

const STEPS = 5_000_000;

function textOf(changes: readonly TextChange[], without: TextChange["kind"]): string {
  return changes
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join("");
}

function shown(before: string, after: string): string {
  const marks = { same: ["", ""], added: ["+[", "]"], removed: ["-[", "]"] } as const;
  return compareText(before, after, createStepBudget(STEPS))
    .map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`)
    .join("");
}

describe("compareText", () => {
  test.for([
    ["The rain fell.", "The snow fell.", "The -[rain]+[snow] fell."],
    ["one two three", "one three", "one -[two ]three"],
    // A replaced phrase is one change, not one per word.
    [
      "I like red apples here",
      "I like green pears here",
      "I like -[red apples]+[green pears] here",
    ],
    ["a\nb\nc\n", "a\nx\nc\n", "a\n-[b]+[x]\nc\n"],
    ["東京は雨です。", "大阪は雨です。", "-[東京]+[大阪]は雨です。"],
    ["", "new", "+[new]"],
    ["same", "same", "same"],
  ] as const)("compares %j with %j", ([before, after, expected]) => {
    expect(shown(before, after)).toBe(expected);
  });

  test("reproduces both texts, whatever they are", () => {
    const word = fc.constantFrom(
      "a",
      "b",
      "word",
      " ",
      "\n",
      ". ",
      "é",
      "😀",
      "\r\n",
      "東",
      "",
      "\ud800",
    );
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = compareText(before, after, createStepBudget(STEPS));
        expect(textOf(changes, "added")).toBe(before);
        expect(textOf(changes, "removed")).toBe(after);
        const kinds = changes.map(({ kind }) => kind);
        expect(kinds.some((kind, place) => kind === kinds[place + 1])).toBe(false);
      }),
    );
  });

  test("reproduces both texts with any budget and never exceeds it", () => {
    const word = fc.constantFrom("a", "b", "word", " ", "\n", ". ", "東京", "雨");
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, fc.nat(5000), (before, after, steps) => {
        const budget = createStepBudget(steps);
        const changes = compareText(before, after, budget);
        expect([textOf(changes, "added"), textOf(changes, "removed")]).toEqual([before, after]);
        expect(budget.left).toBeGreaterThanOrEqual(-200);
      }),
      { numRuns: 500 },
    );
  });

  test("falls back to phrases, lines, or the whole text with fewer steps", () => {
    const [before, after] = ["東京は雨です。今日は。\nsame\n", "大阪は雨です。今日は。\nsame\n"];
    const removed = [5000, 1000, 300, 0].map((steps) =>
      compareText(before, after, createStepBudget(steps)).find(({ kind }) => kind === "removed"),
    );
    expect(removed.map((change) => change?.text)).toEqual([
      "東京",
      "東京は雨です",
      "東京は雨です。今日は。\n",
      before,
    ]);
  });

  test("handles texts of 200,000 characters, similar or not", () => {
    const words = Array.from({ length: 40_000 }, (_, n) => `w${(n * 7919) % 1000}`);
    const one = words.join(" ");
    const edited = one.replaceAll("w500 ", "edited ");
    const changes = compareText(one, edited, createStepBudget(STEPS));
    expect([textOf(changes, "added"), textOf(changes, "removed")]).toEqual([one, edited]);
    const other = words.toReversed().join(" ");
    expect(textOf(compareText(one, other, createStepBudget(STEPS)), "removed")).toBe(other);
  });
});
