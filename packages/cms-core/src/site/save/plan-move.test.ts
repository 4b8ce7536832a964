import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "../../model/limits.ts";
import { type PlacedEntry, planMove } from "./plan-move.ts";

const compare = (a: PlacedEntry, b: PlacedEntry): number =>
  a.sortOrder - b.sortOrder || a.recency - b.recency || (a.id < b.id ? -1 : 1);

/** Creates entries named by letters, in the given order. */
function placed(...sortOrders: readonly number[]): PlacedEntry[] {
  return sortOrders.map((sortOrder, place) => {
    return { id: String.fromCodePoint(97 + place), sortOrder, recency: place };
  });
}

function after(entries: readonly PlacedEntry[], orders: ReadonlyMap<string, number>): string {
  return entries
    .map((entry) => ({ ...entry, sortOrder: orders.get(entry.id) ?? entry.sortOrder }))
    .toSorted(compare)
    .map(({ id }) => id)
    .join("");
}

/** Applies moves in sequence, each given as the moved entry and the one it goes before. */
function moveAll(entries: readonly PlacedEntry[], moves: readonly string[]): PlacedEntry[] {
  let list = [...entries];
  for (const [id = "", before] of moves) {
    const orders = planMove(list, id, before);
    list = list
      .map((entry) => ({ ...entry, sortOrder: orders.get(entry.id) ?? entry.sortOrder }))
      .toSorted(compare);
  }
  return list;
}

/** Inserts a new entry, which is newer than all others. */
function withNew(entries: readonly PlacedEntry[]): string {
  return after([...entries, { id: "n", sortOrder: 0, recency: -1 }], new Map());
}

describe("a move", () => {
  test.each([
    {
      name: "to the top",
      entries: placed(0, 0, 0, 0),
      id: "c",
      before: "a",
      order: "cabd",
      writes: 1,
    },
    {
      name: "to the end",
      entries: placed(0, 0, 0, 0),
      id: "a",
      before: undefined,
      order: "bcda",
      writes: 1,
    },
    {
      name: "up by one among the never moved",
      entries: placed(0, 0, 0, 0),
      id: "c",
      before: "b",
      order: "acbd",
      writes: 2,
    },
    {
      name: "down by one near the end",
      entries: placed(0, 0, 0, 0),
      id: "c",
      before: undefined,
      order: "abdc",
      writes: 1,
    },
    {
      name: "halfway between its neighbours",
      entries: placed(0, 10, 20, 30),
      id: "d",
      before: "b",
      order: "adbc",
      writes: 1,
    },
    {
      name: "between neighbours without a number between them",
      entries: placed(0, 1, 2, 30),
      id: "d",
      before: "b",
      order: "adbc",
      writes: 1,
    },
    {
      name: "between two of one number",
      entries: placed(0, 0, 1, 30),
      id: "d",
      before: "b",
      order: "adbc",
      writes: 2,
    },
    {
      name: "behind one that can go above it",
      entries: placed(-1024, 0, 0, 0),
      id: "a",
      before: "c",
      order: "bacd",
      writes: 1,
    },
    {
      name: "where it stands",
      entries: placed(0, 0, 0),
      id: "b",
      before: "c",
      order: "abc",
      writes: 0,
    },
    {
      name: "before itself",
      entries: placed(0, 0, 0),
      id: "b",
      before: "b",
      order: "abc",
      writes: 0,
    },
  ])("$name writes the fewest entries", ({ entries, id, before, order, writes }) => {
    const orders = planMove(entries, id, before);
    expect(after(entries, orders)).toBe(order);
    expect(orders.size).toBe(writes);
  });

  test.each([
    { name: "the oldest, step by step to the top", moves: ["cb", "ca"], order: "cnab" },
    { name: "the oldest, at once to the top", moves: ["ca"], order: "cnab" },
    { name: "two, of which the second goes above the first", moves: ["ca", "bc"], order: "bcna" },
    { name: "two that stand as they would by themselves", moves: ["ba", "ab"], order: "abnc" },
    { name: "one up and down again", moves: ["cb", "c"], order: "nabc" },
    { name: "one by one place, which its neighbour above holds", moves: ["cb"], order: "acnb" },
    { name: "one that goes past a neighbour that was held", moves: ["cb", "ba"], order: "bacn" },
  ])("puts a new entry after moved ones: $name", ({ moves, order }) => {
    expect(withNew(moveAll(placed(0, 0, 0), moves))).toBe(order);
  });

  test("uses a neighbor's number if the time gives the same order", () => {
    const entries = [
      { id: "b", sortOrder: -1024, recency: 2 },
      { id: "a", sortOrder: 0, recency: 1 },
      { id: "c", sortOrder: 0, recency: 3 },
    ];
    expect(planMove(entries, "b", "c")).toEqual(new Map([["b", 0]]));
  });
});

const arbitraryEntries = fc
  .array(fc.record({ sortOrder: fc.integer({ min: -4, max: 4 }), recency: fc.nat(2) }), {
    minLength: 1,
    maxLength: 9,
  })
  .map((list) =>
    list
      .map((entry, place) => Object.assign(entry, { id: String.fromCodePoint(97 + place) }))
      .toSorted(compare),
  );

/** The same, near the largest and smallest numbers. */
const atTheEnds = fc
  .tuple(arbitraryEntries, fc.array(fc.constantFrom(-LIMITS.sortOrder, 0, LIMITS.sortOrder)))
  .map(([entries, ends]) =>
    entries
      .map((entry, place) => ({ ...entry, sortOrder: ends[place] ?? entry.sortOrder }))
      .toSorted(compare),
  );

test("gives the requested order with integers", () => {
  fc.assert(
    fc.property(
      fc.oneof(arbitraryEntries, atTheEnds),
      fc.nat(),
      fc.nat(),
      (entries, which, where) => {
        const ids = entries.map(({ id }) => id);
        const id = ids[which % ids.length] ?? "";
        const before = [...ids, undefined][where % (ids.length + 1)];
        const orders = planMove(entries, id, before);
        const others = ids.filter((one) => one !== id);
        const at = before === undefined ? others.length : others.indexOf(before);
        const wanted = before === id ? ids : others.toSpliced(at, 0, id);
        expect(after(entries, orders)).toBe(wanted.join(""));
        for (const order of orders.values()) {
          expect([Number.isInteger(order), Math.abs(order) <= LIMITS.sortOrder]).toEqual([
            true,
            true,
          ]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("writes the minimum number of entries", () => {
  expect(fewest(placed(0, 0, 0), "b")).toBe(2);
  fc.assert(
    fc.property(arbitraryEntries, fc.nat(), fc.nat(), (entries, which, where) => {
      const ids = entries.map(({ id }) => id);
      const id = ids[which % ids.length] ?? "";
      const before = [...ids, undefined][where % (ids.length + 1)];
      const orders = planMove(entries, id, before);
      const others = entries.filter((entry) => entry.id !== id);
      const at = others.findIndex((entry) => entry.id === before);
      const order = others.toSpliced(at === -1 ? others.length : at, 0, moved(entries, id));
      // Entries that are reset to 0 don't count as numbered.
      const numbered = [...orders].filter(([one, sortOrder]) => one === id || sortOrder !== 0);
      expect(numbered.length).toBeLessThanOrEqual(fewest(order, id));
    }),
    { numRuns: 500 },
  );
});

function moved(entries: readonly PlacedEntry[], id: string): PlacedEntry {
  return entries.find((entry) => entry.id === id) ?? { id, sortOrder: 0, recency: 0 };
}

/** Finds the minimum by trying every run of neighbors around the moved entry that could be renumbered. */
function fewest(order: readonly PlacedEntry[], id: string): number {
  const at = order.findIndex((entry) => entry.id === id);
  let best = order.length;
  for (let from = 0; from <= at; from += 1) {
    for (let to = at; to < order.length; to += 1) {
      const [low, high] = [order[from - 1]?.sortOrder, order[to + 1]?.sortOrder];
      const room = low === undefined || high === undefined ? Infinity : high - low - 1;
      if (room >= to - from + 1) best = Math.min(best, to - from + 1);
    }
  }
  return best;
}
