import { describe, expect, test } from "vitest";
import { parseEntryQuery, parseListQuery } from "./list-query.ts";
import type { QueryField } from "./query-field.ts";
import { parseQueryString } from "./query-parameters.ts";

const FIELDS: readonly QueryField[] = [{ apiId: "title", type: "text", multiple: false }];

const list = (query: string): unknown => parseListQuery(parseQueryString(query), FIELDS);
const entry = (query: string): unknown => parseEntryQuery(parseQueryString(query));

describe("parameters of a list", () => {
  test.for([
    ["", { limit: 10, offset: 0, orders: [] }],
    ["limit=0&offset=1000000000", { limit: 0, offset: 1_000_000_000, orders: [] }],
    ["limit=100", { limit: 100, offset: 0, orders: [] }],
    [
      "limit=&offset=&orders=&fields=&filters=&q=&depth=&draftKey=",
      { limit: 10, offset: 0, orders: [] },
    ],
    ["limit=007", { limit: 7, offset: 0, orders: [] }],
    ["depth=1&draftKey=null", { limit: 10, offset: 0, orders: [] }],
    ["draftKey=undefined&utm_source=x&utm_source=y", { limit: 10, offset: 0, orders: [] }],
    ["orders=-title", { limit: 10, offset: 0, orders: [{ key: "title", descending: true }] }],
    ["fields=title", { limit: 10, offset: 0, orders: [], fields: new Map([["title", true]]) }],
    ["lim%69t=3", { limit: 3, offset: 0, orders: [] }],
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
    ["depth=0", "not_supported"],
    ["depth=2", "not_supported"],
    ["filters=title[equals]x", "not_supported"],
    ["q=x", "not_supported"],
    ["ids=e1", "not_supported"],
    ["draftKey=secret", "not_supported"],
    ["at=0123", "not_supported"],
    ["profile=microcms", "not_supported"],
  ] as const)("%s is refused as %s", ([query, code]) => {
    expect(() => list(query)).toThrow(expect.objectContaining({ code }));
  });

  test("names the parameter that is wrong", () => {
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
    expect(entry("limit=x&offset=x&orders=x&filters=x&q=x&ids=x")).toEqual({});
  });

  test.for(["depth=2", "draftKey=x", "at=x"])("refuse what is not answered yet: %s", (query) => {
    expect(() => entry(query)).toThrow(expect.objectContaining({ code: "not_supported" }));
  });
});

describe("the query part of a URL", () => {
  test("reads + as a space and %2B as a plus", () => {
    expect(parseQueryString("q=a+b%2Bc").get("q")).toBe("a b+c");
  });

  test("keeps equal signs in values", () => {
    expect(parseQueryString("q=a=b").get("q")).toBe("a=b");
  });
});
