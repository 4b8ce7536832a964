import { describe, expect, test } from "vitest";
import type { ContentType, Field, RowField, SchemaVersion } from "../../model/content-type.ts";
import type { Entry, FieldValue, SingleValue } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { parseEntryFile } from "./parse-entry.ts";
import { printEntryFile } from "./print-entry.ts";
import { validateEntry } from "./validate-entry.ts";

const FLAGS = { required: false, multiple: false };
const IMAGE = "mccccccccccccccccccc";

function typeOf(...fields: Field[]): ContentType {
  return { apiId: "posts", kind: "list", label: "Posts", fields };
}

function entryOf(values: Record<string, FieldValue>): Entry {
  return {
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: new Map(Object.entries(values)),
  };
}

function plain(type: "text" | "textarea" | "richtext"): RowField {
  return { id: "f", apiId: "field", label: "F", type, ...FLAGS };
}

function messages(field: Field, value: FieldValue, mode: "save" | "publish" = "save"): string[] {
  return validateEntry(entryOf({ f: value }), typeOf(field), { mode }).map(
    ({ message }) => message,
  );
}

function row(id: string, values: Record<string, SingleValue>): FieldValue {
  return [{ id, values: new Map(Object.entries(values)) }];
}

function rows(count: number): FieldValue {
  return Array.from({ length: count }, (_, index) => ({ id: `r${index}`, values: new Map() }));
}

test("requires the unpublish time to be after the publish time", () => {
  const publishAt = "2026-12-01T00:00:00.000Z";
  const check = (unpublishAt: string) =>
    validateEntry({ ...entryOf({}), publishAt, unpublishAt }, typeOf(), { mode: "save" });

  expect(check(publishAt)).toEqual([
    {
      code: "invalid_entry",
      field: "unpublishAt",
      message: "unpublishAt must be later than publishAt.",
    },
  ]);
  expect(check("2026-12-01T00:00:00.001Z")).toEqual([]);
});

describe("limits set by a schema", () => {
  const rating: RowField = {
    ...FLAGS,
    id: "f",
    apiId: "field",
    label: "F",
    type: "number",
    min: -0.5,
    max: 5,
    integer: true,
  };
  const line: RowField = {
    ...FLAGS,
    id: "f",
    apiId: "field",
    label: "F",
    type: "text",
    maxLength: 3,
  };

  test("are checked at publish, so a draft can have any value of the type", () => {
    expect(messages(rating, -1, "publish")).toEqual(["field must be at least -0.5."]);
    expect(messages(rating, 6, "publish")).toEqual(["field must be at most 5."]);
    expect(messages(rating, 1.5, "publish")).toEqual(["field must be a whole number."]);
    expect(messages(line, "four", "publish")).toEqual(["field has more than 3 characters."]);
    for (const field of [rating, line]) {
      expect(messages(field, field === line ? "four" : 6)).toEqual([]);
      expect(messages(field, field === line ? "ab😀" : 0, "publish")).toEqual([]);
    }
  });

  test("apply to each of multiple values and inside rows", () => {
    const several = { ...rating, multiple: true };
    expect(messages(several, [1, 9, 2, -3], "publish")).toEqual([
      "field.1 must be at most 5.",
      "field.3 must be at least -0.5.",
    ]);
    const rowsOf: Field = {
      ...FLAGS,
      id: "f",
      apiId: "rows",
      label: "F",
      type: "repeat",
      fields: [line],
    };
    expect(messages(rowsOf, row("r1", { f: "four" }), "publish")).toEqual([
      "rows.0.field has more than 3 characters.",
    ]);
  });
});

describe("limits of texts", () => {
  const limits = [
    ["text", LIMITS.textCharacters],
    ["textarea", LIMITS.textareaCharacters],
    ["richtext", LIMITS.richtextCharacters],
  ] as const;
  test.for(limits)("SCH-06 %s has at most %i characters after NFC", ([type, limit]) => {
    for (const character of ["a", "😀", "e\u0301"]) {
      expect(messages(plain(type), character.repeat(limit))).toEqual([]);
      expect(messages(plain(type), character.repeat(limit + 1))).toEqual([
        `field has more than ${limit} characters.`,
      ]);
    }
  });

  test("rejects line breaks in a single-line text and control characters in any text", () => {
    expect(messages(plain("text"), "a\nb")).toHaveLength(1);
    expect(messages(plain("textarea"), "a\n\tb")).toEqual([]);
    expect(messages(plain("textarea"), "a\u0007b")).toHaveLength(1);
    expect(messages(plain("richtext"), "\uD800")).toHaveLength(1);
    expect(messages(plain("text"), "\0")).toHaveLength(1);
  });
});

describe("values by type", () => {
  const cases: readonly (readonly [string, Field["type"], FieldValue, boolean])[] = [
    ["FM-16 an infinite number", "number", Number("1e400"), false],
    ["NaN", "number", Number.NaN, false],
    ["minus zero, which is zero", "number", -0, true],
    ["a text for a number", "number", "4", false],
    ["a boolean", "boolean", true, true],
    ["SCH-15 a date that does not exist", "date", "2026-02-30", false],
    ["SCH-15 a long year", "date", "+012026-01-01", false],
    ["SCH-15 a date without zeros", "date", "2026-1-1", false],
    ["a leap day", "date", "2028-02-29", true],
    ["an option's value", "select", "a", true],
    ["an option's label", "select", "A", false],
    ["a media id", "media", { id: "mccccccccccccccccccc" }, true],
    ["an entry's id for media", "media", { id: "eccccccccccccccccccc" }, false],
    ["a slug for a reference", "reference", { id: "hello" }, false],
    ["a list for a single value", "date", ["2026-01-01"], false],
    ["SCH-14 javascript:", "embed", "javascript:alert(1)", false],
    ["SCH-14 data:", "embed", "data:text/html,x", false],
    ["SCH-14 a look-alike host", "embed", "https://youtube.com.evil.io/watch?v=x", false],
    ["SCH-14 no scheme", "embed", "//evil.io/x", false],
    ["SCH-14 a user in front of the host", "embed", "https://youtube.com@evil.io/x", false],
    ["SCH-14 a user at the right host", "embed", "https://u@youtube.com/x", false],
    ["SCH-14 a port", "embed", "https://youtube.com:8443/x", false],
    ["SCH-14 http", "embed", "http://youtube.com/watch?v=x", false],
    ["SCH-14 a backslash", "embed", "https://evil.io\\@youtube.com/x", false],
    ["SCH-14 a redirecting page", "embed", "https://www.youtube.com/redirect?q=x", false],
    ["an invalid video id", "embed", "https://www.youtube.com/watch?v=x", false],
    ["a YouTube URL", "embed", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=9", true],
    ["a Vimeo URL", "embed", "https://vimeo.com/76979871", true],
    ["a described image", "media", { id: IMAGE, alt: "A hill" }, true],
    ["a decorative image", "media", { id: IMAGE, decorative: true }, true],
    ["an image with both", "media", { id: IMAGE, alt: "A hill", decorative: true }, false],
  ];
  const base = { id: "f", apiId: "field", label: "F", ...FLAGS };
  const fields: Readonly<Record<string, Field>> = {
    number: { ...base, type: "number" },
    boolean: { ...base, type: "boolean" },
    date: { ...base, type: "date" },
    select: { ...base, type: "select", options: [{ value: "a", label: "A" }] },
    media: { ...base, type: "media", accept: "image" },
    reference: { ...base, type: "reference", to: ["posts"] },
    embed: { ...base, type: "embed" },
  };
  test.for(cases)("validates %s in a %s field", ([, type, value, good]) => {
    const field = fields[type];
    if (field === undefined) throw new Error(type);
    expect(messages(field, value)).toHaveLength(good ? 0 : 1);
  });
});

describe("repeats and lists", () => {
  const question: RowField = {
    id: "q",
    apiId: "question",
    label: "Q",
    type: "text",
    required: true,
    multiple: false,
  };
  const faq: Field = {
    id: "f",
    apiId: "faq",
    label: "FAQ",
    type: "repeat",
    fields: [question],
    ...FLAGS,
  };
  test("SCH-06 have at most 200 rows", () => {
    expect(messages(faq, rows(200))).toEqual([]);
    expect(messages(faq, rows(201))).toEqual(["faq has more than 200 items."]);
  });

  test("SCH-13 report at most 20 issues, quickly", () => {
    const many = Array.from({ length: 200_000 }, () => ({ id: "!", values: new Map([["q", 1]]) }));
    expect(messages(faq, many)).toHaveLength(LIMITS.issuesReported);
  });

  test("have unique row ids", () => {
    const twins = [
      { id: "r1", values: new Map() },
      { id: "r1", values: new Map() },
    ];
    expect(messages(faq, twins)).toEqual(["faq.1.id is already the ID of another row."]);
    expect(messages(faq, row("a b", {}))).toEqual([
      "faq.0.id must be 1 to 32 letters, digits, _, or -.",
    ]);
  });

  test("report the row and field of a problem by API ids", () => {
    const schema = typeOf(faq);
    const values = { f: row("r1", { q: 3 }) };
    expect(validateEntry(entryOf(values), schema, { mode: "save" })).toEqual([
      {
        code: "invalid_entry",
        message: "faq.0.question must be a string.",
        field: "faq.0.question",
      },
    ]);
  });

  test("SCH-09 check required fields only at publish, also in rows", () => {
    expect(messages(faq, row("r1", {}))).toEqual([]);
    expect(messages(faq, row("r1", { q: " " }), "publish")).toEqual([
      "faq.0.question is required and has no value.",
    ]);
    const one: Field = { ...plain("text"), required: true };
    expect(messages(one, "\u00A0\u200B\u2060", "publish")).toEqual([
      "field is required and has no value.",
    ]);
    expect(messages(one, "\u200Bx", "publish")).toEqual([]);
    const many: Field = { ...plain("text"), required: true, multiple: true };
    expect(messages(many, [""], "publish")).toEqual(["field is required and has no value."]);
    expect(messages(many, ["a"], "publish")).toEqual([]);
    const flag: Field = { ...question, id: "f", type: "boolean" };
    expect(validateEntry(entryOf({}), typeOf(flag), { mode: "publish" })).toEqual([]);
  });
});

/** Returns the number of issues for a sortOrder, and the value read from a file with it. */
function sortOrderBoth(sortOrder: number): readonly [issues: number, read: number | undefined] {
  const entry = { ...entryOf({}), sortOrder };
  const place = { path: "content/posts/hello.yml", apiId: "posts", slug: "hello" };
  const bytes = printEntryFile(entry, typeOf(), place);
  const schemaOf = (): SchemaVersion => ({ ...typeOf(), version: 1 });
  const issues = validateEntry(entry, typeOf(), { mode: "save" }).length;
  try {
    return [issues, parseEntryFile(bytes, { ...place, schemaOf }).sortOrder];
  } catch {
    return [issues, undefined];
  }
}

test("accepts a sortOrder if a file can store it", () => {
  const most = LIMITS.sortOrder;
  expect([most, -most].map(sortOrderBoth)).toEqual([
    [0, most],
    [0, -most],
  ]);
  expect([most + 1, -most - 1, 0.5].map(sortOrderBoth)).toEqual([
    [1, undefined],
    [1, undefined],
    [1, undefined],
  ]);
});
