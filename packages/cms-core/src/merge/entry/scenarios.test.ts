import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RowField, SchemaVersion } from "../../model/content-type.ts";
import type { Entry, FieldValue, Row } from "../../model/entry.ts";
import { mergeEntries, type MergedEntry } from "./merge-entries.ts";

const TRIALS = { numRuns: 200 };
const plain = { required: false, multiple: false };
const SHORT = "title summary subtitle kicker byline place series source credit".split(" ");

function field(id: string, type: "text" | "textarea" | "richtext" | "number"): RowField {
  return { ...plain, id, apiId: id, label: id, type };
}

/** Sixteen leaf values: nine short texts, a number, an option, a date, tags, a long text, rows, and a body. */
const SCHEMA: SchemaVersion = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    ...SHORT.map((id) => field(id, "text")),
    field("stars", "number"),
    { ...plain, id: "kind", apiId: "kind", label: "Kind", type: "select", options: [] },
    { ...plain, id: "day", apiId: "day", label: "Day", type: "date" },
    { ...plain, multiple: true, id: "tags", apiId: "tags", label: "Tags", type: "text" },
    field("intro", "textarea"),
    {
      ...plain,
      id: "faq",
      apiId: "faq",
      label: "FAQ",
      type: "repeat",
      fields: [field("q", "text"), field("a", "textarea")],
    },
    field("body", "richtext"),
  ],
};

function sentences(name: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `The ${name} says ${at}.`).join(" ");
}

const PARAGRAPHS = 6;
const SENTENCES = 4;

function makeEntry(seed: number): Entry {
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) =>
    sentences(`${seed} paragraph ${at}`, SENTENCES),
  );
  const values: [string, FieldValue][] = [
    ...SHORT.map((id): [string, FieldValue] => [id, `${id} ${seed}`]),
    ["stars", seed],
    ["kind", "news"],
    ["day", "2026-11-20"],
    ["tags", ["git", "cms", `t${seed}`]],
    ["intro", sentences("intro", 3)],
    ["faq", [makeRow("r1"), makeRow("r2")]],
    ["body", paragraphs.join("\n\n")],
  ];
  return {
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: `post-${seed}`,
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: new Map(values),
  };
}

function makeRow(id: string): Row {
  return {
    id,
    values: new Map([
      ["q", `Question ${id}?`],
      ["a", `Answer ${id}.`],
    ]),
  };
}

function withValue(entry: Entry, id: string, change: (value: FieldValue) => FieldValue): Entry {
  const value = change(entry.values.get(id) ?? "");
  return { ...entry, values: new Map([...entry.values, [id, value]]) };
}

/** Edits a field like a person: another value, or an additional one. */
function edited(entry: Entry, id: string, by: string): Entry {
  return withValue(entry, id, (value) => {
    if (id === "faq") return [...rowsOf(value), makeRow(by)];
    if (id === "tags") return [...textsOf(value), by];
    if (id === "stars") return -by.length;
    return `${by}. ${textOf(value)}`;
  });
}

function textOf(value: FieldValue): string {
  return typeof value === "string" ? value : "";
}

function rowsOf(value: FieldValue): readonly Row[] {
  return Array.isArray(value)
    ? value.filter((row) => typeof row === "object" && "values" in row)
    : [];
}

function textsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function sentenceEdited(entry: Entry, paragraph: number, sentence: number, by: string): Entry {
  return withValue(entry, "body", (value) => {
    const paragraphs = textOf(value).split("\n\n");
    const all = (paragraphs[paragraph] ?? "").split(/(?<=\.) /);
    paragraphs[paragraph] = all.with(sentence, `${by} says otherwise.`).join(" ");
    return paragraphs.join("\n\n");
  });
}

function expectClean(base: Entry, ours: Entry, theirs: Entry): MergedEntry {
  const result = mergeEntries({ base, ours, theirs }, SCHEMA);
  expect(result.conflicts).toEqual([]);
  return result;
}

const entries = fc.nat(1000).map(makeEntry);
const ids = SCHEMA.fields.map(({ id }) => id);

function two(count: number): fc.Arbitrary<readonly [number, number]> {
  const place = fc.nat(count - 1);
  return fc.tuple(place, place).filter(([a, b]) => a !== b);
}

test("S2: two edits of different fields never conflict", () => {
  fc.assert(
    fc.property(entries, two(ids.length), (base, [a, b]) => {
      const [ours, theirs] = [edited(base, ids[a] ?? "", "Ann"), edited(base, ids[b] ?? "", "Bob")];
      const { merged, fromTheirs } = expectClean(base, ours, theirs);
      const expected = edited(ours, ids[b] ?? "", "Bob");
      expect(merged).toEqual(expected);
      expect(fromTheirs).toEqual([ids[b]]);
      expect(expectClean(base, theirs, ours).fromTheirs).toEqual([ids[a]]);
    }),
    TRIALS,
  );
});

test("S2a: edits of adjacent fields never conflict", () => {
  fc.assert(
    fc.property(entries, fc.nat(ids.length - 2), (base, at) => {
      const [a, b] = [ids[at] ?? "", ids[at + 1] ?? ""];
      const { merged } = expectClean(base, edited(base, a, "Ann"), edited(base, b, "Bob"));
      expect(merged).toEqual(edited(edited(base, a, "Ann"), b, "Bob"));
    }),
    TRIALS,
  );
});

test("S3: edits of different paragraphs never conflict", () => {
  fc.assert(
    fc.property(entries, two(PARAGRAPHS), fc.nat(SENTENCES - 1), (base, [a, b], sentence) => {
      const ours = sentenceEdited(base, a, sentence, "Ann");
      const theirs = sentenceEdited(base, b, sentence, "Bob");
      const { merged } = expectClean(base, ours, theirs);
      expect(merged).toEqual(sentenceEdited(ours, b, sentence, "Bob"));
    }),
    TRIALS,
  );
});

test("S3b: edits of different sentences in a paragraph never conflict", () => {
  fc.assert(
    fc.property(entries, fc.nat(PARAGRAPHS - 1), two(SENTENCES), (base, at, [a, b]) => {
      const ours = sentenceEdited(base, at, a, "Ann");
      const theirs = sentenceEdited(base, at, b, "Bob");
      const { merged } = expectClean(base, ours, theirs);
      expect(merged).toEqual(sentenceEdited(ours, at, b, "Bob"));
    }),
    TRIALS,
  );
});

test("S5: keeps rows appended by both sides", () => {
  fc.assert(
    fc.property(entries, (base) => {
      const { merged } = expectClean(base, edited(base, "faq", "ann"), edited(base, "faq", "bob"));
      const rows = rowsOf(merged.values.get("faq") ?? "");
      expect(rows.map(({ id }) => id)).toEqual(["r1", "r2", "ann", "bob"]);
    }),
    TRIALS,
  );
});

test("S5b: keeps tags added by both sides", () => {
  fc.assert(
    fc.property(entries, fc.nat(3), fc.nat(3), (base, a, b) => {
      const put = (at: number, by: string): Entry =>
        withValue(base, "tags", (value) => textsOf(value).toSpliced(at, 0, by));
      const { merged } = expectClean(base, put(a, "ann"), put(b, "bob"));
      const tags = textsOf(merged.values.get("tags") ?? "");
      expect(tags).toHaveLength(5);
      expect(tags).toEqual(expect.arrayContaining(["ann", "bob"]));
    }),
    TRIALS,
  );
});

test("reports a field changed by both sides as one conflict with all three values", () => {
  const base = makeEntry(1);
  const rename = (by: string): Entry => withValue(base, "title", () => by);
  const { conflicts } = mergeEntries({ base, ours: rename("Ann"), theirs: rename("Bob") }, SCHEMA);
  expect(conflicts).toEqual([{ path: "title", base: "title 1", ours: "Ann", theirs: "Bob" }]);
});

test("names the row and field of a conflict, or only the row", () => {
  const base = makeEntry(1);
  const answer = (text: string): Entry =>
    withValue(base, "faq", (value) =>
      rowsOf(value).map((row) =>
        row.id === "r1" ? { id: row.id, values: new Map([...row.values, ["q", text]]) } : row,
      ),
    );
  const without = withValue(base, "faq", (value) => rowsOf(value).slice(1));
  const paths = (ours: Entry, theirs: Entry): string[] =>
    mergeEntries({ base, ours, theirs }, SCHEMA).conflicts.map(({ path }) => path);

  expect(paths(answer("A?"), answer("B?"))).toEqual(["faq[r1].q"]);
  expect(paths(answer("A?"), without)).toEqual(["faq[r1]"]);
  expect(paths(without, without)).toEqual([]);
});

test("merges renames, schedules, and positions", () => {
  const base = makeEntry(1);
  const ours = { ...base, slug: "new-name", sortOrder: 5 };
  const theirs = { ...edited(base, "title", "Bob"), publishAt: "2027-01-01T00:00:00.000Z" };
  const { merged } = expectClean(base, ours, theirs);
  expect(merged).toEqual({ ...theirs, slug: "new-name", sortOrder: 5 });

  const other = { ...base, slug: "other-name", sortOrder: 6 };
  const { conflicts } = mergeEntries({ base, ours, theirs: other }, SCHEMA);
  expect(conflicts.map(({ path }) => path)).toEqual(["slug", "sortOrder"]);
});

test("keeps the higher schema version", () => {
  const base = makeEntry(1);
  const { merged } = expectClean(base, { ...base, schema: 3 }, { ...base, schema: 2 });
  expect(merged.schema).toBe(3);
});
