import { describe, expect, test } from "vitest";
import { draftKeyOf, parseQueryString, type QueryField } from "./ask/query-parameters.ts";
import { parseEntryQuery, parseListQuery } from "./list-query.ts";

const FIELDS: readonly QueryField[] = [{ apiId: "title", type: "text", multiple: false }];

const SCHEMA = { fields: FIELDS, fieldsOf: () => undefined };

const list = (query: string): unknown => parseListQuery(parseQueryString(query), SCHEMA);
const entry = (query: string): unknown => parseEntryQuery(parseQueryString(query));

describe("parameters of a list", () => {
  test.for([
    ["", { limit: 10, offset: 0, depth: 1, orders: [] }],
    ["limit=0&offset=1000000000", { limit: 0, offset: 1_000_000_000, depth: 1, orders: [] }],
    ["limit=100", { limit: 100, offset: 0, depth: 1, orders: [] }],
    [
      "limit=&offset=&orders=&fields=&filters=&q=&depth=&draftKey=",
      { limit: 10, offset: 0, depth: 1, orders: [] },
    ],
    ["limit=007", { limit: 7, offset: 0, depth: 1, orders: [] }],
    ["depth=1&draftKey=null", { limit: 10, offset: 0, depth: 1, orders: [] }],
    [
      "draftKey=undefined&utm_source=x&utm_source=y",
      { limit: 10, offset: 0, depth: 1, orders: [] },
    ],
    [
      "orders=-title",
      { limit: 10, offset: 0, depth: 1, orders: [{ key: "title", descending: true }] },
    ],
    [
      "fields=title",
      { limit: 10, offset: 0, depth: 1, orders: [], fields: new Map([["title", true]]) },
    ],
    ["depth=3", { limit: 10, offset: 0, depth: 3, orders: [] }],
    [
      "ids=e1,, gro%CC%88n",
      { limit: 10, offset: 0, depth: 1, orders: [], ids: ["e1", "", "grön"] },
    ],
    ["q=+Ａ++b+a", { limit: 10, offset: 0, depth: 1, orders: [], words: ["a", "b"] }],
    ["q=%E3%80%80+", { limit: 10, offset: 0, depth: 1, orders: [] }],
    [
      "orders=system:default,title",
      { limit: 10, offset: 0, depth: 1, orders: [{ key: "system:default", descending: false }] },
    ],
    [
      "orders=-revisedAt,updatedAt",
      { limit: 10, offset: 0, depth: 1, orders: [{ key: "updatedAt", descending: true }] },
    ],
    [
      "filters=title[not_exists]",
      {
        limit: 10,
        offset: 0,
        depth: 1,
        orders: [],
        filter: { kind: "term", path: { key: "title" }, test: { kind: "exists" }, negated: true },
      },
    ],
    ["lim%69t=3", { limit: 3, offset: 0, depth: 1, orders: [] }],
  ] as const)("%s", ([query, expected]) => expect(list(query)).toEqual(expected));

  test.for([
    ["limit=-1", "invalid_limit"],
    ["limit=101", "invalid_limit"],
    ["limit=1e1", "invalid_limit"],
    ["limit=1.5", "invalid_limit"],
    ["limit=+10", "invalid_limit"],
    ["limit=abc", "invalid_limit"],
    ["limit=99999999999", "invalid_limit"],
    ["offset=-1", "invalid_offset"],
    ["offset=1000000001", "invalid_offset"],
    ["offset=9e15", "invalid_offset"],
    ["orders=nope", "invalid_orders"],
    ["depth=4", "invalid_depth"],
    ["depth=-1", "invalid_depth"],
    ["depth=NaN", "invalid_depth"],
    ["limit=10&limit=20", "duplicate_parameter"],
    ["limit=&limit=", "duplicate_parameter"],
    ["fields=%FF", "invalid_encoding"],
    ["q=%E0%A4%A", "invalid_encoding"],
    ["%zz", "invalid_encoding"],
    ["filters=title", "invalid_filters"],
    ["filters=nope[exists]", "unknown_field"],
    ["filters=title[exists]&filters=title[exists]", "duplicate_parameter"],
    [`q=${"x".repeat(201)}`, "invalid_q"],
  ] as const)("%s is rejected as %s", ([query, code]) => {
    expect(() => list(query)).toThrow(expect.objectContaining({ code }));
  });

  test("count the characters of q after composition", () => {
    expect(() => list(`q=${encodeURIComponent("e\u0301".repeat(200))}`)).not.toThrow();
    expect(() => list(`q=${encodeURIComponent("😀".repeat(200))}`)).not.toThrow();
    expect(() => list(`q=${encodeURIComponent("😀".repeat(201))}`)).toThrow("up to 200");
  });

  test("name the invalid parameter", () => {
    expect(() => list("limit=x")).toThrow(
      expect.objectContaining({
        message: "limit must be a whole number from 0 to 100.",
        details: { param: "limit" },
      }),
    );
  });
});

describe("parameters of one entry", () => {
  test("ignore those of lists", () => {
    expect(entry("limit=x&offset=x&orders=x&filters=x&q=x&ids=x")).toEqual({ depth: 1 });
  });
});

describe("the query string of a URL", () => {
  test("decodes + as a space and %2B as a plus", () => {
    expect(parseQueryString("q=a+b%2Bc").get("q")).toBe("a b+c");
  });

  test.for(["", "draftKey=", "draftKey=null", "draftKey=undefined"])(
    "has no draft key if a client prints an unset one: %s",
    (query) => {
      expect(draftKeyOf(parseQueryString(query))).toBeUndefined();
      expect(draftKeyOf(parseQueryString("draftKey=nullable"))).toBe("nullable");
    },
  );

  test("keeps equal signs in values", () => {
    expect(parseQueryString("q=a=b").get("q")).toBe("a=b");
  });
});
