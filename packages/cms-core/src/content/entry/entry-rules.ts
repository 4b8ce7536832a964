import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv";
import { characterCount, textProblem } from "../../base/characters.ts";
import { isEntryId, isMediaId, isRowId } from "../../base/ids.ts";
import { parseCalendarDate } from "../../base/instant.ts";
import { parseVideoAddress } from "../../base/video-address.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Field, RowField } from "../../model/field.ts";
import { LIMITS } from "../../model/limits.ts";

/** What each format wants, for the sentence about a value that is not it. */
export const FORMAT_WANTS: Readonly<Record<string, string>> = {
  line: "must be text without line breaks or control characters",
  prose: "must be text without control characters",
  "calendar-date": "must be a date that exists, YYYY-MM-DD",
  "embed-url": "must be the https URL of a video at YouTube or Vimeo",
  "entry-id": "must be the id of an entry",
  "media-id": "must be the id of a media record",
  "row-id": "must be 1 to 32 letters, digits, _ or -",
};

// Schemas are made here alone: no pattern, reference or keyword ever comes from a user.
const ajv = new Ajv({
  allErrors: true,
  validateSchema: false,
  formats: {
    line: (text: string) => textProblem(text) === undefined && !/[\n\u2028\u2029]/.test(text),
    prose: (text: string) => textProblem(text) === undefined,
    "calendar-date": (text: string) => parseCalendarDate(text) !== undefined,
    "embed-url": (text: string) => parseVideoAddress(text) !== undefined,
    "entry-id": isEntryId,
    "media-id": isMediaId,
    "row-id": isRowId,
  },
});

// Ajv's own counts every character of every text.
ajv.removeKeyword("maxLength").addKeyword({
  keyword: "maxLength",
  type: "string",
  schemaType: "number",
  validate: hasAtMost,
});

const compiled = new WeakMap<ContentType, ValidateFunction>();

/** The compiled rules for a normalised entry's plain values; once per schema object. */
export function entryRules(schema: ContentType): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const rules = { type: "object", properties: properties(schema.fields) };
  const validate = ajv.compile(rules);
  // Ajv would keep every schema for ever; the weak map forgets those that nobody uses.
  ajv.removeSchema(rules);
  compiled.set(schema, validate);
  return validate;
}

function hasAtMost(limit: number, text: string): boolean {
  if (text.length <= limit || characterCount(text) <= limit) return true;
  hasAtMost.errors = [{ keyword: "maxLength", params: { limit } }];
  return false;
}
const noErrors: Partial<ErrorObject>[] = [];
hasAtMost.errors = noErrors;

function properties(fields: readonly Field[]): Record<string, AnySchemaObject> {
  return Object.fromEntries(fields.map((field) => [field.id, fieldRule(field)]));
}

function fieldRule(field: Field): AnySchemaObject {
  if (field.type === "repeat") {
    const values = { type: "object", properties: properties(field.fields) };
    const id = { type: "string", format: "row-id" };
    const items = { type: "object", required: ["id", "values"], properties: { id, values } };
    return { type: "array", maxItems: LIMITS.repeatRows, items };
  }
  const single = singleRule(field);
  return field.multiple
    ? { type: "array", maxItems: LIMITS.multipleValues, items: single }
    : single;
}

function singleRule(field: RowField): AnySchemaObject {
  switch (field.type) {
    case "text":
      return textRule(LIMITS.textCharacters, "line");
    case "textarea":
      return textRule(LIMITS.textareaCharacters, "prose");
    case "richtext":
      return textRule(LIMITS.richtextCharacters, "prose");
    case "embed":
      return textRule(LIMITS.embedUrlCharacters, "embed-url");
    case "date":
      return { type: "string", format: "calendar-date" };
    case "number":
    case "boolean":
      return { type: field.type };
    case "select":
      return { enum: field.options.map(({ value }) => value) };
    case "media":
      return {
        ...target("media-id", {
          alt: textRule(LIMITS.altCharacters, "prose"),
          decorative: { const: true },
        }),
        not: { required: ["alt", "decorative"] },
      };
    case "reference":
      return target("entry-id", {});
  }
}

function textRule(maxLength: number, format: string): AnySchemaObject {
  return { type: "string", maxLength, format };
}

function target(format: string, more: Record<string, AnySchemaObject>): AnySchemaObject {
  const id = { type: "string", format };
  return { type: "object", required: ["id"], properties: { id, ...more } };
}
