import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  oneof,
  property,
  record,
  string,
} from "fast-check";
import { expect, test } from "vitest";
import {
  toReadQuery,
  needsValue,
  OPERATORS,
  parseTerms,
  printTerms,
  type ExplorerQuery,
  parseQuery,
  type Term,
  printQuery,
} from "./explorer-query.ts";

const term: Arbitrary<Term> = record({
  join: constantFrom("and", "or"),
  field: constantFrom("title", "author.name", "publishedAt"),
  operator: constantFrom(...OPERATORS),
  value: oneof(string({ unit: "grapheme" }), constantFrom("a (b] [and] \\", "[or]", "\\")),
}).map(({ join, field, operator, value }) => ({
  join,
  field,
  operator,
  value: needsValue(operator) ? value : "",
}));

test("round-trips conditions with any values", () => {
  assert(
    property(term, array(term), (first, others) => {
      const terms: Term[] = [{ ...first, join: "and" }, ...others];
      expect(parseTerms(printTerms(terms))).toEqual(terms);
    }),
  );
  expect([parseTerms(""), printTerms([])]).toEqual([[], ""]);
});

test.each([
  "(a[exists])",
  "title",
  "title[is]x",
  "title[equals]a]b",
  "a[exists][and]",
  "[or]a[exists]",
])("leaves %s to be edited as text", (filters) => expect(parseTerms(filters)).toBe(undefined));

const NOTHING: ExplorerQuery = parseQuery(new URLSearchParams("type=posts"));

test("round-trips queries through the URL", () => {
  const question = { ...NOTHING, filters: "a[equals]ö & =[or]b[exists]", drafts: true, limit: "5" };
  expect(parseQuery(new URLSearchParams(printQuery(question).toString()))).toEqual(question);
});

test("encodes only what a URL requires and omits irrelevant parameters", () => {
  const question = {
    ...NOTHING,
    filters: "title[contains]a&b +",
    orders: "-date,title",
    depth: " 2 ",
  };
  expect(toReadQuery(question, false)).toEqual({
    apiId: "posts",
    query: "filters=title%5Bcontains%5Da%26b%20%2B&orders=-date,title&depth=2",
    drafts: false,
  });
  expect(toReadQuery({ ...question, entry: "rain" }, false)).toMatchObject({
    entry: "rain",
    query: "depth=2",
  });
  expect(toReadQuery({ ...question, entry: "rain" }, true)).toEqual({
    apiId: "posts",
    query: "depth=2",
    drafts: false,
  });
});
