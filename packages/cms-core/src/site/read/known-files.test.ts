import { expect, test } from "vitest";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { printedFrom, printNew, readKnownEntry } from "./file-facts.ts";

const TITLE = {
  id: "t",
  apiId: "title",
  label: "Title",
  required: false,
  multiple: false,
} as const;
const SCHEMA: SchemaVersion = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  version: 1,
  fields: [{ ...TITLE, type: "text" }],
};
const STATE = { type: SCHEMA, versions: new Map([[1, SCHEMA]]), latest: SCHEMA };
const ENTRY: Entry = {
  id: `e${"a".repeat(19)}`,
  type: "posts",
  slug: "one",
  schema: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  values: new Map([["t", "cafe\u0301"]]),
};
const REF = { id: ENTRY.id, type: "posts", slug: "one", path: "content/posts/one.yml", blob: "" };

test("an entry that was printed reads as its file says, not as it was given", () => {
  const bytes = printNew(ENTRY, SCHEMA, () => undefined);

  expect(readKnownEntry(bytes, REF, STATE).values.get("t")).toBe("caf\u00e9");
  expect(printedFrom(bytes, REF, SCHEMA)).toBe(ENTRY);
});

test("bytes at another path, or read by another schema, are not taken for known", () => {
  const bytes = printNew(ENTRY, SCHEMA, () => undefined);
  const first = readKnownEntry(bytes, REF, STATE);
  const moved = { ...REF, slug: "two", path: "content/posts/two.yml" };
  const other = { ...SCHEMA };
  const otherState = { ...STATE, versions: new Map([[1, other]]), latest: other };

  expect(readKnownEntry(bytes, REF, STATE)).toBe(first);
  expect(readKnownEntry(bytes, moved, STATE).slug).toBe("two");
  expect(readKnownEntry(bytes, REF, otherState)).not.toBe(first);
  expect(printedFrom(bytes, moved, SCHEMA)).toBeUndefined();
  expect(printedFrom(bytes, REF, other)).toBeUndefined();
});
