import { expect, test } from "vitest";
import { readRefusedSave, resolve } from "./conflicts.ts";

const conflict = (path: string) => ({ path, base: null, ours: null, theirs: null });

test("applies decisions to conflicts and keeps the merge result otherwise", () => {
  const merged = {
    title: "A",
    text: "both",
    faq: [
      { id: "r1", q: "x" },
      { id: "r2", q: "y" },
    ],
  };
  const paths = ["title", "faq[r1].q", "faq[r2]", "faq[r3]"];
  const decided = new Map<string, unknown>([
    ["title", "Decided"],
    ["faq[r1].q", "z"],
    ["faq[r2]", null],
    ["faq[r3]", { id: "r3", q: "back" }],
  ]);
  expect(resolve({ conflicts: paths.map(conflict), merged }, decided)).toEqual({
    title: "Decided",
    text: "both",
    faq: [
      { id: "r1", q: "z" },
      { id: "r3", q: "back" },
    ],
  });
});

test("ignores other kinds of refusals", () => {
  expect(readRefusedSave({ code: "stale", current: null, conflicts: [] })).toBeUndefined();
  expect(
    readRefusedSave({ code: "stale", current: "c", conflicts: [], merged: {} }),
  ).toBeUndefined();
  expect(
    readRefusedSave({ current: "c", conflicts: [conflict("title")], merged: {} })?.conflicts,
  ).toHaveLength(1);
});
