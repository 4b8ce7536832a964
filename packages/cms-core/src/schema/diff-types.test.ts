import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemas } from "../../../../tests/support/properties/arbitraries.ts";
import {
  makeField,
  makeRepeat,
  makeSelect,
  makeVersion,
} from "../../../../tests/support/properties/make-fields.ts";
import type { Field } from "../model/content-type.ts";
import { diffTypes } from "./diff-types.ts";

const title = makeField("title", "text", { label: "Title" });
const lead = makeField("lead", "textarea");

function diff(before: readonly Field[], after: readonly Field[]) {
  return diffTypes(makeVersion(1, before), makeVersion(2, after));
}

describe("the differences of two schemas", () => {
  test("name each changed field by API ID, including its path in rows", () => {
    const before = [title, makeRepeat("faq", [title, lead])];
    const after = [
      { ...title, label: "Headline", required: true },
      makeRepeat("faq", [title]),
      makeField("price", "number"),
    ];
    expect(diff(before, after)).toEqual([
      { kind: "field_renamed", field: "title", before: "Title", after: "Headline" },
      { kind: "field_required", field: "title" },
      { kind: "field_deleted", field: "faq.lead", before: "textarea" },
      { kind: "field_added", field: "price", after: "number" },
    ]);
    expect(diff([title, lead], [lead])).toEqual([
      { kind: "field_deleted", field: "title", before: "text" },
    ]);
  });

  test("match options by value", () => {
    const before = [makeSelect("kind", { note: "A note", essay: "An essay" })];
    const after = [makeSelect("kind", { note: "Jotting", poem: "A poem" })];
    expect(diff(before, after)).toEqual([
      { kind: "option_renamed", field: "kind", before: "A note", after: "Jotting" },
      { kind: "option_added", field: "kind", after: "A poem" },
      { kind: "option_removed", field: "kind", before: "An essay" },
    ]);
  });

  test("include accepted references and media, and a moved body", () => {
    const base = { label: "x", required: false, multiple: false };
    const reference = (...to: string[]): Field => {
      return { ...base, id: "author", apiId: "author", type: "reference", to };
    };
    const media = (accept: "image" | "file", more: { requireAlt?: true } = {}): Field => {
      return { ...base, id: "cover", apiId: "cover", type: "media", accept, ...more };
    };
    const body = makeField("body", "richtext");
    expect(
      diff(
        [reference("people", "posts"), media("file")],
        [reference("posts"), media("image"), body],
      ),
    ).toEqual([
      { kind: "targets_changed", field: "author", before: "people, posts", after: "posts" },
      { kind: "accept_changed", field: "cover", before: "file", after: "image" },
      { kind: "field_added", field: "body", after: "richtext" },
      { kind: "body_moved", field: "", before: "", after: "body" },
    ]);
    const [free, demanding] = [media("image"), media("image", { requireAlt: true })];
    expect(diff([free], [demanding])).toEqual([{ kind: "alt_required", field: "cover" }]);
    expect(diff([demanding], [free])).toEqual([{ kind: "alt_optional", field: "cover" }]);
  });

  test("include limits and editor settings", () => {
    const number: Field = {
      id: "n",
      apiId: "n",
      label: "N",
      type: "number",
      required: false,
      multiple: false,
    };
    expect(diff([number], [{ ...number, max: 60, integer: true }])).toEqual([
      { kind: "limits_changed", field: "n", before: "", after: "… 60, whole" },
    ]);
    const written = { ...title, help: "Short", group: "Head" };
    expect(diff([title], [written]).map(({ kind }) => kind)).toEqual([
      "help_changed",
      "group_changed",
    ]);
  });

  test("include all fields of a first version, in order", () => {
    expect(diffTypes(undefined, makeVersion(1, [title]))).toEqual([
      { kind: "field_added", field: "title", after: "text" },
    ]);
    expect(diff([title, lead], [lead, title]).map(({ kind }) => kind)).toEqual([
      "field_moved",
      "field_moved",
    ]);
  });

  test("are empty for equal schemas", () => {
    fc.assert(
      fc.property(schemas, (type) => {
        expect(diffTypes(type, structuredClone(type))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
