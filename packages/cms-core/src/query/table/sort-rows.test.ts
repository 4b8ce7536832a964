import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { parseOrders, type QueryField } from "../ask/query-parameters.ts";
import { createQueryTable, sortedRows } from "./query-table.ts";

type JsonObject = Readonly<Record<string, string | number | boolean>>;

const FIELDS: readonly QueryField[] = [
  { apiId: "title", type: "text", multiple: false },
  { apiId: "body", type: "richtext", multiple: false },
  { apiId: "rank", type: "number", multiple: false },
  { apiId: "live", type: "boolean", multiple: false },
];

function sort(orders: string, values: readonly JsonObject[]): readonly JsonObject[] {
  const entries = values.map((value, index) => {
    const id = `e${index}`;
    return { id, type: "posts", slug: id, json: JSON.stringify({ id, slug: id, ...value }) };
  });
  const table = createQueryTable(entries, { fields: FIELDS });
  const terms = parseOrders(orders, FIELDS);
  return sortedRows(table, terms).map(({ entry }) => values[Number(entry.id.slice(1))] ?? {});
}

describe("order", () => {
  test("of numbers is numeric", () => {
    expect(sort("rank", [{ rank: 10 }, { rank: 9 }, { rank: -1 }])).toEqual([
      { rank: -1 },
      { rank: 9 },
      { rank: 10 },
    ]);
  });

  test("of text is by code point, also beyond the basic plane", () => {
    const titles = ["\u{1F994}", "\uFF21", "Z", "a", "é"];
    const sorted = sort(
      "title",
      titles.map((title) => ({ title })),
    );
    expect(sorted.map(({ title }) => title)).toEqual(["Z", "a", "é", "\uFF21", "\u{1F994}"]);
  });

  test.for(["rank", "-rank"])("puts entries without a value last: %s", (orders) => {
    expect(sort(orders, [{ id: "none" }, { rank: 0 }]).at(-1)).toEqual({ id: "none" });
  });

  test("keeps the default order in ties, ascending and descending", () => {
    const tied = [{ id: "b", rank: 1 }, { id: "a", rank: 1 }, { id: "c" }, { id: "0" }];
    expect(sort("rank", tied)).toEqual(tied);
    expect(sort("-rank", tied)).toEqual(tied);
  });

  test("can be the default one, also reversed", () => {
    const entries = [
      { id: "e0", rank: 1 },
      { id: "e1", rank: 2 },
      { id: "e2", rank: 1 },
    ];
    const ids = (orders: string): unknown[] => sort(orders, entries).map(({ id }) => id);
    expect(ids("system:default")).toEqual(["e0", "e1", "e2"]);
    expect(ids("-system:default")).toEqual(["e2", "e1", "e0"]);
    expect(ids("rank,-system:default")).toEqual(["e2", "e0", "e1"]);
  });
});

const entryArbitrary = fc.record(
  {
    title: fc.string({ unit: "grapheme", maxLength: 3 }),
    rank: fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    ),
    live: fc.boolean(),
  },
  { requiredKeys: ["live"] },
);
const ordersArbitrary = fc
  .uniqueArray(fc.constantFrom("title", "rank", "live"), { minLength: 1 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.boolean().map((down) => (down ? `-${key}` : key)))),
  );

function points(value: unknown): number[] {
  return typeof value === "string"
    ? Array.from(value, (character) => character.codePointAt(0) ?? 0)
    : [Number(value)];
}

/** Reference implementation of the sort order. */
function isBefore(before: JsonObject, after: JsonObject, orders: readonly string[]): boolean {
  for (const term of orders) {
    const key = term.replace("-", "");
    const [a, b] = [before[key], after[key]];
    if (a === undefined && b === undefined) continue;
    if (a === undefined || b === undefined) return b === undefined;
    const [left, right] = [points(a), points(b)];
    const at = left.findIndex((point, index) => point !== right[index]);
    if (at === -1 && left.length === right.length) continue;
    const less = at === -1 || (left[at] ?? 0) < (right[at] ?? -Infinity);
    return term.startsWith("-") ? !less : less;
  }
  return true;
}

test("is a permutation in which all neighbors follow the rule", () => {
  fc.assert(
    fc.property(fc.array(entryArbitrary), ordersArbitrary, (entries, orders) => {
      const sorted = sort(orders.join(","), entries);
      expect(sorted).toHaveLength(entries.length);
      expect(sorted).toEqual(expect.arrayContaining(entries));
      const pairs = sorted.slice(1).map((next, index) => [sorted[index] ?? {}, next] as const);
      expect(pairs.filter(([before, after]) => !isBefore(before, after, orders))).toEqual([]);
    }),
  );
});

const unicode = fc.string({ unit: codePoint, maxLength: 4 });

test("of texts equals that of their lists of code points", () => {
  fc.assert(
    fc.property(unicode, unicode, (left, right) => {
      const [a, b] = [points(left), points(right)];
      const at = a.findIndex((point, index) => point !== b[index]);
      const expected = at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
      const sorted = sort("title", [{ title: left }, { title: right }]);
      expect(sorted.map(({ title }) => title)).toEqual(
        expected > 0 ? [right, left] : [left, right],
      );
    }),
  );
});
