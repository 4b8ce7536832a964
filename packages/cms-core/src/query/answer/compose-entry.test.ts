import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { collapseReferences, type Composing, expandedJson } from "./compose-entry.ts";
import { type QueryEntry, referencedId } from "./query-entry.ts";

const author = { id: "e2", slug: "ada", team: { id: "e3" } };
const POST = {
  id: "e1",
  slug: "one",
  title: '{"id":"e9","slug":"x"}',
  author,
  cover: { id: "m1", url: "/x" },
  lost: { id: "m2" },
  rows: [{ by: author }, { by: { id: "e4" } }],
};

function entryOf(values: { readonly id: string; readonly slug: string }): QueryEntry {
  const { id, slug } = values;
  return { id, type: "posts", slug, json: JSON.stringify(values) };
}

describe("references in an entry's JSON", () => {
  test("are collapsed if expanded, without other changes", () => {
    const by = { id: "e2" };
    expect(collapseReferences(JSON.stringify(POST))).toBe(
      JSON.stringify({ ...POST, author: by, rows: [{ by }, { by: { id: "e4" } }] }),
    );
  });

  test("are distinguished from media, rows, and texts", () => {
    expect([POST.author, POST.cover, POST.title, POST.rows].map(referencedId)).toEqual([
      "e2",
      undefined,
      undefined,
      undefined,
    ]);
    expect(referencedId({ id: "e4" })).toBe("e4");
  });
});

describe("expanding an entry's JSON", () => {
  const entries = new Map([["e2", entryOf({ ...author })]]);
  const composing = (nodes: number): Composing => ({
    entry: (id) => entries.get(id),
    jsonDepth: 1,
    nodes,
    truncated: false,
  });

  test("counts each expanded reference", () => {
    const enough = composing(2);
    expect(expandedJson(entryOf(POST), 1, enough)).toBe(JSON.stringify(POST));
    expect([enough.nodes, enough.truncated]).toEqual([0, false]);
  });

  test("leaves later references as ids beyond the limit", () => {
    const few = composing(1);
    expect(expandedJson(entryOf(POST), 1, few)).toBe(
      JSON.stringify({ ...POST, rows: [{ by: { id: "e2" } }, { by: { id: "e4" } }] }),
    );
    expect([few.nodes, few.truncated]).toEqual([0, true]);
  });
});

test("keeps the bytes when parsing and serializing", () => {
  const numbers = [1e21, 1e-7, -0, 5e-324, 0.1 + 0.2, Number.MAX_SAFE_INTEGER];
  const texts = ["\ud800", "\udc00\ud800", "\u2028\u2029", '"\\/\b\f\n\r\t\u0001\u007f', "日本 😀"];
  const values = { id: "e1", slug: "one", numbers, texts, Empty: {}, none: [], no: false };
  const json = JSON.stringify(values);
  expect(collapseReferences(json)).toBe(json);
  const own = '{"id":"e1","slug":"one","__proto__":{"constructor":[{"__proto__":1}]}}';
  expect(collapseReferences(own)).toBe(own);
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9_]{0,3}$/);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.double(),
      fc.string({ unit: codePoint }),
      fc.boolean(),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(name, tie("any"), { maxKeys: 3 }),
    ),
  })).any;
  fc.assert(
    fc.property(fc.dictionary(name, value), (fields) => {
      const printed = JSON.stringify({ id: "e1", slug: "one", ...fields });
      fc.pre(!printed.includes('{"id":', 1));
      expect(collapseReferences(printed)).toBe(printed);
    }),
  );
});
