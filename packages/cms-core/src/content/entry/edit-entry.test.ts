import { describe, expect, test } from "vitest";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry, FieldValue, Row } from "../../model/entry.ts";
import { parseEntryFile } from "./parse-entry.ts";
import { printEntryFile } from "./print-entry.ts";

const FLAGS = { required: false, multiple: false };

const SCHEMA: SchemaVersion = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { id: "title", apiId: "title", label: "Title", type: "text", ...FLAGS },
    { id: "author", apiId: "author", label: "Author", type: "reference", to: ["people"], ...FLAGS },
    { id: "tags", apiId: "tags", label: "Tags", type: "text", required: false, multiple: true },
    { id: "rating", apiId: "rating", label: "Rating", type: "number", ...FLAGS },
    { id: "open", apiId: "open", label: "Open", type: "boolean", ...FLAGS },
    { id: "note", apiId: "note", label: "Note", type: "textarea", ...FLAGS },
    {
      id: "faq",
      apiId: "faq",
      label: "FAQ",
      type: "repeat",
      fields: [
        { id: "q", apiId: "q", label: "Q", type: "text", ...FLAGS },
        { id: "a", apiId: "a", label: "A", type: "textarea", ...FLAGS },
      ],
      ...FLAGS,
    },
    { id: "text", apiId: "text", label: "Text", type: "richtext", ...FLAGS },
  ],
};

// Written by hand: unusual order, quotes, spacing, flow lists, comments, and unknown keys.
const FILE = `--- \n# who wrote this
title:   'Hello'    # shown everywhere
layout: post        # for another tool
id:  eaaaaaaaaaaaaaaaaaaa
schema: 1
createdAt: 2026-11-20
tags: [ "a",b ,  'c' ]
rating: 4.50 # of five

author: ebbbbbbbbbbbbbbbbbbb # Jane Doe
open: True
faq:
# first
-   id: r1   # keep
    extra: [1, 2]
    q: "One?"
# second
-   q: Two?
    id: r2
    a: |
      # not a comment

      x
# the end of the rows
seo: {a: 1}
---
Body first.


---js
More.


`;

const FIRST: Row = { id: "r1", values: new Map([["q", "One?"]]) };
const SECOND: Row = {
  id: "r2",
  values: new Map([
    ["q", "Two?"],
    ["a", "# not a comment\n\nx\n"],
  ]),
};

function schemaOf(): SchemaVersion {
  return SCHEMA;
}

function parse(bytes: Uint8Array): Entry {
  return parseEntryFile(bytes, { path: "p.md", apiId: "posts", slug: "p", schemaOf });
}

/** Returns the lines that setting fields removes (-) and adds (+). */
function diff(values: Record<string, FieldValue | undefined>, file = FILE): string[] {
  const entry = parse(Buffer.from(file));
  const changed = new Map(entry.values);
  for (const [id, value] of Object.entries(values)) {
    if (value === undefined) changed.delete(id);
    else changed.set(id, value);
  }
  const next = { ...entry, values: changed };
  const bytes = printEntryFile(next, SCHEMA, { path: "p.md", previous: Buffer.from(file) });
  expect(parse(bytes)).toEqual(next);
  return lineDiff(file.split("\n"), Buffer.from(bytes).toString().split("\n"));
}

function lineDiff(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...before.slice(start, before.length - end).map((line) => `-${line}`),
    ...after.slice(start, Math.max(start, after.length - end)).map((line) => `+${line}`),
  ];
}

describe("saving into a file written by hand", () => {
  test("keeps all bytes if nothing changes", () => {
    for (const file of [FILE, FILE.replaceAll("\n", "\r\n"), `\uFEFF${FILE}`]) {
      const previous = Buffer.from(file);
      expect(printEntryFile(parse(previous), SCHEMA, { path: "p.md", previous })).toBe(previous);
    }
  });

  test("changes one line for a text and keeps its comment", () => {
    expect(diff({ title: "Bye: now" })).toEqual([
      "-title:   'Hello'    # shown everywhere",
      '+title:   "Bye: now"    # shown everywhere',
    ]);
    expect(diff({ rating: 5 })).toEqual(["-rating: 4.50 # of five", "+rating: 5 # of five"]);
  });

  test("removes the old title comment of a changed reference", () => {
    expect(diff({ author: { id: "eccccccccccccccccccc" } })).toEqual([
      "-author: ebbbbbbbbbbbbbbbbbbb # Jane Doe",
      "+author: eccccccccccccccccccc",
    ]);
  });

  test("removes the key of a removed value", () => {
    expect(diff({ open: undefined })).toEqual(["-open: True"]);
  });

  test("inserts a new value after the previous field", () => {
    expect(diff({ note: "a\nb" })).toEqual(["+note: |-", "+  a", "+  b"]);
  });

  test("changes one line for a value in a row", () => {
    const first = { id: "r1", values: new Map([["q", "1?"]]) };
    expect(diff({ faq: [first, SECOND] })).toEqual(['-    q: "One?"', "+    q: 1?"]);
  });

  test("moves the lines of a moved row with it", () => {
    const changes = diff({ faq: [SECOND, FIRST] });
    expect(
      changes
        .filter((line) => line.startsWith("-"))
        .map((line) => line.slice(1))
        .toSorted(),
    ).toEqual(
      changes
        .filter((line) => line.startsWith("+"))
        .map((line) => line.slice(1))
        .toSorted(),
    );
  });

  test("adds a new row with the indentation of the list", () => {
    const third = { id: "r3", values: new Map([["q", "Three?"]]) };
    expect(diff({ faq: [FIRST, SECOND, third] })).toEqual(["+- id: r3", "+  q: Three?"]);
  });

  test("changes only the body if only the body changes", () => {
    expect(diff({ text: "New" }).filter((line) => line.startsWith("+"))).toEqual(["+", "+New"]);
  });

  test("keeps unknown keys when the layout cannot be kept", () => {
    const flow =
      "---\n{id: eaaaaaaaaaaaaaaaaaaa, schema: 1, createdAt: 2026-11-20, title: a, x: [1]}\n---\n";
    expect(diff({ title: "b" }, flow)).toContain("+x:");
  });
});
