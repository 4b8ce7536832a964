import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemas } from "../../../../../tests/support/properties/arbitraries.ts";
import type { ContentType, Field } from "../../model/content-type.ts";
import { parseTypeFile, parseVersionFile, printTypeFile, printVersionFile } from "./type-file.ts";
import { validateType } from "./validate-type.ts";

const FLAGS = { required: false, multiple: false };

function text(id: string, apiId = id): Field {
  return { id, apiId, label: "L", type: "text", ...FLAGS };
}

function typeOf(fields: readonly Field[], more: Partial<ContentType> = {}): ContentType {
  return { apiId: "posts", kind: "list", label: "Posts", fields, ...more };
}

function codes(type: ContentType): string[] {
  return validateType(type).map(({ code }) => code);
}

function textFields(count: number): Field[] {
  return Array.from({ length: count }, (_, index) => text(`f${index}`));
}

function options(count: number): Field {
  const all = Array.from({ length: count }, (_, index) => ({
    value: `v${index}`,
    label: `l${index}`,
  }));
  return { ...text("s"), type: "select", options: all };
}

const PATH = "types/posts/type.yml";

const FILE = `# The blog.
apiId: posts
kind: list
label: Posts
fields:
  - id: title
    apiId: title # in every URL
    label: Title
    type: text
    required: true
    multiple: false
  # where it is filed
  - { id: kind, apiId: kind, label: Kind, type: select, options: [{ value: a, label: A }] }
`;

describe("a type file", () => {
  const valid = schemas
    .map((schema) => typeOf(schema.fields))
    .filter((type) => validateType(type).length === 0);

  test("reads back as the printed type, also as a frozen version", () => {
    fc.assert(
      fc.property(valid, fc.string({ unit: "grapheme", maxLength: 20 }), (type, label) => {
        const named = { ...type, label: `L${label.replaceAll(/\p{C}/gu, "")}`.normalize("NFC") };
        expect(parseTypeFile(printTypeFile(named), PATH)).toEqual(named);
        const version = { ...named, version: 7 };
        const bytes = printVersionFile(version);
        expect(parseVersionFile(bytes, "types/posts/versions/7.json")).toEqual(version);
      }),
      { numRuns: 200 },
    );
  });

  test("is unchanged by a save without changes", () => {
    const previous = Buffer.from(FILE);
    expect(printTypeFile(parseTypeFile(previous, PATH), previous)).toBe(previous);
  });

  test("keeps its comments when a label changes", () => {
    const previous = Buffer.from(FILE);
    const type = parseTypeFile(previous, PATH);
    const fields = type.fields.map((field, index) =>
      index === 0 ? Object.assign({}, field, { label: "Headline" }) : field,
    );
    const saved = Buffer.from(printTypeFile({ ...type, fields }, previous)).toString();
    expect(saved).toBe(FILE.replace("label: Title", "label: Headline"));
  });

  test("reports the line of an error", () => {
    const file = FILE.replace("    type: text\n", "    type: textual\n").replace(
      "kind: list\n",
      "",
    );
    expect(() => parseTypeFile(Buffer.from(file), PATH)).toThrow(
      expect.objectContaining({
        code: "invalid_schema",
        issues: [
          expect.objectContaining({
            path: PATH,
            message: expect.stringContaining(`"kind" is missing`),
          }),
          expect.objectContaining({ path: PATH, line: 8 }),
        ],
      }),
    );
  });

  test("requires alt text only for images and omits the flag if it is false", () => {
    const cover =
      "  - { id: c, apiId: c, label: C, type: media, accept: image, requireAlt: false }\n";
    const type = parseTypeFile(Buffer.from(FILE + cover), PATH);
    expect(type.fields.at(-1)).not.toHaveProperty("requireAlt");
    expect(Buffer.from(printTypeFile(type)).toString()).not.toContain("requireAlt");

    const demanding = FILE + cover.replace("false", "true");
    expect(parseTypeFile(Buffer.from(demanding), PATH).fields.at(-1)).toMatchObject({
      requireAlt: true,
    });
    const ofFiles = Buffer.from(demanding.replace("accept: image", "accept: file"));
    expect(() => parseTypeFile(ofFiles, PATH)).toThrow("only be required for images");
  });

  test("keeps the limits of a field, also frozen, and rejects impossible ones", () => {
    const rating = (more: string): Uint8Array =>
      Buffer.from(`${FILE}  - { id: n, apiId: n, label: N, type: number${more} }\n`);
    const type = parseTypeFile(rating(", min: 1, max: 2.5e1, integer: true"), PATH);
    expect(type.fields.at(-1)).toMatchObject({ min: 1, max: 25, integer: true });
    expect(Buffer.from(printTypeFile(type)).toString()).toContain(
      "min: 1\n    max: 25\n    integer: true\n",
    );
    const version = { ...type, version: 1 };
    const frozen = parseVersionFile(printVersionFile(version), "types/posts/versions/1.json");
    expect(frozen).toEqual(version);
    expect(parseTypeFile(rating(", integer: false"), PATH).fields.at(-1)).not.toHaveProperty(
      "integer",
    );
    expect(() => parseTypeFile(rating(", min: 3, max: 2"), PATH)).toThrow(
      "must not be greater than",
    );
    expect(() => parseTypeFile(rating(", min: few"), PATH)).toThrow('"min" must be a number');
    const long = FILE.replace("type: text", "type: text\n    maxLength: 1001");
    expect(() => parseTypeFile(Buffer.from(long), PATH)).toThrow("between 1 and 1000");
  });

  test("keeps the group of a field, also frozen, and rejects one in a row", () => {
    const grouped = FILE.replace(
      "    required: true\n",
      "    required: true\n    group: About it\n",
    );
    const type = parseTypeFile(Buffer.from(grouped), PATH);
    expect(type.fields.map(({ group }) => group)).toEqual(["About it", undefined]);
    expect(Buffer.from(printTypeFile(type, Buffer.from(FILE))).toString()).toContain(
      "    group: About it\n",
    );
    const frozen = printVersionFile({ ...type, version: 1 });
    expect(parseVersionFile(frozen, "types/posts/versions/1.json").fields[0]?.group).toBe(
      "About it",
    );
    const inner = {
      ...FLAGS,
      id: "ask",
      apiId: "ask",
      label: "L",
      type: "text",
      group: "A",
    } as const;
    const repeat = { ...text("faq"), type: "repeat", fields: [inner] } as const;
    expect(validateType(typeOf([repeat]))).toMatchObject([{ field: "faq.ask" }]);
  });

  test("must be in the folder of its API id", () => {
    expect(() => parseTypeFile(Buffer.from(FILE), "types/other/type.yml")).toThrow(
      "matches its API ID",
    );
  });

  test("SCH-05 rejects a repeat inside a repeat", () => {
    const inner = "\n        fields: [{id: b, apiId: b, label: B, type: repeat, fields: []}]";
    const file = `apiId: posts\nkind: list\nlabel: P\nfields:\n  - id: a\n    apiId: a\n    label: A\n    type: repeat\n    fields:\n      - id: x\n        apiId: x\n        label: X\n        type: repeat${inner}\n`;
    expect(() => parseTypeFile(Buffer.from(file), PATH)).toThrow(
      "Repeat field cannot contain another Repeat field",
    );
  });
});

describe("the rules of a type", () => {
  test("SCH-05 allow 200 fields, including those of rows, and 500 options", () => {
    expect(codes(typeOf(textFields(200)))).toEqual([]);
    expect(codes(typeOf(textFields(201)))).toEqual(["invalid_schema"]);
    expect(codes(typeOf(textFields(10_000)))).toEqual(["invalid_schema"]);
    expect(codes(typeOf([options(500)]))).toEqual([]);
    expect(codes(typeOf([options(501)]))).toEqual(["invalid_schema"]);
    expect(codes(typeOf([options(1_000_000)]))).toEqual(["invalid_schema"]);
  });

  const repeat = (inner: Field[]): Field => ({
    ...text("r"),
    type: "repeat",
    fields: inner.filter((field) => field.type !== "repeat"),
  });
  const select = (...values: string[]): Field => ({
    ...text("s"),
    type: "select",
    options: values.map((value, index) => ({ value, label: `L${index}` })),
  });
  const reference = (...to: string[]): Field => ({ ...text("x"), type: "reference", to });
  const cases: readonly (readonly [string, ContentType, string])[] = [
    [
      "IDP-10 two API ids that differ by case",
      typeOf([text("a", "name"), text("b", "Name")]),
      "invalid_schema",
    ],
    ["two ids that differ by case", typeOf([text("a", "x"), text("A", "y")]), "invalid_schema"],
    ["IDP-11 a system key", typeOf([text("a", "sortOrder")]), "reserved_name"],
    ["IDP-11 a name on Object.prototype", typeOf([text("a", "constructor")]), "reserved_name"],
    ["IDP-09 the type index", typeOf([], { apiId: "index" }), "reserved_name"],
    ["a system key as internal id", typeOf([text("schema", "a")]), "reserved_name"],
    ["a select without options", typeOf([select()]), "invalid_schema"],
    ["a select with a duplicate value", typeOf([select("a", "a")]), "invalid_schema"],
    ["a reference without types", typeOf([reference()]), "invalid_schema"],
    ["a reference to an invalid API id", typeOf([reference("../x")]), "invalid_api_id"],
    ["a body that is not a rich text field", typeOf([text("a")], { body: "a" }), "invalid_schema"],
    ["a repeat without fields", typeOf([repeat([])]), "invalid_schema"],
    [
      "a repeat that is multiple",
      typeOf([{ ...repeat([text("a")]), multiple: true }]),
      "invalid_schema",
    ],
    ["a blank label", typeOf([], { label: " " }), "invalid_schema"],
    ["a label with a control character", typeOf([], { label: "a\u0007" }), "invalid_unicode"],
    ["a reserved name in a row", typeOf([repeat([text("a", "id")])]), "reserved_name"],
  ];
  test.for(cases)("reject %s", ([, type, code]) => {
    expect(codes(type)).toEqual([code]);
  });
});
