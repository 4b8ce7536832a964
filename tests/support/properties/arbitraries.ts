import * as fc from "fast-check";
import type {
  Field,
  RowField,
  SchemaVersion,
} from "../../../packages/cms-core/src/model/content-type.ts";
import type { Entry, FieldValue, Row } from "../../../packages/cms-core/src/model/entry.ts";

const PIECES = [
  ..."---,...,---js,: , #,#,-,- a,?,|,>,&a,*a,!a,~,null,true,no,010,1e3,2024-01-01,12:30:45,0x1F".split(
    ",",
  ),
  "\n",
  "\n\n",
  "\t",
  " ",
  "  ",
  "'",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  "%",
  "@",
  "`",
  "=",
  "<<",
  "\u00A0",
  "\u2028",
  "\u2029",
  "\u0085",
  "\uFEFF",
  "\uFFFE",
  "\u007F",
  "\u0007",
  "\u001B",
  "\u200B",
  "é",
  "e\u0301",
  "😀",
  "日本語",
  "ß",
  "İ",
  "text",
  "Hello world",
];

/** Stored text: well-formed, in NFC, and full of YAML and Markdown syntax. */
export const nastyText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "grapheme", maxLength: 6 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join("").replaceAll("\0", "").replaceAll("\r", "\n").normalize("NFC"));

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

function idOf(kind: "e" | "m"): fc.Arbitrary<string> {
  const letter = fc.constantFrom(...BASE32.split(""));
  return fc.array(letter, { minLength: 19, maxLength: 19 }).map((rest) => kind + rest.join(""));
}

const flags = fc.record({ required: fc.boolean(), multiple: fc.boolean() });
const names = fc.constantFrom(
  "title",
  "no",
  "y",
  "null",
  "A_b",
  "x-1",
  "cover",
  "text2",
  "on",
  "e1",
);
const OPTIONS = [
  { value: "a", label: "A" },
  { value: "010", label: "Ten" },
  { value: "no: #", label: "No" },
];

const rowField: fc.Arbitrary<RowField> = fc
  .tuple(
    flags,
    fc.constantFrom(
      { type: "text" } as const,
      { type: "textarea" } as const,
      { type: "richtext" } as const,
      { type: "number" } as const,
      { type: "boolean" } as const,
      { type: "date" } as const,
      { type: "embed" } as const,
      { type: "text", maxLength: 80 } as const,
      { type: "number", min: -0.5, max: 60, integer: true } as const,
      { type: "select", options: OPTIONS } as const,
      { type: "media", accept: "file" } as const,
      { type: "media", accept: "image", requireAlt: true } as const,
      { type: "reference", to: ["posts"] } as const,
    ),
  )
  .map(([flag, own]) => Object.assign({ id: "", apiId: "", label: "L" }, flag, own));

const fieldNames = fc.uniqueArray(names, { maxLength: 8, selector: (name) => name.toLowerCase() });

const rowFields: fc.Arbitrary<RowField[]> = named(rowField);

const repeatField: fc.Arbitrary<Field> = rowFields.map((fields) => ({
  id: "",
  apiId: "",
  label: "L",
  required: false,
  multiple: false,
  type: "repeat",
  fields,
}));

function named<T extends Field>(field: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fieldNames.chain((ids) =>
    fc
      .tuple(...ids.map(() => field))
      .map((fields) =>
        fields.map((one, index) =>
          Object.assign({}, one, { id: ids[index] ?? "", apiId: `f${index}` }),
        ),
      ),
  );
}

/** Schemas of all eleven field types, with ids that YAML could misinterpret. */
export const schemas: fc.Arbitrary<SchemaVersion> = named<Field>(
  fc.oneof({ weight: 4, arbitrary: rowField }, { weight: 1, arbitrary: repeatField }),
).map((fields) => ({ version: 3, apiId: "posts", kind: "list", label: "Posts", fields }));

function single(field: RowField): fc.Arbitrary<FieldValue> {
  switch (field.type) {
    case "number":
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    case "date":
      return fc.constantFrom("2024-02-29", "0001-01-01", "9999-12-31");
    case "select":
      return fc.constantFrom(...OPTIONS.map(({ value }) => value));
    case "embed":
      return fc.constant("https://youtu.be/dQw4w9WgXcQ?t=1#x");
    case "media":
      return fc.oneof(
        idOf("m").map((id) => ({ id })),
        fc.record({ id: idOf("m"), alt: nastyText }),
        fc.record({ id: idOf("m"), decorative: fc.constant(true as const) }),
      );
    case "reference":
      return idOf("e").map((id) => ({ id }));
    case "text":
    case "textarea":
    case "richtext":
      return nastyText;
  }
}

function rowValue(
  field: RowField,
): fc.Arbitrary<Row["values"] extends ReadonlyMap<string, infer V> ? V : never> {
  const one = single(field).filter((value) => !Array.isArray(value));
  // Only single values pass the filter above, which the type system can't see.
  const narrow = one as fc.Arbitrary<never>; // oxlint-disable-line no-unsafe-type-assertion
  return field.multiple ? fc.array(narrow, { maxLength: 4 }) : narrow;
}

function valuesOf(fields: readonly RowField[]): fc.Arbitrary<Row["values"]> {
  return fc
    .tuple(...fields.map((field) => fc.option(rowValue(field), { nil: undefined })))
    .map((values) => {
      const map = new Map();
      for (const [index, value] of values.entries()) {
        if (value !== undefined) map.set(fields[index]?.id ?? "", value);
      }
      return map;
    });
}

function rowsOf(fields: readonly RowField[]): fc.Arbitrary<Row[]> {
  const ids = fc.uniqueArray(fc.constantFrom("r1", "abc", "0", "no", "1e3", "x-y_z"), {
    maxLength: 4,
  });
  return ids.chain((all) =>
    fc.tuple(...all.map((id) => valuesOf(fields).map((values) => ({ id, values })))),
  );
}

/** Returns entries of a schema with all allowed shapes; texts can be empty. */
export function entriesOf(schema: SchemaVersion): fc.Arbitrary<Entry> {
  const values = schema.fields.map((field) => {
    const value: fc.Arbitrary<FieldValue> =
      field.type === "repeat" ? rowsOf(field.fields) : rowValue(field);
    return fc.option(value, { nil: undefined });
  });
  return fc
    .tuple(idOf("e"), fc.option(fc.integer(), { nil: undefined }), fc.tuple(...values))
    .map(([id, sortOrder, all]) => {
      const map = new Map<string, FieldValue>();
      for (const [index, value] of all.entries()) {
        const field = schema.fields[index];
        if (value !== undefined && field !== undefined) map.set(field.id, value);
      }
      const order = sortOrder === undefined ? {} : { sortOrder };
      return Object.assign(order, {
        id,
        type: "posts",
        slug: "hello",
        schema: 3,
        createdAt: "2026-11-20T09:30:00.000Z",
        values: map,
      });
    });
}
