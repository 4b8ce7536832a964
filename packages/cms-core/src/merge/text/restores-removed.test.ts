import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Block } from "../../markdown/text-parts.ts";
import { restoresRemoved } from "./keeps-counts.ts";
import { splitSentences } from "./split-sentences.ts";

const sentence = fc.constantFrom(
  "One.",
  "Two!",
  "Three?",
  "日本。",
  "No end",
  "[a. b](c)",
  "`x. y`",
);
const text = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const block: fc.Arbitrary<Block> = fc.record({
  text: fc.oneof(text, fc.constant("Shared. Text.")),
  before: fc.constant("\n\n"),
  start: fc.constant(0),
  kind: fc.constantFrom("prose", "item", "unit"),
});
const blocks = fc.array(block, { maxLength: 6 });

function textsOf(side: readonly Block[]): Set<string> {
  return new Set(splitSentences(side).map((one) => one.text));
}

test("detects a merged sentence that the base has and a side lacks", () => {
  fc.assert(
    fc.property(blocks, blocks, blocks, blocks, (merged, base, ours, theirs) => {
      const there = textsOf(merged);
      const isBack = [...textsOf(base)].some(
        (one) => there.has(one) && !(textsOf(ours).has(one) && textsOf(theirs).has(one)),
      );
      expect(restoresRemoved(merged, { base, ours, theirs })).toBe(isBack);
    }),
    { numRuns: 2000 },
  );
});

test("detects removed sentences among many", () => {
  const base = Array.from({ length: 100 }, (_, number): Block => {
    return { text: `Number ${number}. Same.`, before: "\n\n", start: 0, kind: "prose" };
  });
  const versions = { base, ours: [], theirs: base };
  expect(restoresRemoved(base.slice(70, 71), versions)).toBe(true);
  expect(restoresRemoved([{ text: "New.", before: "", start: 0, kind: "prose" }], versions)).toBe(
    false,
  );
});
