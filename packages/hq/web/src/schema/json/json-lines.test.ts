import { describe, expect, test } from "vitest";
import { jsonLines } from "./json-lines.ts";

/** Prints lines as text, each prefixed with its mark. */
function print(json: object, before?: object, keys: readonly string[] = []): string {
  const lines = jsonLines({ ...json }, { before: before && { ...before }, keys });
  const marks = { added: "+ ", changed: "~ ", removed: "- ", empty: "? " };
  return lines
    .map(
      ({ depth, key, value, mark }) =>
        `${mark ? marks[mark] : ""}${"  ".repeat(depth)}${key}${value}`,
    )
    .join("\n");
}

describe("lines of published JSON", () => {
  test("form valid JSON without truncation", () => {
    const json = {
      id: "e1",
      title: 'Say "hi"',
      count: 0,
      on: false,
      none: [],
      tags: ["a", "b"],
      cover: { url: "x", size: { width: 1 } },
    };
    expect(JSON.parse(print(json))).toEqual(json);
  });

  test("mark added, changed, removed, and empty keys", () => {
    const before = { id: "e1", updatedAt: "1", kind: "News", old: "x" };
    const after = { id: "e1", updatedAt: "2", kind: "Stories", fresh: true };
    expect(print(after, before, ["kind", "fresh", "minutes"])).toBe(
      [
        "{",
        '  "id": "e1",',
        '  "updatedAt": "2",',
        '~   "kind": "Stories",',
        '+   "fresh": true',
        '?   "minutes"',
        '-   "old": "x"',
        "}",
      ].join("\n"),
    );
  });

  test("have no marks for a schema that was never published", () => {
    expect(print({ id: "e1", title: "x" }, undefined, ["title"])).toBe(
      '{\n  "id": "e1",\n  "title": "x"\n}',
    );
  });

  test("truncate long lists, long text, and deep values", () => {
    const many = { list: [1, 2, 3, 4], text: "あ".repeat(200), a: { b: { c: { d: 1 } } } };
    const shown = print(many);
    expect(shown).toContain("… +2");
    expect(shown).toContain(`${"あ".repeat(120)}…"`);
    expect(shown).toContain('"c": { … }');
  });
});
