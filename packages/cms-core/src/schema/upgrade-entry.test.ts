import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entriesOf, schemas } from "../../../../tests/support/properties/arbitraries.ts";
import {
  makeField,
  makeRepeat,
  makeSelect,
  makeVersion,
} from "../../../../tests/support/properties/make-fields.ts";
import { normalizeEntry } from "../content/entry/print-entry.ts";
import { validateEntry } from "../content/entry/validate-entry.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry, EntryValues } from "../model/entry.ts";
import { upgradeEntry } from "./upgrade-entry.ts";

function entryOf(values: Record<string, EntryValues extends ReadonlyMap<string, infer V> ? V : 0>) {
  return {
    id: "eaaaaaaaaaaaaaaaaaaa2",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: new Map(Object.entries(values)),
  };
}

const title = makeField("title", "text");
const subtitle = makeField("subtitle", "text");

describe("SCH-08 an entry upgraded to a later version", () => {
  test("loses deleted fields, has empty new ones, and names its new version", () => {
    const from = makeVersion(1, [title, makeField("lead", "textarea")]);
    const to = makeVersion(7, [subtitle, title]);
    const entry = entryOf({ title: "Hello", lead: "Deleted since" });

    const upgraded = upgradeEntry(entry, from, to);

    expect(upgraded).toEqual({ ...entry, schema: 7, values: new Map([["title", "Hello"]]) });
    expect(entry.values.get("lead")).toBe("Deleted since");
  });

  test("loses removed options, but keeps others in a multiple field", () => {
    const from = makeVersion(1, [
      makeSelect("kind", { news: "News", story: "Story" }),
      makeSelect("tags", { a: "A", b: "B" }, { multiple: true }),
      makeSelect("marks", { x: "X", y: "Y" }, { multiple: true }),
    ]);
    const to = makeVersion(2, [
      makeSelect("kind", { story: "Story" }),
      makeSelect("tags", { b: "Bee" }, { multiple: true }),
      makeSelect("marks", { y: "Y" }, { multiple: true }),
    ]);
    const entry = entryOf({ kind: "news", tags: ["a", "b"], marks: ["x"] });

    expect(upgradeEntry(entry, from, to).values).toEqual(new Map([["tags", ["b"]]]));
  });

  test("keeps its rows and their ids when fields of rows change", () => {
    const kind = makeSelect("kind", { a: "A", b: "B" });
    const from = makeVersion(1, [makeRepeat("faq", [title, subtitle, kind])]);
    const to = makeVersion(2, [makeRepeat("faq", [title, makeSelect("kind", { b: "B" })])]);
    const rows = [
      { id: "r1", values: new Map(Object.entries({ title: "Q", subtitle: "gone", kind: "b" })) },
      { id: "r2", values: new Map(Object.entries({ subtitle: "gone", kind: "a" })) },
    ];

    expect(upgradeEntry(entryOf({ faq: rows }), from, to).values.get("faq")).toEqual([
      { id: "r1", values: new Map(Object.entries({ title: "Q", kind: "b" })) },
      { id: "r2", values: new Map() },
    ]);
  });

  test("never keeps a value of another type, even in pushed files", () => {
    const from = makeVersion(1, [title, subtitle]);
    const to = makeVersion(2, [makeField("title", "number"), { ...subtitle, multiple: true }]);
    const entry = entryOf({ title: "Hello", subtitle: "World" });

    expect(upgradeEntry(entry, from, to).values).toEqual(new Map());
  });
});

/** A later version of a type: some fields were deleted, others added under new ids. */
function laterOf(from: SchemaVersion): fc.Arbitrary<SchemaVersion> {
  const ids = new Set(from.fields.map(({ id }) => id.toLowerCase()));
  return fc.tuple(fc.subarray([...from.fields]), schemas).map(([remaining, { fields }]) => {
    const added = fields.filter(({ id }) => !ids.has(id.toLowerCase()));
    return makeVersion(9, [...remaining, ...added]);
  });
}

const changed: fc.Arbitrary<readonly [SchemaVersion, SchemaVersion, Entry]> = schemas.chain(
  (from) => fc.tuple(fc.constant(from), laterOf(from), entriesOf(from)),
);

describe("upgrading any entry", () => {
  test("keeps shared values valid and changes nothing the second time", () => {
    fc.assert(
      fc.property(changed, ([from, to, raw]) => {
        const entry = normalizeEntry(raw, from);
        fc.pre(validateEntry(entry, from, { mode: "save" }).length === 0);
        const upgraded = upgradeEntry(entry, from, to);
        const shared = new Set(to.fields.map(({ id }) => id));
        expect(validateEntry(upgraded, to, { mode: "save" })).toEqual([]);
        expect(new Set(upgraded.values.keys())).toEqual(
          new Set([...entry.values.keys()].filter((id) => shared.has(id))),
        );
        expect(upgradeEntry(upgraded, { ...to }, to)).toEqual(upgraded);
      }),
      { numRuns: 100 },
    );
  });
});
