import { expect, test } from "vitest";
import {
  makeField,
  makeRepeat,
  makeVersion,
} from "../../../../../tests/support/properties/make-fields.ts";
import type { Entry, FieldValue, Row } from "../../model/entry.ts";
import { decideConflicts, type Side } from "./decide-conflicts.ts";
import { mergeEntries } from "./merge-entries.ts";

const SCHEMA = makeVersion(1, [
  makeField("title", "text"),
  makeField("lead", "text"),
  makeRepeat("faq", [makeField("q", "text"), makeField("a", "text")]),
]);

function entry(values: Readonly<Record<string, FieldValue>>, more: Partial<Entry> = {}): Entry {
  return {
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: new Map(Object.entries(values)),
    ...more,
  };
}

function row(id: string, q: string, a: string): Row {
  const values = new Map([
    ["q", q],
    ["a", a],
  ]);
  return { id, values };
}

test("applies decisions about fields, rows, fields in rows, and system keys", () => {
  const base = entry({ title: "T", lead: "L", faq: [row("r1", "q", "a"), row("r2", "q", "a")] });
  const ours = entry(
    { title: "ours", lead: "ours", faq: [row("r1", "ours", "mine"), row("r2", "q", "ours")] },
    { slug: "ours" },
  );
  const theirs = entry(
    { title: "theirs", lead: "theirs", faq: [row("r1", "theirs", "a")] },
    { slug: "theirs" },
  );
  const found = mergeEntries({ base, ours, theirs }, SCHEMA);
  const paths = found.conflicts.map(({ path }) => path).toSorted();
  expect(paths).toEqual(["faq[r1].q", "faq[r2]", "lead", "slug", "title"]);
  const decided: Readonly<Record<string, Side>> = {
    title: "ours",
    "faq[r1].q": "theirs",
    "faq[r2]": "theirs",
    slug: "ours",
  };
  const { merged, conflicts } = decideConflicts(found, {
    schema: SCHEMA,
    sides: { ours, theirs },
    decide: (path) => decided[path],
  });
  expect(conflicts.map(({ path }) => path)).toEqual(["lead"]);
  expect(merged.slug).toBe("ours");
  expect(merged.values.get("title")).toBe("ours");
  expect(merged.values.get("faq")).toEqual([row("r1", "theirs", "mine")]);

  const other = decideConflicts(found, {
    schema: SCHEMA,
    sides: { ours, theirs },
    decide: () => "ours",
  });
  expect(other.conflicts).toEqual([]);
  expect(other.merged.values.get("faq")).toEqual([
    row("r1", "ours", "mine"),
    row("r2", "q", "ours"),
  ]);
});

test("applies a decision to remove a value", () => {
  const base = entry({ title: "T" }, { publishAt: "2026-12-01T00:00:00.000Z" });
  const ours = entry({}, {});
  const theirs = entry({ title: "theirs" }, { publishAt: "2026-12-02T00:00:00.000Z" });
  const found = mergeEntries({ base, ours, theirs }, SCHEMA);
  const { merged } = decideConflicts(found, {
    schema: SCHEMA,
    sides: { ours, theirs },
    decide: () => "ours",
  });
  expect(merged).toEqual(entry({}));
});
