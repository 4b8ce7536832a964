import { describe, expect, test } from "vitest";
import { type CheckedFilter, checkFilters } from "./check-filters.ts";
import { parseFilters } from "./parse-filters.ts";
import type { QueryField } from "./query-parameters.ts";

const field = (
  apiId: string,
  type: QueryField["type"],
  more: Partial<QueryField> = {},
): QueryField => ({ apiId, type, multiple: false, ...more });

const POSTS = [
  field("title", "text"),
  field("price", "number"),
  field("day", "date"),
  field("live", "boolean"),
  field("tags", "select", { multiple: true }),
  field("cover", "media"),
  field("author", "reference", { to: ["people", "teams", "gone"] }),
  field("faq", "repeat", { fields: [field("question", "text"), field("rank", "number")] }),
];
const TYPES = new Map<string, readonly QueryField[]>([
  ["people", [field("name", "text"), field("age", "number")]],
  ["teams", [field("age", "text")]],
]);
const SCHEMA = { fields: POSTS, fieldsOf: (apiId: string) => TYPES.get(apiId) };

const check = (text: string): CheckedFilter => checkFilters(parseFilters(text), SCHEMA);

describe("checks a condition against the schema:", () => {
  test.for<readonly [string, object]>([
    ["title[contains]x", { path: { key: "title" }, test: { kind: "text", how: "contains" } }],
    ["price[less_than]1.50", { test: { kind: "number", how: "less", number: 1.5 } }],
    ["price[contains]x", { test: { kind: "never" }, negated: false }],
    ["price[not_contains]x", { test: { kind: "never" }, negated: true }],
    ["day[equals]2024", { test: { kind: "time", time: Date.UTC(2024, 0, 1) } }],
    ["day[greater_than]2024-02", { test: { kind: "time", time: Date.UTC(2024, 1, 1) } }],
    ["day[begins_with]2024-0", { test: { kind: "text", how: "begins", text: "2024-0" } }],
    ["createdAt[less_than]2024-02-29T10:00", { test: { time: Date.UTC(2024, 1, 29, 10) } }],
    ["createdAt[equals]2024-02-29T10:00:00+09:00", { test: { time: Date.UTC(2024, 1, 29, 1) } }],
    ["revisedAt[exists]", { path: { key: "updatedAt" }, test: { kind: "exists" } }],
    ["live[not_equals]true", { test: { kind: "boolean", boolean: true }, negated: true }],
    ["tags[contains]A", { test: { kind: "text", how: "equals", text: "A" } }],
    ["cover[not_exists]", { test: { kind: "exists" }, negated: true }],
    ["author[equals]ada", { test: { kind: "reference", idOrSlug: "ada" } }],
    ["faq.question[exists]", { path: { key: "faq", inner: "question" } }],
    ["faq[exists]", { path: { key: "faq" }, test: { kind: "exists" } }],
    ["title[equals]e\u0301", { test: { text: "é" } }],
  ])("%s", ([text, expected]) => expect(check(text)).toMatchObject(expected));

  test("looks up a field of the referenced entry in each possible type", () => {
    expect(check("author.age[equals]old")).toEqual({
      kind: "hop",
      path: { key: "author" },
      negated: false,
      targets: new Map([
        ["teams", { path: { key: "age" }, test: { kind: "text", how: "equals", text: "old" } }],
      ]),
    });
    expect(check("author.age[equals]7")).toMatchObject({
      targets: new Map([
        ["people", { path: { key: "age" }, test: { kind: "number", how: "equals", number: 7 } }],
        ["teams", { path: { key: "age" }, test: { kind: "text", how: "equals", text: "7" } }],
      ]),
    });
    expect(check("author.slug[equals]ada")).toMatchObject({ kind: "hop" });
  });
});

describe("an invalid condition", () => {
  test.for<readonly [string, string, number]>([
    ["nope[equals]x", "unknown_field", 0],
    ["title[exists][and]nope[exists]", "unknown_field", 18],
    ["constructor[exists]", "unknown_field", 0],
    ["__proto__[exists]", "unknown_field", 0],
    ["title.x[exists]", "unknown_field", 0],
    ["faq.nope[exists]", "unknown_field", 0],
    ["author.nope[exists]", "unknown_field", 0],
    ["author.name.x[exists]", "unknown_field", 0],
    ["cover.url[exists]", "unknown_field", 0],
    ["price[equals]cheap", "invalid_filters", 13],
    ["price[greater_than]1e999", "invalid_filters", 19],
    ["day[equals]2024-13", "invalid_filters", 11],
    ["day[equals]2024-02-29T10:00:00 09:00", "invalid_filters", 11],
    ["live[equals]yes", "invalid_filters", 12],
    ["live[contains]true", "invalid_filters", 5],
    ["title[less_than]x", "invalid_filters", 6],
    ["cover[equals]x", "invalid_filters", 6],
    ["faq[contains]x", "invalid_filters", 4],
    ["author[begins_with]e", "invalid_filters", 7],
    ["author.name[greater_than]1", "invalid_filters", 12],
  ])("%s is %s at %i", ([text, code, position]) => {
    expect(() => check(text)).toThrow(
      expect.objectContaining({ code, details: expect.objectContaining({ position }) }),
    );
  });

  test("causes an error with the known names", () => {
    expect(() => check("nope[exists]")).toThrow(
      expect.objectContaining({
        details: {
          param: "filters",
          position: 0,
          field: "nope",
          allowed: expect.arrayContaining(["slug", "title", "faq.question"]),
        },
      }),
    );
    expect(() => check("author.nope[exists]")).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          allowed: expect.arrayContaining(["author.slug", "author.name", "author.age"]),
        }),
      }),
    );
  });
});
