import { describe, expect, test } from "vitest";
import { explodes } from "../../../../../tests/support/properties/explodes.ts";
import { parseFields, pickFields } from "./pick-fields.ts";
import { parseEntry } from "./query-entry.ts";

const POST = {
  id: "e1",
  title: "One",
  author: { id: "e2", name: "Ada", bio: "…" },
  editors: [{ id: "e3", name: "Bob" }, { id: "e4" }],
  faq: [{ question: "Why?", answer: "So." }],
  tags: ["a", "b"],
};

const nobody = (): undefined => undefined;

function pick(fields: string, json = JSON.stringify(POST), depth = 1): string {
  const composing = { entry: nobody, jsonDepth: 1, nodes: 0, truncated: false } as const;
  const values = parseEntry(json);
  return JSON.stringify(pickFields(values, { pick: parseFields(fields), depth, composing }));
}

describe("the fields parameter", () => {
  test.for([
    ["title", '{"title":"One"}'],
    ["title,id", '{"id":"e1","title":"One"}'],
    ["author.name", '{"author":{"name":"Ada"}}'],
    ["author.name,author", '{"author":{"id":"e2","name":"Ada","bio":"…"}}'],
    ["author,author.name", '{"author":{"id":"e2","name":"Ada","bio":"…"}}'],
    ["author.name,author.id", '{"author":{"id":"e2","name":"Ada"}}'],
    ["editors.name", '{"editors":[{"name":"Bob"},{}]}'],
    ["faq.question", '{"faq":[{"question":"Why?"}]}'],
    ["tags", '{"tags":["a","b"]}'],
    [" title , tags ", '{"title":"One","tags":["a","b"]}'],
  ] as const)("%s", ([fields, expected]) => expect(pick(fields)).toBe(expected));

  test.for(["nope", "__proto__", "constructor", "title.x", ",", "author.__proto__.x,nope"])(
    "ignores unknown names: %s",
    (fields) => expect(pick(fields)).toMatch(/^\{("author":\{\})?\}$/),
  );

  test.for([
    ["a name of many parts", "a.".repeat(200_000)],
    ["many names", Array.from({ length: 100_000 }, (_, at) => `author.b${at}`).join(",")],
  ] as const)("FLT-01 parses %s in linear time", async ([, fields]) => {
    expect(await explodes(() => parseFields(fields))).toBe(false);
  });

  test("does not pollute the prototype of responses", () => {
    const json = '{"__proto__":{"polluted":true},"id":"e1"}';
    expect(pick("__proto__,id", json)).toBe(json);
    expect("polluted" in {}).toBe(false);
  });
});
