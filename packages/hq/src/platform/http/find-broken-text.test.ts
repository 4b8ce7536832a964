import { expect, test } from "vitest";
import { findBrokenText } from "./guard-request.ts";

test.each([
  ["a\0", []],
  [{ name: "a", tags: ["b", "\uD800"] }, ["tags", "1"]],
  [{ name: { "a\0": 1 } }, ["name", "a\0"]],
  [{ name: "a\n\u202E😀", tags: [1, null, true, ["b"]] }, undefined],
  [undefined, undefined],
])("of %j it says where what no database takes stands", (value, keys) => {
  expect(findBrokenText(value)).toEqual(keys);
});

test("JSON that is nested without end is looked through", () => {
  const depth = 100_000;
  const nested: unknown = JSON.parse(`${"[".repeat(depth)}"\\u0000"${"]".repeat(depth)}`);
  expect(findBrokenText(nested)).toHaveLength(depth);
});
