import { describe, expect, test } from "vitest";
import type { Field } from "../model/content-type.ts";
import type { EntryValues, FieldValue } from "../model/entry.ts";
import { compileEntry } from "./compile-entry.ts";
import type { EntryHead } from "./list-body.ts";
import { renderEntry, type RenderScope } from "./render-entry.ts";

const COMMON = { label: "L", required: false, multiple: false } as const;

const FIELDS: readonly Field[] = [
  { ...COMMON, id: "f_title", apiId: "title", type: "text" },
  { ...COMMON, id: "f_body", apiId: "body", type: "richtext" },
  { ...COMMON, id: "f_price", apiId: "price", type: "number" },
  { ...COMMON, id: "f_new", apiId: "isNew", type: "boolean" },
  {
    ...COMMON,
    id: "f_kind",
    apiId: "kind",
    type: "select",
    options: [{ value: "o1", label: "Big & small" }],
  },
  { ...COMMON, id: "f_cover", apiId: "cover", type: "media", accept: "image" },
  { ...COMMON, id: "f_author", apiId: "author", type: "reference", to: ["people"] },
  { ...COMMON, id: "f_tags", apiId: "tags", type: "text", multiple: true },
  {
    ...COMMON,
    id: "f_rows",
    apiId: "rows",
    type: "repeat",
    fields: [
      { ...COMMON, id: "r_text", apiId: "text", type: "text" },
      { ...COMMON, id: "r_done", apiId: "done", type: "boolean" },
    ],
  },
];

const HEAD: EntryHead = {
  id: "e3333333333333333333",
  type: "posts",
  slug: "hello",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  publishedAt: "2026-01-03T00:00:00.000Z",
  sortOrder: 0,
};

const AUTHOR = "e2222222222222222222";
const MEDIA = "m2222222222222222222";

const NOTHING: RenderScope = {
  template: () => undefined,
  mediaJson: () => undefined,
  mediaUrl: () => undefined,
  entryUrl: () => undefined,
};

function render(values: EntryValues, scope: Partial<RenderScope> = {}): string {
  return renderEntry(compileEntry(HEAD, values, { fields: FIELDS }), { ...NOTHING, ...scope });
}

describe("an entry's published JSON", () => {
  test("omits missing values, uses false for booleans and [] for lists, and never contains null", () => {
    expect(render(new Map())).toBe(
      `{"id":"${HEAD.id}","slug":"hello","createdAt":"2026-01-01T00:00:00.000Z",` +
        `"updatedAt":"2026-01-02T00:00:00.000Z","publishedAt":"2026-01-03T00:00:00.000Z",` +
        `"sortOrder":0,"isNew":false,"tags":[],"rows":[]}`,
    );
  });

  test("has fields by API ID in schema order, regardless of the order of values", () => {
    const json = render(
      new Map<string, FieldValue>([
        ["f_rows", [{ id: "r1", values: new Map([["r_text", 'a "b"']]) }]],
        ["f_tags", ["x", "y"]],
        ["f_kind", "o1"],
        ["f_price", 1.5],
        ["f_title", "Título\n"],
      ]),
    );

    expect(json.slice(json.indexOf('"sortOrder"'))).toBe(
      '"sortOrder":0,"title":"Título\\n","price":1.5,"isNew":false,"kind":"Big & small",' +
        '"tags":["x","y"],"rows":[{"text":"a \\"b\\"","done":false}]}',
    );
  });

  test("expands a reference one level and keeps the target's own references as ids", () => {
    const target = compileEntry(
      { ...HEAD, id: AUTHOR, slug: "ann" },
      new Map<string, FieldValue>([
        ["f_title", "Ann"],
        ["f_author", { id: HEAD.id }],
      ]),
      { fields: FIELDS },
    );
    const json = render(new Map([["f_author", { id: AUTHOR }]]), {
      template: (id) => (id === AUTHOR ? target : undefined),
    });

    expect(JSON.parse(json)).toMatchObject({
      author: { id: AUTHOR, slug: "ann", title: "Ann", author: { id: HEAD.id } },
    });
  });

  test("shows a reference to an entry that is not live as its id", () => {
    expect(JSON.parse(render(new Map([["f_author", { id: AUTHOR }]])))).toMatchObject({
      author: { id: AUTHOR },
    });
  });

  test("contains the media object with the alt text of this use", () => {
    const json = render(new Map([["f_cover", { id: MEDIA, alt: "Here" }]]), {
      mediaJson: (id, alt) => JSON.stringify({ id, alt }),
    });

    expect(JSON.parse(json)).toMatchObject({ cover: { id: MEDIA, alt: "Here" } });
  });

  test("has an empty alt text for a decorative image", () => {
    const json = render(new Map([["f_cover", { id: MEDIA, decorative: true }]]), {
      mediaJson: (id, alt) => JSON.stringify({ id, alt: alt ?? "the record's" }),
    });

    expect(JSON.parse(json)).toMatchObject({ cover: { id: MEDIA, alt: "" } });
  });

  test("resolves links in rich text and keeps those to unpublished entries unchanged", () => {
    const body = `![a](media:${MEDIA}) [b](entry:${AUTHOR}#part) [c](entry:${HEAD.id}#part) "q" 😀`;
    const json = render(new Map([["f_body", body]]), {
      mediaUrl: () => "https://x.test/a.png",
      entryUrl: (id) => (id === AUTHOR ? '/people/"ann"' : undefined),
    });

    expect(JSON.parse(json)).toMatchObject({
      body: `![a](https://x.test/a.png) [b](/people/"ann"#part) [c](entry:${HEAD.id}#part) "q" 😀`,
    });
  });
});
