import { expect, test } from "vitest";
import { planChanges, type WantedEntry } from "./plan-changes.ts";

const entry = (key: string, digest: string, id = `e${key}`): WantedEntry => ({
  key,
  row: { id, slug: key, digest },
});

test("reads new and changed entries, removes old ones, and keeps the published order", () => {
  const stored = new Map([
    ["a", "1"],
    ["b", "1"],
    ["gone", "1"],
  ]);
  const plan = planChanges([entry("c", "1"), entry("b", "2"), entry("a", "1")], stored, "posts");

  expect(plan.changed.map(({ key }) => key)).toEqual(["c", "b"]);
  expect(plan.removed).toEqual(["gone"]);
  expect(plan.order).toEqual(["c", "b", "a"]);
});

test("rejects two entries with the same id and names both", () => {
  const twins = [entry("a", "1", "e1"), entry("a", "2", "e2")];
  expect(() => planChanges(twins, new Map(), "posts")).toThrow(/"a": e1 and e2/);
});
