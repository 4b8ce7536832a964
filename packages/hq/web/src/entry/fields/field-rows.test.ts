import { expect, test } from "vitest";
import type { Field } from "../../api/content/schema.ts";
import { rowsOf } from "./field-rows.ts";

function field(apiId: string, type: string, more: Partial<Field> = {}): Field {
  return { apiId, label: apiId, type, required: false, multiple: false, ...more };
}

function shape(fields: readonly Field[]): readonly string[] {
  return rowsOf(fields).map(
    ({ kind, fields: inRow }) => `${kind}: ${inRow.map(({ apiId }) => apiId).join(" ")}`,
  );
}

const DATE = field("date", "date");
const KIND = field("kind", "select");
const AUTHOR = field("author", "reference");
const COVER = field("cover", "media", { accept: "image" });
const BODY = field("body", "richtext");

test("places short fields next to an image in schema order", () => {
  expect(shape([field("title", "text"), DATE, KIND, COVER, AUTHOR, BODY])).toEqual([
    "one: title",
    "picture: date kind cover author",
    "one: body",
  ]);
});

test("pairs short fields without an image", () => {
  expect(shape([DATE, KIND, AUTHOR, BODY])).toEqual([
    "pair: date kind",
    "one: author",
    "one: body",
  ]);
  expect(shape([COVER, BODY, KIND])).toEqual(["one: cover", "one: body", "one: kind"]);
});

test("starts another row for a second image", () => {
  const other = field("logo", "media", { accept: "image" });
  expect(shape([DATE, COVER, other, KIND])).toEqual(["picture: date cover", "picture: logo kind"]);
});

test("gives large values a line of their own", () => {
  const pictures = field("pictures", "media", { accept: "image", multiple: true });
  const related = field("related", "reference", { multiple: true });
  const rows = field("rows", "repeat");
  expect(shape([DATE, pictures, related, rows, KIND])).toEqual([
    "one: date",
    "one: pictures",
    "one: related",
    "one: rows",
    "one: kind",
  ]);
});

test("treats text as short in a row", () => {
  const fields = [field("title", "text"), field("url", "text"), field("note", "textarea")];
  const lines = rowsOf(fields, { isInRow: true });
  expect(lines.map(({ kind }) => kind)).toEqual(["pair", "one"]);
});
