import { expect, test } from "vitest";
import { type Alternatives, printFilters, readConditions, writeConditions } from "./conditions.ts";

const HARD: Alternatives = [
  { field: "title", operator: "contains", value: "a (b] [and] \\ c.d" },
  { field: "title", operator: "equals", value: "[or]" },
  { field: "title", operator: "exists", value: "" },
];
const [first, second, third] = HARD.map((one) => [one]);

test("round-trips conditions with any values through the URL", () => {
  const address = new URLSearchParams("order=title&where=old.is.gone&where=old.exists.");
  const all = [HARD.slice(0, 2), HARD.slice(2), HARD];
  writeConditions(address, all);
  expect(readConditions(new URLSearchParams(address.toString()))).toEqual(all);
  expect(address.get("order")).toBe("title");
});

test.each(["", "title", "title.is.3", "title.equals.", ".equals.3", "title.exists.3"])(
  "ignores the invalid condition %j",
  (text) => expect(readConditions(new URLSearchParams({ where: text }))).toEqual([]),
);

test("treats an alternative without a predecessor as a condition", () => {
  expect(readConditions(new URLSearchParams({ or: "title.exists." }))).toEqual([third]);
});

test("escapes values in filters", () => {
  expect(printFilters([first, second, third].map((one) => one ?? []))).toBe(
    String.raw`title[contains]a \(b\] \[and\] \\ c.d[and]title[equals]\[or\][and]title[exists]`,
  );
  expect(printFilters([])).toBe(undefined);
});

test("groups alternatives next to other conditions", () => {
  const either: Alternatives = [
    { field: "a", operator: "equals", value: "1" },
    { field: "b", operator: "exists", value: "" },
  ];
  const also: Alternatives = [{ field: "c", operator: "not_exists", value: "" }];
  expect(printFilters([either])).toBe("a[equals]1[or]b[exists]");
  expect(printFilters([also, either])).toBe("c[not_exists][and](a[equals]1[or]b[exists])");
});
