import { expect, test } from "vitest";
import type { ContentType, Field } from "../../model/content-type.ts";
import { mergeTypes } from "./merge-types.ts";

const plain = { required: false, multiple: false };

function text(id: string, more: Partial<Field> = {}): Field {
  return Object.assign({ ...plain, id, apiId: id, label: id, type: "text" as const }, more);
}

const kind: Field = {
  ...plain,
  id: "kind",
  apiId: "kind",
  label: "Kind",
  type: "select",
  options: [
    { value: "news", label: "News" },
    { value: "tips", label: "Tips" },
  ],
};

function typeOf(fields: readonly Field[], label = "Posts"): ContentType {
  return { apiId: "posts", kind: "list", label, fields };
}

const base = typeOf([text("title"), text("intro"), kind]);

test("merges fields added, changed, moved, and removed by two people", () => {
  const ours = typeOf([text("intro"), text("title", { label: "Heading" }), kind, text("mine")]);
  const theirs = typeOf([text("title", { required: true }), kind, text("other")], "Articles");
  const { merged, conflicts } = mergeTypes({ base, ours, theirs });

  expect(conflicts).toEqual([]);
  expect(merged.label).toBe("Articles");
  expect(merged.fields.map(({ id }) => id)).toEqual(["title", "kind", "mine", "other"]);
  expect(merged.fields[0]).toMatchObject({ label: "Heading", required: true });
});

test("merges the group and help text of a field and reports two groups as a conflict", () => {
  const first = typeOf([text("title", { group: "Head" })]);
  const ours = typeOf([text("title", { group: "Top" })]);
  const theirs = typeOf([text("title", { group: "Head", help: "Short" })]);
  expect(mergeTypes({ base: first, ours, theirs })).toMatchObject({
    merged: { fields: [{ group: "Top", help: "Short" }] },
    conflicts: [],
  });
  const other = typeOf([text("title", { group: "Start" })]);
  const { conflicts } = mergeTypes({ base: first, ours, theirs: other });
  expect(conflicts.map(({ path }) => path)).toEqual(["fields[title].group"]);
});

function withOptions(...options: [string, string][]): ContentType {
  const own = { options: options.map(([value, label]) => ({ value, label })) };
  return typeOf([text("title"), text("intro"), Object.assign({}, kind, own)]);
}

test("matches options by their value", () => {
  const ours = withOptions(["news", "Latest"], ["tips", "Tips"], ["a", "A"]);
  const theirs = withOptions(["tips", "Hints"], ["news", "News"], ["b", "B"]);
  const { merged, conflicts } = mergeTypes({ base, ours, theirs });

  expect(conflicts).toEqual([]);
  expect(merged.fields[2]).toMatchObject({
    options: [
      { value: "tips", label: "Hints" },
      { value: "news", label: "Latest" },
      { value: "b", label: "B" },
      { value: "a", label: "A" },
    ],
  });
});

function cover(more: { label?: string; requireAlt?: true }): ContentType {
  return typeOf([
    { ...plain, id: "c", apiId: "c", label: "C", type: "media", accept: "image", ...more },
  ]);
}

test("merges an alt text requirement with another change of the field", () => {
  const demanding = cover({ requireAlt: true });
  const both = cover({ requireAlt: true, label: "Cover" });

  const added = mergeTypes({ base: cover({}), ours: demanding, theirs: cover({ label: "Cover" }) });
  expect(added).toEqual({ merged: both, conflicts: [] });
  const removed = mergeTypes({ base: demanding, ours: cover({}), theirs: both });
  expect(removed).toEqual({ merged: cover({ label: "Cover" }), conflicts: [] });
});

function rating(limits: { min?: number; max?: number; integer?: true }): ContentType {
  return typeOf([{ ...plain, id: "n", apiId: "n", label: "N", type: "number", ...limits }]);
}

test("merges limits individually and reports different ones as a conflict", () => {
  const merged = mergeTypes({
    base: rating({ max: 5 }),
    ours: rating({ min: 1, max: 5 }),
    theirs: rating({ integer: true }),
  });
  expect(merged).toEqual({ merged: rating({ min: 1, integer: true }), conflicts: [] });
  const both = mergeTypes({
    base: rating({}),
    ours: rating({ max: 5 }),
    theirs: rating({ max: 9 }),
  });
  expect(both.conflicts).toEqual([{ path: "fields[n].max", base: undefined, ours: 5, theirs: 9 }]);
});

test("reports a media field added with different kinds of files as a conflict", () => {
  const nothing = typeOf([]);
  const picture = cover({});
  const file = typeOf([
    { ...plain, id: "c", apiId: "c", label: "C", type: "media", accept: "file" },
  ]);
  const one = mergeTypes({ base: nothing, ours: picture, theirs: file });
  const other = mergeTypes({ base: nothing, ours: file, theirs: picture });
  expect(one.conflicts).toEqual([
    { path: "fields[c].accept", base: undefined, ours: "image", theirs: "file" },
  ]);
  expect(other.merged).toEqual(one.merged);
});

test("reports a field that one side removed and the other changed as a conflict", () => {
  const ours = typeOf([text("title"), kind]);
  const theirs = typeOf([text("title"), text("intro", { label: "Lead" }), kind]);
  const { merged, conflicts } = mergeTypes({ base, ours, theirs });

  expect(conflicts.map(({ path }) => path)).toEqual(["fields[intro]"]);
  expect(merged.fields.map(({ id }) => id)).toEqual(["title", "intro", "kind"]);
});

test("reports two labels of a field as a conflict of the label", () => {
  const ours = typeOf([text("title", { label: "A" }), text("intro"), kind]);
  const theirs = typeOf([text("title", { label: "B" }), text("intro"), kind]);

  expect(mergeTypes({ base, ours, theirs }).conflicts).toEqual([
    { path: "fields[title].label", base: "title", ours: "A", theirs: "B" },
  ]);
});
