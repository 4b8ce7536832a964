import type { ContentType, Field } from "@loam/cms-core/browser";
import { describe, expect, test } from "vitest";
import {
  addField,
  changeField,
  copyOf,
  draftOf,
  moveField,
  newField,
  removeField,
} from "./schema-draft.ts";
import { bodyOf, typeOf } from "./schema-forms.ts";
import {
  arrive,
  startWork,
  decide,
  discard,
  edit,
  isChanged,
  type SchemaWork,
  settle,
} from "./schema-work.ts";

const HEAD = { required: false, multiple: false };
const TITLE: Field = { ...HEAD, id: "title", apiId: "title", label: "Title", type: "text" };
const KIND: Field = {
  ...HEAD,
  id: "kind",
  apiId: "kind",
  label: "Kind",
  type: "select",
  options: [{ value: "news", label: "News" }],
};

function typeWith(fields: readonly Field[], more: Partial<ContentType> = {}): ContentType {
  return { apiId: "posts", kind: "list", label: "Posts", fields, ...more };
}

function begin(fields: readonly Field[] = [TITLE, KIND]): SchemaWork {
  return startWork({ version: "v1", type: typeWith(fields) }, undefined);
}

function withLabel(work: SchemaWork, key: string, label: string): SchemaWork {
  return edit(work, changeField(work.draft, [key], { label }));
}

const typeIn = ({ draft }: SchemaWork): ContentType => typeOf(draft, "posts");

const keys = (fields: readonly { readonly key: string }[]): string =>
  fields.map(({ key }) => key).join(" ");

describe("a schema in the form", () => {
  test("omits the API ID of unnamed fields so that HQ assigns one", () => {
    const repeat = newField("repeat", { label: "Rows", apiId: "rows", fields: [newField("text")] });
    const draft = draftOf(typeWith([TITLE]));
    const body = bodyOf({ ...draft, fields: [...draft.fields, newField("text"), repeat] });
    const [title, unnamed, rows] = body.fields;
    expect(title).toMatchObject({ id: "title", apiId: "title" });
    expect(unnamed).not.toHaveProperty("apiId");
    expect(unnamed).not.toHaveProperty("id");
    expect(rows).toMatchObject({ apiId: "rows" });
    expect(rows?.type === "repeat" && rows.fields[0]).not.toHaveProperty("apiId");
    const bare = bodyOf({ ...draft, fields: [newField("repeat")] });
    expect(bare.fields[0]).not.toHaveProperty("apiId");
  });

  const full = typeWith(
    [
      { ...TITLE, required: true, help: "Short", group: "Head", maxLength: 80 },
      KIND,
      { ...HEAD, id: "n", apiId: "n", label: "N", type: "number", min: 0, max: 5, integer: true },
      {
        ...HEAD,
        id: "c",
        apiId: "c",
        label: "C",
        type: "media",
        accept: "image",
        requireAlt: true,
      },
      {
        ...HEAD,
        id: "a",
        apiId: "a",
        label: "A",
        type: "reference",
        to: ["people"],
        multiple: true,
      },
      { ...HEAD, id: "r", apiId: "r", label: "R", type: "repeat", fields: [TITLE] },
    ],
    { description: "About", body: "b" },
  );

  test("round-trips all properties of every field type", () => {
    expect(typeOf(draftOf(full), "posts")).toEqual(full);
    const { apiId: _, kind: __, ...sent } = full;
    expect(bodyOf(draftOf(full))).toEqual(sent);
  });

  test("derives names from labels and sends no ids for new fields", () => {
    const first = newField("text");
    let draft = addField(draftOf(full), { in: undefined }, first);
    draft = changeField(draft, [first.key], { label: "Reading time" });
    expect(draft.fields.at(-1)).toMatchObject({ apiId: "readingTime", id: undefined });
    draft = changeField(draft, [first.key], { apiId: "minutes", follows: false });
    draft = changeField(draft, [first.key], { label: "Minutes to read" });
    expect(draft.fields.at(-1)).toMatchObject({ apiId: "minutes", label: "Minutes to read" });
    expect(bodyOf(draft).fields.at(-1)).toEqual({
      ...HEAD,
      apiId: "minutes",
      label: "Minutes to read",
      type: "text",
    });
    const second = newField("text", { label: "Title" });
    draft = changeField(addField(draft, { in: undefined }, second), [second.key], {
      label: "Title",
    });
    expect(draft.fields.at(-1)?.apiId).toBe("title2");
  });

  test("keeps properties when a field's type changes", () => {
    let draft = draftOf(full);
    draft = changeField(draft, ["kind"], { type: "text" });
    expect(typeOf(draft, "posts").fields[1]).not.toHaveProperty("options");
    draft = changeField(draft, ["kind"], { type: "select" });
    expect(typeOf(draft, "posts").fields[1]).toEqual(KIND);
  });

  test("moves, duplicates, and removes fields, also in rows", () => {
    const draft = draftOf(full);
    expect(keys(moveField(draft, ["r"], "title").fields)).toBe("r title kind n c a");
    expect(keys(moveField(draft, ["title"], undefined).fields)).toBe("kind n c a r title");
    expect(moveField(draft, ["title"], "title")).toBe(draft);
    const copy = copyOf(
      newField("text", { label: "Title", apiId: "title" }),
      draft.fields,
      "Title 2",
    );
    expect(copy).toMatchObject({ apiId: "title2", id: undefined });
    const inRow = addField(draft, { in: ["r"] }, newField("date", { apiId: "day", label: "Day" }));
    expect(inRow.fields.at(-1)?.fields.map(({ apiId }) => apiId)).toEqual(["title", "day"]);
    expect(removeField(inRow, ["r", "title"]).fields.at(-1)?.fields).toHaveLength(1);
    expect(removeField(inRow, ["title"]).fields.at(-1)?.fields).toHaveLength(2);
  });
});

describe("unsaved schema changes", () => {
  test("exist while the schema differs from the saved one", () => {
    const work = begin();
    expect(isChanged(work)).toBe(false);
    const changed = withLabel(work, "title", "Headline");
    expect(isChanged(changed)).toBe(true);
    expect(isChanged(withLabel(changed, "title", "Title"))).toBe(false);
    expect(isChanged(discard(changed))).toBe(false);
  });

  test("are merged with versions saved by others", () => {
    const theirs = { version: "v2", type: typeWith([TITLE, { ...KIND, label: "Sort" }]) };
    expect(typeIn(arrive(begin(), theirs))).toEqual(theirs.type);
    const joined = arrive(withLabel(begin(), "title", "Headline"), theirs);
    expect(joined).toMatchObject({ isJoined: true, base: { version: "v2" }, conflicts: [] });
    expect(typeIn(joined).fields.map(({ label }) => label)).toEqual(["Headline", "Sort"]);
    expect(arrive(joined, theirs)).toBe(joined);
  });

  test("wait for decisions on conflicts", () => {
    const theirs = {
      version: "v2",
      type: typeWith([{ ...TITLE, label: "Heading" }], { label: "Articles" }),
    };
    let work = withLabel(begin(), "title", "Headline");
    work = edit(work, { ...work.draft, label: "News" });
    work = edit(work, changeField(work.draft, ["kind"], { label: "Sort" }));
    work = arrive(work, theirs);
    expect(work.conflicts.map(({ path }) => path)).toEqual([
      "label",
      "fields[kind]",
      "fields[title].label",
    ]);
    expect(typeIn(work)).toMatchObject({ label: "News" });
    const decided = decide(
      work,
      new Map([
        ["label", "theirs"],
        ["fields[kind]", "theirs"],
        ["fields[title].label", "ours"],
      ] as const),
    );
    expect(typeIn(decided)).toEqual(
      typeWith([{ ...TITLE, label: "Headline" }], { label: "Articles" }),
    );
    expect(decided.base.version).toBe("v2");
    const kept = decide(work, new Map([["fields[kind]", "ours"]] as const));
    expect(typeIn(kept).fields.map(({ label }) => label)).toContain("Sort");
  });

  test("continue after a save with the assigned ids", () => {
    const field = newField("number");
    let work = begin();
    work = edit(work, addField(work.draft, { in: undefined }, field));
    work = edit(work, changeField(work.draft, [field.key], { label: "Minutes" }));
    const sent = work.draft;
    const minutes: Field = {
      ...HEAD,
      id: "minutes",
      apiId: "minutes",
      label: "Minutes",
      type: "number",
    };
    const saved = { version: "v2", type: typeWith([TITLE, KIND, minutes]) };
    const settled = settle(work, sent, saved);
    expect(isChanged(settled)).toBe(false);
    expect(settled.draft.fields.at(-1)).toMatchObject({ key: field.key, id: "minutes" });
    const written = edit(work, changeField(work.draft, [field.key], { help: "Rounded up" }));
    const later = settle(written, sent, saved);
    expect(isChanged(later)).toBe(true);
    expect(typeIn(later).fields.at(-1)).toEqual({ ...minutes, help: "Rounded up" });
  });

  test("continue from the latest saved version when restored", () => {
    const kept = withLabel(begin(), "title", "Headline");
    const theirs = { version: "v2", type: typeWith([TITLE]) };
    const work = startWork(theirs, kept);
    expect(typeIn(work)).toEqual(typeWith([{ ...TITLE, label: "Headline" }]));
    expect(startWork(kept.base, kept).isJoined).toBe(false);
  });
});
