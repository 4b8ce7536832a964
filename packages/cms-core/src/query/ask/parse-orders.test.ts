import { describe, expect, test } from "vitest";
import { parseOrders, type QueryField } from "./query-parameters.ts";

const FIELDS: readonly QueryField[] = [
  { apiId: "title", type: "text", multiple: false },
  { apiId: "rank", type: "number", multiple: false },
  { apiId: "live", type: "boolean", multiple: false },
  { apiId: "tags", type: "text", multiple: true },
  { apiId: "cover", type: "media", multiple: false },
  { apiId: "author", type: "reference", multiple: false },
  { apiId: "faq", type: "repeat", multiple: false },
];

describe("the orders parameter", () => {
  test("accepts several keys, a minus for descending, and surrounding spaces", () => {
    expect(parseOrders("-publishedAt, title", FIELDS)).toEqual([
      { key: "publishedAt", descending: true },
      { key: "title", descending: false },
    ]);
  });

  test("uses the first occurrence of a key", () => {
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
  ])("rejects everything except scalar fields and system keys: %s", (orders) => {
    expect(() => parseOrders(orders, FIELDS)).toThrow(
      expect.objectContaining({
        code: "invalid_orders",
        details: expect.objectContaining({ param: "orders", allowed: expect.any(Array) }),
      }),
    );
  });

  test("accepts the default order and the compatible service's name of updatedAt", () => {
    expect(parseOrders("-revisedAt,-system:default,title", FIELDS)).toEqual([
      { key: "updatedAt", descending: true },
      { key: "system:default", descending: true },
    ]);
    const own: QueryField = { apiId: "revisedAt", type: "date", multiple: false };
    expect(parseOrders("revisedAt", [...FIELDS, own])).toMatchObject([{ key: "revisedAt" }]);
  });

  test("rejects an unreasonable number of terms", () => {
    expect(() => parseOrders("rank,".repeat(500), FIELDS)).toThrow(/up to 20/);
  });
});
