import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareCodePoints } from "./compare-values.ts";
import type { JsonObject } from "./json-value.ts";
import { orderEntries } from "./order-entries.ts";
import { parseOrders } from "./parse-orders.ts";
import type { QueryField } from "./query-field.ts";

const FIELDS: readonly QueryField[] = [
  { apiId: "title", type: "text", multiple: false },
  { apiId: "rank", type: "number", multiple: false },
  { apiId: "live", type: "boolean", multiple: false },
  { apiId: "tags", type: "text", multiple: true },
  { apiId: "cover", type: "media", multiple: false },
  { apiId: "author", type: "reference", multiple: false },
  { apiId: "faq", type: "repeat", multiple: false },
];

const sort = (orders: string, entries: readonly JsonObject[]): readonly JsonObject[] =>
  orderEntries(entries, parseOrders(orders, FIELDS), (entry) => entry);

describe("the orders parameter", () => {
  test("takes several keys, a minus for descending, and spaces around them", () => {
    expect(parseOrders("-publishedAt, title", FIELDS)).toEqual([
      { key: "publishedAt", descending: true },
      { key: "title", descending: false },
    ]);
  });

  test("counts the first mention of a key", () => {
    expect(parseOrders("rank,-rank", FIELDS)).toEqual([{ key: "rank", descending: false }]);
  });

  test.for([
    "nope",
    "-__proto__",
    "tags",
    "cover",
    "author",
    "author.name",
    "faq",
    "--rank",
    ",",
    "-",
  ])("refuses what is no scalar field and no system key: %s", (orders) => {
    expect(() => parseOrders(orders, FIELDS)).toThrow(
      expect.objectContaining({
        code: "invalid_orders",
        details: expect.objectContaining({ param: "orders", allowed: expect.any(Array) }),
      }),
    );
  });

  test("refuses more terms than anybody needs", () => {
    expect(() => parseOrders("rank,".repeat(500), FIELDS)).toThrow(/at most 20/);
  });
});

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

  test("is not misled by a field that Object.prototype has", () => {
    expect(orderEntries([{ a: 1 }], [{ key: "constructor", descending: false }], (e) => e)).toEqual(
      [{ a: 1 }],
    );
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
  { requiredKeys: [] },
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

/** The rule, written the slow and obvious way. */
function stands(before: JsonObject, after: JsonObject, orders: readonly string[]): boolean {
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

test("any order is a permutation in which each neighbour stands where the rule says", () => {
  fc.assert(
    fc.property(fc.array(entryArbitrary), ordersArbitrary, (entries, orders) => {
      const sorted = sort(orders.join(","), entries);
      expect(new Set(sorted)).toEqual(new Set(entries));
      const pairs = sorted.slice(1).map((next, index) => [sorted[index] ?? {}, next] as const);
      expect(pairs.filter(([before, after]) => !stands(before, after, orders))).toEqual([]);
    }),
  );
});

const unicode = fc.string({ unit: "binary", maxLength: 4 });

test("comparing by code point agrees with comparing the lists of code points", () => {
  fc.assert(
    fc.property(unicode, unicode, (left, right) => {
      const [a, b] = [points(left), points(right)];
      const at = a.findIndex((point, index) => point !== b[index]);
      const expected = at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
      expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(expected));
    }),
  );
});
