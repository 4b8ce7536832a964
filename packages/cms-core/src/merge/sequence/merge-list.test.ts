import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergeList } from "./merge-list.ts";

const list = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 });

function count(items: readonly string[], item: string): number {
  return items.filter((one) => one === item).length;
}

/** Returns the expected count of an item, computed directly from the counts of each side. */
function wanted(base: number, ours: number, theirs: number): number {
  const [mine, other] = [ours - base, theirs - base];
  if (mine >= 0 && other >= 0) return base + Math.max(mine, other);
  if (mine <= 0 && other <= 0) return base + Math.min(mine, other);
  return base + Math.max(mine, other);
}

test("applies additions and removals of both sides in any order", () => {
  fc.assert(
    fc.property(list, list, list, (base, ours, theirs) => {
      const { items } = mergeList({ base, ours, theirs });
      for (const item of "abcd") {
        const counts = [base, ours, theirs].map((side) => count(side, item));
        const [before = 0, mine = 0, other = 0] = counts;
        expect(count(items, item)).toBe(wanted(before, mine, other));
      }
    }),
    { numRuns: 2000 },
  );
});

test("gives the same list if the sides are swapped", () => {
  fc.assert(
    fc.property(list, list, list, (base, ours, theirs) => {
      expect(mergeList({ base, ours: theirs, theirs: ours })).toEqual(
        mergeList({ base, ours, theirs }),
      );
    }),
    { numRuns: 2000 },
  );
});

function together(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].toSorted((x, y) => Number(x) - Number(y));
}

test("keeps the order of additions by both sides", () => {
  const sorted = fc
    .uniqueArray(fc.nat(30), { maxLength: 8 })
    .map((all) => all.toSorted((a, b) => a - b).map(String));
  fc.assert(
    fc.property(sorted, sorted, sorted, (base, mine, other) => {
      const [ours, theirs] = [together(base, mine), together(base, other)];
      const { items } = mergeList({ base, ours, theirs });
      for (const side of [ours, theirs]) {
        const common = side.filter((item) => items.includes(item));
        expect(items.filter((item) => side.includes(item))).toEqual(common);
      }
    }),
    { numRuns: 1000 },
  );
});

function split(text: string): string[] {
  return text.split(" ").filter((item) => item !== "");
}

test.each([
  { base: "a", ours: "a b", theirs: "a c", items: "a b c" },
  { base: "a", ours: "a b", theirs: "a b", items: "a b" },
  { base: "a b", ours: "b a", theirs: "a", items: "a" },
  { base: "a b c", ours: "c a b", theirs: "a b c d", items: "c a b d" },
  { base: "a b", ours: "a", theirs: "b", items: "" },
])("$base: $ours and $theirs become $items", ({ base, ours, theirs, items }) => {
  expect(mergeList({ base: split(base), ours: split(ours), theirs: split(theirs) })).toEqual({
    items: split(items),
    conflict: false,
  });
});

test("reports different replacements of an item as a conflict and keeps both", () => {
  expect(mergeList({ base: ["a", "x"], ours: ["b", "x"], theirs: ["c", "x"] })).toEqual({
    items: ["b", "c", "x"],
    conflict: true,
  });
});
