import { expect, test } from "vitest";
import { findBrokenText } from "./guard-request.ts";

test.each([
  ["a\0", []],
  [{ name: "a", tags: ["b", "\uD800"] }, ["tags", "1"]],
  [{ name: { "a\0": 1 } }, ["name", "a\0"]],
  [{ name: "a\n\u202E😀", tags: [1, null, true, ["b"]] }, undefined],
  [undefined, undefined],
])("finds in %j the path of invalid text", (value, keys) => {
  expect(findBrokenText(value)).toEqual(keys);
});

test("searches deeply nested JSON", () => {
  const depth = 100_000;
  const nested: unknown = JSON.parse(`${"[".repeat(depth)}"\\u0000"${"]".repeat(depth)}`);
  expect(findBrokenText(nested)).toHaveLength(depth);
});
