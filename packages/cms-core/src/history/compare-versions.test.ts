import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  editedOf,
  SCHEMA,
  someEntries,
} from "../../../../tests/support/properties/arbitrary-edits.ts";
import { makeField, makeVersion } from "../../../../tests/support/properties/make-fields.ts";
import type { Entry, FieldValue, Row } from "../model/entry.ts";
import { compareVersions, type FieldChange, type VersionChanges } from "./compare-versions.ts";

const EMPTY: Entry = {
  id: "eaaaaaaaaaaaaaaaaaaa",
  type: "posts",
  slug: "hello",
  schema: 1,
  createdAt: "2026-11-20T09:30:00.000Z",
  values: new Map(),
};

function withValues(values: Readonly<Record<string, FieldValue>>): Entry {
  return { ...EMPTY, values: new Map(Object.entries(values)) };
}

function compare(before: Entry, after: Entry): VersionChanges {
  return compareVersions({ entry: before, schema: SCHEMA }, { entry: after, schema: SCHEMA });
}

function row(id: string, q: string): Row {
  return { id, values: new Map([["q", q]]) };
}

/** Applies a difference to the old values, using its finest parts. */
function applied(
  values: ReadonlyMap<string, FieldValue>,
  changes: readonly FieldChange[],
): Map<string, unknown> {
  const result = new Map<string, unknown>(values);
  for (const change of changes) {
    if (change.after === undefined) result.delete(change.field);
    else result.set(change.field, finest(change));
  }
  return result;
}

function finest({ after, text, items }: FieldChange): unknown {
  if (text !== undefined) {
    return text.flatMap((part) => (part.kind === "removed" ? [] : [part.text])).join("");
  }
  if (items === undefined) return after;
  return items.flatMap((item) => (item.kind === "removed" ? [] : [item.value]));
}

describe("compareVersions", () => {
  test("returns added, removed, and changed values with words, items, and rows", () => {
    const before = withValues({
      title: "Rain falls",
      stars: 3,
      tags: ["a", "b"],
      faq: [row("r1", "Why?"), row("r2", "When?"), row("r3", "Who?")],
    });
    const after = withValues({
      title: "Rain fell",
      intro: "New",
      tags: ["b", "c"],
      faq: [row("r3", "Who?"), row("r1", "Why not?"), row("r4", "How?")],
    });
    const { system, fields } = compare(before, { ...after, slug: "rain" });

    expect(system).toEqual([{ key: "slug", before: "hello", after: "rain" }]);
    expect(fields).toMatchObject([
      {
        field: "title",
        kind: "changed",
        text: [
          { kind: "same", text: "Rain " },
          { kind: "removed", text: "falls" },
          { kind: "added", text: "fell" },
        ],
      },
      { field: "intro", kind: "added", before: undefined, after: "New" },
      { field: "stars", kind: "removed", before: 3, after: undefined },
      {
        field: "tags",
        items: [
          { kind: "removed", value: "a" },
          { kind: "same", value: "b" },
          { kind: "added", value: "c" },
        ],
      },
      {
        field: "faq",
        rows: [
          { id: "r1", kind: "changed", fields: [{ field: "q", after: "Why not?" }] },
          { id: "r4", kind: "added", moved: false },
          { id: "r2", kind: "removed", moved: false },
        ],
      },
    ]);
  });

  test("reports a moved row, but not the rows it passed", () => {
    const rows = ["a", "b", "c", "d"].map((id) => row(id, id));
    const [first, ...others] = rows;
    const { fields } = compare(withValues({ faq: rows }), {
      ...EMPTY,
      values: new Map([["faq", first === undefined ? [] : [...others, first]]]),
    });
    expect(fields[0]?.rows).toEqual([{ id: "a", kind: "changed", moved: true, fields: [] }]);
  });

  test("shows each version with the fields of its own schema", () => {
    const before = {
      entry: withValues({ old: "x", title: "Same" }),
      schema: makeVersion(1, [makeField("old", "text"), makeField("title", "text")]),
    };
    const after = {
      entry: { ...withValues({ title: "Same", more: "y" }), schema: 2 },
      schema: makeVersion(2, [makeField("title", "text"), makeField("more", "text")]),
    };
    expect(compareVersions(before, after)).toMatchObject({
      system: [{ key: "schema", before: 1, after: 2 }],
      fields: [
        { field: "more", kind: "added" },
        { field: "old", kind: "removed", before: "x" },
      ],
    });
  });

  test("gives the other version when applied to one", () => {
    const pairs = someEntries.chain((entry) => fc.tuple(fc.constant(entry), editedOf(entry)));
    fc.assert(
      fc.property(pairs, ([before, after]) => {
        const { fields, system } = compare(before, after);
        expect(applied(before.values, fields)).toEqual(new Map<string, unknown>(after.values));
        expect(system.some(({ key }) => key === "slug")).toBe(before.slug !== after.slug);
        expect(compare(after, after)).toEqual({ system: [], fields: [] });
      }),
    );
  });
});
