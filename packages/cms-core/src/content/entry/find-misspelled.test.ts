import { expect, test } from "vitest";
import type { SchemaVersion } from "../../model/content-type.ts";
import { findMisspelled } from "./find-misspelled.ts";

const FLAGS = { required: false, multiple: false } as const;
const SCHEMA: SchemaVersion = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...FLAGS, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...FLAGS, id: "reading_time", apiId: "readingTime", label: "Reading time", type: "number" },
    { ...FLAGS, id: "tag", apiId: "tag", label: "Tag", type: "text" },
    { ...FLAGS, id: "text", apiId: "text", label: "Text", type: "richtext" },
  ],
};

function hints(yaml: string): readonly (readonly [string | undefined, number | undefined])[] {
  const bytes = Buffer.from(`---\n${yaml}\n---\nText.\n`);
  const found = findMisspelled(bytes, { path: "content/posts/rain.md", schema: SCHEMA });
  return found.map(({ message, line }) => [/Did you mean (\w+)\?/.exec(message)?.[1], line]);
}

test.for(["Title: A", "titel: A", "tite: A", "titles: A", "ttle: A", "tatle: A"])(
  "recognizes %s as a misspelled title",
  (line) => {
    expect(hints(`tag: x\n${line}`)).toEqual([["title", 3]]);
  },
);

test("also recognizes a field by its API id and its label", () => {
  expect(hints("readingTime: 3")).toEqual([["reading_time", 2]]);
  expect(hints("Reading-time: 3")).toEqual([["reading_time", 2]]);
});

test.for([
  ["a key of the developers'", "layout: wide"],
  ["a key next to the field that it resembles", "title: A\nTitle: B"],
  ["two slips", "tilte2: A"],
  ["a short name with another letter", "tap: x"],
  ["a key of every entry", "schema: 1\nsortOrder: 3"],
  ["the body, which is below", "Text: x"],
] as const)("does not report %s", ([, yaml]) => {
  expect(hints(yaml)).toEqual([]);
});
