import type { QueryField } from "@loam/cms-core/query";
import * as fc from "fast-check";
import type { Json, JsonEntry, NaiveSite } from "./naive-filter.ts";

// Few values of each kind, so that they coincide often.
export const IDS = Array.from(
  { length: 14 },
  (_, number) => `e${"abcdefghijklmn".charAt(number).repeat(19)}`,
);
export const TEXTS = [
  "",
  "a",
  "ab",
  "b a",
  "B",
  "(a)",
  "[and]",
  'q"\\n',
  "\n",
  "é",
  "ｂ",
  "東京",
  "😀",
  "\uffee",
  "{",
  "A",
];
export const DAYS = ["2024-01-01", "2024-02-29", "2024-12-31", "2025-01-01"];
export const TIMES = [
  "2024-01-01T00:00:00.000Z",
  "2024-02-29T12:30:00.000Z",
  "2025-06-01T00:00:00.001Z",
];
export const NUMBERS = [-2, 0, 1, 1.5, 10, 1e21];
export const LABELS = ["News", "New", "a"];
const MEDIA = {
  id: `m${"a".repeat(19)}`,
  url: "/a.png",
  alt: "b",
  variants: [{ width: 1, url: "x" }],
};

const text = fc.oneof(fc.constantFrom("", "a", "ab", "B"), fc.constantFrom(...TEXTS));

const VALUES: Readonly<Record<QueryField["type"], fc.Arbitrary<Json>>> = {
  text,
  textarea: text,
  richtext: text,
  embed: text,
  number: fc.constantFrom(...NUMBERS),
  boolean: fc.boolean(),
  date: fc.constantFrom(...DAYS),
  select: fc.constantFrom(...LABELS),
  media: fc.constantFrom<Json>(MEDIA, { id: MEDIA.id }),
  reference: fc.constantFrom(...IDS).map((id) => ({ id })),
  repeat: fc.constant([]),
};

const TYPE_IDS = ["posts", "people"];
export const NAMES = ["title", "body", "url", "alt", "author", "width", "x", "y"];

const rowField: fc.Arbitrary<Omit<QueryField, "apiId">> = fc
  .record({
    type: fc.constantFrom(...Object.keys(VALUES)),
    multiple: fc.boolean(),
    to: fc.subarray(TYPE_IDS, { minLength: 1 }),
  })
  .map(({ type, multiple, to }) => ({ type: isType(type) ? type : "text", multiple, to }))
  .filter(({ type }) => type !== "repeat");

function isType(name: string): name is QueryField["type"] {
  return name in VALUES;
}

function named(field: fc.Arbitrary<Omit<QueryField, "apiId">>): fc.Arbitrary<QueryField[]> {
  return fc
    .tuple(
      fc.shuffledSubarray(NAMES, { minLength: 1 }),
      fc.array(field, { minLength: 8, maxLength: 8 }),
    )
    .map(([names, fields]) =>
      names.flatMap((apiId, index) => {
        const own = fields[index];
        return own === undefined ? [] : [Object.assign({ apiId }, own)];
      }),
    );
}

const anyFields = named(
  fc.oneof(
    { weight: 6, arbitrary: rowField },
    {
      weight: 1,
      arbitrary: named(rowField).map((fields) => ({
        type: "repeat" as const,
        multiple: false,
        fields,
      })),
    },
  ),
);

/** A published value; undefined for an omitted key. */
function valueOf(field: QueryField): fc.Arbitrary<Json | undefined> {
  if (field.type === "repeat") {
    return fc.array(valuesOf(field.fields ?? []), { maxLength: 3 });
  }
  const one = VALUES[field.type];
  return fc.option(field.multiple ? fc.array(one, { maxLength: 3 }) : one, { nil: undefined });
}

function valuesOf(fields: readonly QueryField[]): fc.Arbitrary<JsonEntry> {
  return fc.tuple(...fields.map(valueOf)).map((values) => {
    const object: JsonEntry = {};
    for (const [index, { apiId }] of fields.entries()) {
      const value = values[index];
      if (value !== undefined) object[apiId] = value;
    }
    return object;
  });
}

function entryOf(id: string, fields: readonly QueryField[]): fc.Arbitrary<JsonEntry> {
  const time = fc.constantFrom(...TIMES);
  const head = fc.record({
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    sortOrder: fc.constantFrom(0, 0, 10, -10),
  });
  return fc.tuple(head, valuesOf(fields), fc.boolean()).map(([system, values, isRenamed]) => {
    const slug = `${isRenamed ? "new" : "a"}-${id.slice(-1)}`;
    return Object.assign({ id, slug }, system, values);
  });
}

/** Returns entries of a type; ids include the type, so that types share none. */
export function entriesOf(apiId: string, fields: readonly QueryField[]): fc.Arbitrary<JsonEntry[]> {
  const ids = apiId === "posts" ? IDS.slice(0, 9) : IDS.slice(9, 13);
  return fc.subarray(ids).chain((some) => fc.tuple(...some.map((id) => entryOf(id, fields))));
}

export const sites: fc.Arbitrary<NaiveSite> = fc
  .tuple(anyFields, anyFields)
  .chain(([posts, people]) =>
    fc.tuple(entriesOf("posts", posts), entriesOf("people", people)).map(
      ([postEntries, personEntries]) =>
        new Map([
          ["posts", { fields: posts, entries: postEntries }],
          ["people", { fields: people, entries: personEntries }],
        ]),
    ),
  );
