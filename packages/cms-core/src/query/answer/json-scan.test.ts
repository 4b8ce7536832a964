import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { eachElement, eachMember, memberStart, stringAt, valueEnd } from "./json-scan.ts";
import { collapseReferences, countExpanded, referenceAt } from "./query-entry.ts";

const objects = fc.dictionary(
  fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 2 }),
  fc.jsonValue({ maxDepth: 3 }),
);

test("the members of any object are found with their values", () => {
  fc.assert(
    fc.property(objects, fc.constantFrom("a", "b", "ab", ""), (value, key) => {
      const json = JSON.stringify(value);
      const found = new Map<string, unknown>();
      eachMember(json, 0, (name, from, to) => found.set(name, JSON.parse(json.slice(from, to))));
      expect(Object.fromEntries(found)).toEqual(JSON.parse(json));
      const at = memberStart(json, 0, key);
      expect(at === -1).toBe(!Object.hasOwn(value, key));
      expect(valueEnd(json, 0)).toBe(json.length);
    }),
  );
});

test("the elements of any array are found", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 2 })), (values) => {
      const json = JSON.stringify(values);
      const found: unknown[] = [];
      eachElement(json, 0, (from, to) => found.push(JSON.parse(json.slice(from, to))));
      expect(found).toEqual(JSON.parse(json));
    }),
  );
});

test("any string is read as it was written", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const json = JSON.stringify([text, "\\"]);
      expect(stringAt(json, 1, valueEnd(json, 1))).toBe(text);
    }),
  );
});

describe("references in an entry's JSON", () => {
  const author = { id: "e2", slug: "ada", team: { id: "e3" } };
  const entry = {
    id: "e1",
    slug: "one",
    title: '{"id":"e9"}',
    author,
    cover: { id: "m1", url: "/x" },
    lost: { id: "m2" },
    rows: [{ by: author }, { by: { id: "e4" } }],
  };
  const json = JSON.stringify(entry);

  test("are collapsed where they are expanded, and nothing else is", () => {
    const by = { id: "e2" };
    expect(JSON.parse(collapseReferences(json))).toEqual({
      ...entry,
      author: by,
      rows: [{ by }, { by: { id: "e4" } }],
    });
    expect(countExpanded(json)).toBe(2);
  });

  test("are told from media and rows", () => {
    const keys = ["author", "cover", "title", "rows"];
    expect(keys.map((key) => referenceAt(json, memberStart(json, 0, key)))).toEqual([
      "e2",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
