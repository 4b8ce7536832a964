import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemas } from "../../../../tests/support/properties/arbitraries.ts";
import {
  makeField,
  makeRepeat,
  makeSelect,
  makeVersion,
} from "../../../../tests/support/properties/make-fields.ts";
import { SYSTEM_KEYS } from "../base/api-ids.ts";
import { validateType } from "../content/schema/validate-type.ts";
import type { Field } from "../model/content-type.ts";
import { sampleEntry, sampleFile } from "./sample-entry.ts";

const COMMON = { label: "", required: false, multiple: false };

function parse(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return value;
}

const cover: Field = { ...COMMON, id: "cover", apiId: "cover", type: "media", accept: "image" };
const terms: Field = { ...COMMON, id: "terms", apiId: "terms", type: "media", accept: "file" };
const author: Field = {
  ...COMMON,
  id: "author",
  apiId: "author",
  type: "reference",
  to: ["people"],
};

describe("the sample of a type", () => {
  test("has every field type in its published format, in schema order", () => {
    const type = makeVersion(0, [
      makeField("title", "text", { label: "Title" }),
      makeField("lead", "textarea"),
      makeField("body", "richtext"),
      makeField("price", "number"),
      makeField("sold", "boolean"),
      makeField("day", "date"),
      makeField("film", "embed"),
      makeSelect("kind", { note: "A note", essay: "An essay" }),
      makeSelect("tags", { a: "A" }, { multiple: true }),
      makeRepeat("faq", [makeField("question", "text", { label: "Question" })]),
    ]);
    const sample = parse(sampleEntry(type));

    expect(Object.keys(Object(sample))).toEqual([
      ...SYSTEM_KEYS,
      ..."title lead body price sold day film kind tags faq".split(" "),
    ]);
    expect(sample).toMatchObject({
      title: "Title",
      price: 42,
      sold: true,
      day: "2026-01-31",
      kind: "A note",
      tags: ["A"],
      faq: [{ question: "Question" }],
    });
    expect(sampleEntry(type)).toBe(sampleEntry(structuredClone(type)));
  });

  test("shows media objects, with dimensions and variants only for images", () => {
    const type = makeVersion(0, [cover, terms]);
    const sample = parse(sampleEntry(type, { publicUrl: "https://cdn.example.test/s1" }));

    expect(sample).toMatchObject({
      cover: { mime_type: "image/jpeg", width: 1600, variants: expect.arrayContaining([]) },
      terms: { mime_type: "application/pdf", variants: [] },
    });
    expect(sample).toHaveProperty(
      "cover.variants.0.url",
      expect.stringMatching(/^https:\/\/cdn\.example\.test\/s1\/media\/[0-9a-f]{16}\/320\.avif$/),
    );
    expect(sample).not.toHaveProperty("terms.width");
  });

  test("expands references one level, including those to the type itself", () => {
    const people = { ...makeVersion(0, [makeField("name", "text"), author]), apiId: "people" };
    const typeOf = (apiId: string) => (apiId === "people" ? people : undefined);
    const id = expect.stringMatching(/^e[a-z2-7]{19}$/);

    expect(parse(sampleEntry(makeVersion(0, [author]), { typeOf }))).toMatchObject({
      author: { id, slug: "an-example", name: "name", author: { id } },
    });
    expect(parse(sampleEntry(makeVersion(0, [author])))).toMatchObject({
      author: { id, slug: "an-example", sortOrder: 0 },
    });
    expect(parse(sampleEntry(people, { typeOf }))).not.toHaveProperty("author.author.slug");
  });

  test("has the content of the type's file: a page of a list, or the entry of an object", () => {
    const type = makeVersion(0, [makeField("title", "text")]);
    const object = { ...type, kind: "object" } as const;

    expect(sampleFile(type)).toBe(
      `{"contents":[${sampleEntry(type)}],"totalCount":1,"offset":0,"limit":1}`,
    );
    expect(sampleFile(object)).toBe(sampleEntry(object));
    expect(parse(sampleFile(object))).toMatchObject({ slug: "posts" });
  });

  test("omits unfinished fields of a draft type", () => {
    const type = makeVersion(0, [
      makeField("a", "text", { apiId: "", label: "" }),
      makeField("b", "text", { apiId: "twice" }),
      makeField("b", "number", { apiId: "twice" }),
      makeField("", "text", { apiId: "__proto__", label: "\uD800" }),
      makeSelect("s", {}),
      makeRepeat("r", []),
      { ...author, to: [] },
    ]);
    const sample = parse(sampleEntry(type));

    expect(Object.keys(Object(sample)).slice(SYSTEM_KEYS.length)).toEqual([
      "twice",
      "__proto__",
      "r",
    ]);
    expect(sample).toMatchObject({ twice: "b", r: [{}] });
  });

  test("SCH-05 is no larger for a type beyond the limits than for one at them", () => {
    const fields = Array.from({ length: 10_000 }, (_, at) => makeField(`f${at}`, "text"));
    const sample = parse(sampleEntry(makeVersion(0, fields)));
    expect(Object.keys(Object(sample))).toHaveLength(SYSTEM_KEYS.length + 200);
  });

  test("has all fields of any valid type", () => {
    const valid = schemas.filter((type) => validateType(type).length === 0);
    fc.assert(
      fc.property(valid, (type) => {
        expect(Object.keys(Object(parse(sampleEntry(type))))).toEqual([
          ...SYSTEM_KEYS,
          ...type.fields.map(({ apiId }) => apiId),
        ]);
      }),
      { numRuns: 100 },
    );
  });
});
