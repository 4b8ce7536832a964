import { expect, test } from "vitest";
import type { SchemaVersion } from "../../model/content-type.ts";
import { completeEntry } from "./complete-entry.ts";
import { parseEntryFile } from "./parse-entry.ts";

const FLAGS = { required: false, multiple: false };
const SCHEMA: SchemaVersion = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...FLAGS, id: "title", apiId: "title", label: "Title", type: "text" },
    {
      ...FLAGS,
      id: "faq",
      apiId: "faq",
      label: "FAQ",
      type: "repeat",
      fields: [
        { ...FLAGS, id: "q", apiId: "q", label: "Question", type: "text" },
        { ...FLAGS, id: "a", apiId: "a", label: "Answer", type: "textarea" },
      ],
    },
  ],
};
const path = "content/posts/one.yml";
const head = {
  id: "eaaaaaaaaaaaaaaaaaaa",
  schema: 1,
  createdAt: "2026-11-20T09:30:00.000Z",
} as const;
const HEAD = `id: ${head.id}\nschema: 1\ncreatedAt: ${head.createdAt}\n`;

function complete(text: string): string {
  return Buffer.from(completeEntry(Buffer.from(text), { path, head, schema: SCHEMA })).toString();
}

function rowsOf(text: string): unknown {
  const options = { path, apiId: "posts", slug: "one", schemaOf: () => SCHEMA };
  return parseEntryFile(Buffer.from(text), options).values.get("faq");
}

test("adds the ids that rows were read with and changes nothing else", () => {
  const written = `title:   Of a developer
faq:
  # The first.
  - q: "Why?" # asked often
    note: kept
    a: |
      So.
      - Or so.
  - { q: How? } # short
  - {q: When?}
tags: [a, b]
`;
  const completed = complete(written);

  expect(completed).toBe(
    HEAD +
      written
        .replace('- q: "Why?"', '- id: row1\n    q: "Why?"')
        .replace("{ q: How?", "{ id: row2, q: How?")
        .replace("{q: When?", "{id: row3, q: When?"),
  );
  expect(rowsOf(completed)).toEqual(rowsOf(HEAD + written));
  expect(complete(completed)).toBe(completed);
});

test("gives an inserted row an id that no other row has", () => {
  const written = `${HEAD}faq:\n  - id: row1\n    q: A\n  - q: New\n  - id: row2\n    q: B\n`;
  const completed = complete(written);

  expect(completed).toBe(written.replace("- q: New", "- id: row3\n    q: New"));
  expect(rowsOf(completed)).toEqual(rowsOf(written));
});

test("reads rows before an equal number with used ids in linear time", () => {
  const count = 20_000;
  const plain = "  - {}\n".repeat(count);
  const taken = Array.from({ length: count }, (_, index) => `  - id: row${index + 1}\n`).join("");
  const rows = rowsOf(`${HEAD}faq:\n${plain}${taken}`);

  expect(rows).toMatchObject({
    length: 2 * count,
    0: { id: "row20001" },
    19_999: { id: "row40000" },
  });
});

test("leaves values that are not lists of rows to the reader of the entry", () => {
  for (const faq of ["Why?", "[a, b]", "{q: A}", "[]"]) {
    expect(complete(`${HEAD}faq: ${faq}\n`)).toBe(`${HEAD}faq: ${faq}\n`);
  }
});
