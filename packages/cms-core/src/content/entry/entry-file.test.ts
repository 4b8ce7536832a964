import { describe, expect, test } from "vitest";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { parseEntryFile } from "./parse-entry.ts";
import { printEntryFile } from "./print-entry.ts";

const FLAGS = { required: false, multiple: false };

const POSTS: SchemaVersion = {
  version: 3,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { id: "title", apiId: "title", label: "Title", type: "text", ...FLAGS },
    { id: "author", apiId: "author", label: "Author", type: "reference", to: ["people"], ...FLAGS },
    { id: "tags", apiId: "tags", label: "Tags", type: "text", required: false, multiple: true },
    { id: "cover", apiId: "cover", label: "Cover", type: "media", accept: "image", ...FLAGS },
    { id: "day", apiId: "day", label: "Day", type: "date", ...FLAGS },
    { id: "no", apiId: "isOpen", label: "Open", type: "boolean", ...FLAGS },
    { id: "rating", apiId: "rating", label: "Rating", type: "number", ...FLAGS },
    { id: "summary", apiId: "summary", label: "Summary", type: "textarea", ...FLAGS },
    {
      id: "faq",
      apiId: "questions",
      label: "FAQ",
      type: "repeat",
      fields: [
        { id: "q", apiId: "question", label: "Q", type: "text", ...FLAGS },
        { id: "n", apiId: "number", label: "N", type: "number", ...FLAGS },
      ],
      ...FLAGS,
    },
    { id: "text", apiId: "body", label: "Body", type: "richtext", ...FLAGS },
  ],
};

const ENTRY: Entry = {
  id: "eaaaaaaaaaaaaaaaaaaa",
  type: "posts",
  slug: "hello",
  schema: 3,
  createdAt: "2026-11-20T09:30:00.000Z",
  sortOrder: -4,
  values: new Map<string, Entry["values"] extends ReadonlyMap<string, infer V> ? V : never>([
    ["title", "Why git: 2024"],
    ["author", { id: "ebbbbbbbbbbbbbbbbbbb" }],
    ["tags", ["git", "010", "no", "~"]],
    ["cover", { id: "mccccccccccccccccccc", alt: "A # b" }],
    ["day", "2026-01-02"],
    ["no", false],
    ["rating", 4.5],
    ["summary", "one\n\n  two\n"],
    ["faq", [{ id: "r1", values: new Map([["q", "Fast?"]]) }]],
    ["text", "---js\nBody paragraph.\n\n---\n"],
  ]),
};

const FILE = `---
id: eaaaaaaaaaaaaaaaaaaa
schema: 3
createdAt: 2026-11-20T09:30:00.000Z
sortOrder: -4
title: "Why git: 2024"
author: ebbbbbbbbbbbbbbbbbbb # Jane Doe
tags:
  - git
  - "010"
  - "no"
  - "~"
cover:
  id: mccccccccccccccccccc
  alt: "A # b"
day: 2026-01-02
"no": false
rating: 4.5
summary: |
  one

    two
faq:
  - id: r1
    q: Fast?
---

---js
Body paragraph.

---
`;

const OPTIONS = {
  path: "content/posts/hello.md",
  apiId: "posts",
  slug: "hello",
  schemaOf: (): SchemaVersion => POSTS,
};

function parse(text: string): Entry {
  return parseEntryFile(Buffer.from(text), OPTIONS);
}

function titleOf(id: string): string | undefined {
  return id.startsWith("eb") ? "Jane\nDoe" : undefined;
}

describe("an entry file", () => {
  test("is printed in canonical form", () => {
    expect(
      Buffer.from(printEntryFile(ENTRY, POSTS, { path: OPTIONS.path, titleOf })).toString(),
    ).toBe(FILE);
  });

  test("reads back as the entry, except for line breaks at the ends of the body", () => {
    expect(parse(FILE)).toEqual({
      ...ENTRY,
      values: new Map([...ENTRY.values, ["text", "---js\nBody paragraph.\n\n---"]]),
    });
  });

  test("stores either the decorative flag or the alt text of an image", () => {
    const cover = { id: "mccccccccccccccccccc", decorative: true } as const;
    const decorative = FILE.replace('alt: "A # b"', "decorative: true");
    expect(parse(decorative).values.get("cover")).toEqual(cover);
    const entry = { ...ENTRY, values: new Map([...ENTRY.values, ["cover", cover]]) };
    expect(
      Buffer.from(printEntryFile(entry, POSTS, { path: OPTIONS.path, titleOf })).toString(),
    ).toBe(decorative);
    expect(parse(FILE.replace('"A # b"', '"A # b"\n  decorative: false'))).toEqual(parse(FILE));

    const both = FILE.replace('"A # b"', '"A # b"\n  decorative: true');
    expect(() => parse(both)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ field: "cover" })] }),
    );
  });

  test("reports file, line, and field of an error", () => {
    const broken = FILE.replace("rating: 4.5", "rating: 1e400").replace(
      "    q: Fast?",
      "    q: [x]",
    );
    expect(() => parse(broken)).toThrow(
      expect.objectContaining({
        code: "invalid_entry",
        issues: [
          expect.objectContaining({ path: OPTIONS.path, line: 18, field: "rating" }),
          expect.objectContaining({ path: OPTIONS.path, line: 25, field: "questions.0.question" }),
        ],
      }),
    );
  });
});
