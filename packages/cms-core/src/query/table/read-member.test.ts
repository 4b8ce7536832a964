import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { readMember } from "./read-member.ts";

const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 2 });
const objects = fc.dictionary(names, fc.jsonValue({ maxDepth: 3 }));

test("finds the members of any object with their values", () => {
  fc.assert(
    fc.property(objects, fc.constantFrom("a", "b", "ab", ""), (value, key) => {
      const json = JSON.stringify(value);
      const parsed: ReadonlyMap<string, unknown> = new Map(Object.entries(JSON.parse(json)));
      expect(readMember(json, key)).toEqual(parsed.get(key));
      for (const [name, one] of parsed) expect(readMember(json, name)).toEqual(one);
    }),
  );
});

test("reads any string as written, and what follows it", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const json = JSON.stringify({ a: text, b: `${text}\\`, c: [text], d: 1 });
      expect(["a", "b", "c", "d"].map((key) => readMember(json, key))).toEqual([
        text,
        `${text}\\`,
        [text],
        1,
      ]);
    }),
  );
});

test("ignores members of nested objects", () => {
  const json = JSON.stringify({ author: { id: "e2", title: "Inside" }, title: "Own" });
  expect(readMember(json, "title")).toBe("Own");
  expect(readMember(json, "id")).toBeUndefined();
});
