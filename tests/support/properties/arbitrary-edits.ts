import * as fc from "fast-check";
import type { SchemaVersion } from "../../../packages/cms-core/src/model/content-type.ts";
import type { Entry, FieldValue, Row } from "../../../packages/cms-core/src/model/entry.ts";

const plain = { required: false, multiple: false };
const many = { required: false, multiple: true };

/** A type with a field of each kind that has its own merge rules. */
export const SCHEMA: SchemaVersion = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...plain, id: "title", apiId: "title", label: "Title", type: "text" },
    { ...plain, id: "intro", apiId: "intro", label: "Intro", type: "textarea" },
    { ...plain, id: "stars", apiId: "stars", label: "Stars", type: "number" },
    { ...many, id: "tags", apiId: "tags", label: "Tags", type: "text" },
    {
      ...plain,
      id: "faq",
      apiId: "faq",
      label: "FAQ",
      type: "repeat",
      fields: [
        { ...plain, id: "q", apiId: "question", label: "Question", type: "text" },
        { ...plain, id: "a", apiId: "answer", label: "Answer", type: "richtext" },
      ],
    },
    { ...plain, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
};

/** A distinctive word, so that inserted text can be found. */
const word = fc.nat().map(wordOf);

function wordOf(number: number): string {
  const digits = (Math.imul(number + 1, 2_654_435_761) >>> 0).toString(36).padStart(7, "0");
  return `${digits.split("").toReversed().join("")}w`;
}

const sentence = fc.nat().map(sentenceOf);

/** Returns a sentence; any two are equal or dissimilar. */
export function sentenceOf(number: number): string {
  return `${wordOf(number)} ${wordOf(number ^ 0x55555555)}.`;
}

const blocks = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(" ")),
  },
  { weight: 1, arbitrary: sentence.map((text) => `## ${text}`) },
  {
    weight: 1,
    arbitrary: word.map((text) => `\`\`\`js\n${text}();\n \n${text}. ${text}.\n\`\`\``),
  },
  {
    weight: 1,
    arbitrary: word.map((text) => `| ${text} | ${text} |\n| --- | --- |\n| ${text} | ${text} |`),
  },
  { weight: 1, arbitrary: fc.tuple(sentence, sentence).map(([a, b]) => `- ${a}\n- ${b}`) },
);
const markdown = fc.array(blocks, { maxLength: 5 }).map((all) => all.join("\n\n"));
const lines = fc.array(sentence, { maxLength: 4 }).map((all) => all.join("\n"));

const row: fc.Arbitrary<Row> = fc.tuple(word, sentence, markdown).map(([id, q, a]) => ({
  id,
  values: new Map(
    a === ""
      ? [["q", q]]
      : [
          ["q", q],
          ["a", a],
        ],
  ),
}));

export const someEntries: fc.Arbitrary<Entry> = fc
  .record({
    title: sentence,
    intro: lines,
    stars: fc.integer(),
    tags: fc.uniqueArray(word, { maxLength: 5 }),
    faq: fc.uniqueArray(row, { maxLength: 4, selector: ({ id }) => id }),
    body: markdown,
  })
  .map((values) => ({
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: withoutEmpty(values),
  }));

function withoutEmpty(values: Readonly<Record<string, FieldValue>>): Map<string, FieldValue> {
  return new Map(
    Object.entries(values).filter(
      ([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** A list edit: insert, remove, replace, or move. */
type ListEdit<T> = (items: readonly T[]) => readonly T[];

function listEdit<T>(item: fc.Arbitrary<T>): fc.Arbitrary<ListEdit<T>> {
  const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
  return fc.oneof(
    fc.tuple(place, item).map(
      ([at, one]): ListEdit<T> =>
        (items) =>
          items.toSpliced(Math.floor(at * (items.length + 1)), 0, one),
    ),
    place.map(
      (at): ListEdit<T> =>
        (items) =>
          items.toSpliced(Math.floor(at * items.length), 1),
    ),
    fc.tuple(place, item).map(
      ([at, one]): ListEdit<T> =>
        (items) =>
          items.length === 0 ? items : items.toSpliced(Math.floor(at * items.length), 1, one),
    ),
    fc.tuple(place, place).map(([at, to]): ListEdit<T> => (items) => {
      const from = Math.floor(at * items.length);
      const rest = items.toSpliced(from, 1);
      return rest.toSpliced(Math.floor(to * items.length), 0, ...items.slice(from, from + 1));
    }),
  );
}

type Edit = (values: Map<string, FieldValue>) => void;

function textEdit(field: string, gap: string, item: fc.Arbitrary<string>): fc.Arbitrary<Edit> {
  return listEdit(item).map((edit) => (values) => {
    const text = values.get(field);
    const parts = typeof text === "string" ? text.split(gap) : [];
    set(values, field, edit(parts).join(gap));
  });
}

function set(values: Map<string, FieldValue>, field: string, value: FieldValue): void {
  if (value === "" || (Array.isArray(value) && value.length === 0)) values.delete(field);
  else values.set(field, value);
}

function isRows(value: FieldValue | undefined): value is readonly Row[] {
  return Array.isArray(value) && value.every((one) => typeof one === "object");
}

function isTexts(value: FieldValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

const edits: fc.Arbitrary<Edit> = fc.oneof(
  sentence.map(
    (text): Edit =>
      (values) =>
        values.set("title", text),
  ),
  fc.integer().map(
    (stars): Edit =>
      (values) =>
        values.set("stars", stars),
  ),
  textEdit("intro", "\n", sentence),
  textEdit("body", "\n\n", blocks),
  fc.tuple(fc.nat(5), listEdit(sentence)).map(([at, edit]): Edit => (values) => {
    const text = values.get("body");
    const parts = typeof text === "string" ? text.split("\n\n") : [];
    const edited = parts.map((part, index) =>
      index === at && /^\w[^`]*$/.test(part) && !part.includes("\n")
        ? edit(part.split(/(?<=\.) /)).join(" ")
        : part,
    );
    set(values, "body", edited.filter((part) => part !== "").join("\n\n"));
  }),
  listEdit(word).map((edit): Edit => (values) => {
    const tags = values.get("tags");
    set(values, "tags", edit(isTexts(tags) ? tags : []));
  }),
  listEdit(row).map((edit): Edit => (values) => {
    const rows = values.get("faq");
    const edited = edit(isRows(rows) ? rows : []);
    set(values, "faq", [...new Map(edited.map((one) => [one.id, one])).values()]);
  }),
  fc.tuple(fc.nat(3), sentence).map(([at, text]): Edit => (values) => {
    const rows = values.get("faq");
    if (!isRows(rows)) return;
    const edited = rows.map((one, index) =>
      index === at ? { id: one.id, values: new Map([...one.values, ["q", text]]) } : one,
    );
    set(values, "faq", edited);
  }),
);

/** Returns an entry after some edits. */
export function editedOf(entry: Entry): fc.Arbitrary<Entry> {
  const slug = fc.option(word, { nil: entry.slug, freq: 10 });
  return fc.tuple(fc.array(edits, { maxLength: 4 }), slug).map(([all, name]) => {
    const values = new Map(entry.values);
    for (const edit of all) edit(values);
    return Object.assign({}, entry, { slug: name, values });
  });
}
