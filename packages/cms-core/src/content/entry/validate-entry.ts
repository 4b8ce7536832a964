import { Ajv, type AnySchemaObject, type ErrorObject, type ValidateFunction } from "ajv";
import { decodeText } from "../../base/bytes.ts";
import type { ErrorCode, Issue } from "../../base/errors.ts";
import { isEntryId, isMediaId, isRowId } from "../../base/ids.ts";
import { parseCalendarDate, parseInstant } from "../../base/instant.ts";
import { slugProblem } from "../../base/slug.ts";
import { characterCount, textProblem } from "../../base/text.ts";
import { parseVideoAddress } from "../../base/video-address.ts";
import {
  bodyField,
  type ContentType,
  type Field,
  type RowField,
} from "../../model/content-type.ts";
import type { Entry, EntryValues, FieldValue, Row } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { isList, isRows, rowsOf } from "../../model/walk-values.ts";
import { yamlLine, type YamlPath } from "../../yaml/yaml-lines.ts";
import { isPlainFile } from "../site/layout.ts";
import { orderProblem } from "./check-schedule.ts";
import { splitEntryFile } from "./parse-entry.ts";
import { normalizeEntry } from "./print-entry.ts";
import { brokenLimits, missingFields } from "./unmet-requirements.ts";

export interface ValidateEntryOptions {
  /** Required fields and limits are checked only at publish, because a draft can be incomplete. */
  readonly mode: "save" | "publish";
}

/**
 * Validates an entry against its schema: shapes, limits and, at publish, its fields' requirements. Returns at most 20
 * issues, each with the dotted path of API ids. Numbers are finite IEEE doubles, and -0 counts as 0.
 */
export function validateEntry(
  entry: Entry,
  schema: ContentType,
  { mode }: ValidateEntryOptions,
): Issue[] {
  const normal = normalizeEntry(entry, schema);
  const issues = headIssues(entry, schema);
  const validate = entryRules(schema);
  if (!validate(plainValues(normal.values))) {
    for (const error of validate.errors ?? []) issues.push(valueIssue(error, schema.fields));
  }
  issues.push(...repeatedRows(normal.values, schema.fields));
  if (mode === "publish") {
    for (const field of missingFields(normal.values, schema.fields)) {
      issues.push(problem(`${field} is required and has no value.`, field));
    }
    for (const { field, requirement: want } of brokenLimits(normal.values, schema.fields)) {
      issues.push(problem(`${field} ${want}.`, field));
    }
  }
  return issues.slice(0, LIMITS.issuesReported);
}

function headIssues(entry: Entry, schema: ContentType): Issue[] {
  const issues: Issue[] = [];
  if (!isEntryId(entry.id)) issues.push(problem("The ID is not a valid entry ID."));
  const slug = schema.kind === "object" ? undefined : slugProblem(entry.slug);
  if (slug !== undefined) issues.push(problem(slug, "slug", "invalid_slug"));
  for (const key of ["createdAt", "publishAt", "unpublishAt"] as const) {
    const time = entry[key];
    if (time !== undefined && parseInstant(time) !== time) {
      issues.push(problem(`${key} must be an ISO 8601 UTC time with milliseconds.`, key));
    }
  }
  const disorder = orderProblem(entry);
  if (disorder !== undefined) issues.push(problem(disorder, "unpublishAt"));
  const { sortOrder = 0 } = entry;
  if (!Number.isSafeInteger(sortOrder) || Math.abs(sortOrder) > LIMITS.sortOrder) {
    issues.push(problem("sortOrder must be an integer with up to 15 digits.", "sortOrder"));
  }
  return issues;
}

/** Converts values to plain objects for Ajv; one item above a limit is enough to exceed it. */
function plainValues(values: EntryValues): Record<string, unknown> {
  const plain: [string, unknown][] = [];
  for (const [id, value] of values) plain.push([id, plainValue(value)]);
  return Object.fromEntries(plain);
}

function plainValue(value: FieldValue): unknown {
  if (!isList(value)) return value;
  if (!isRows(value)) return value.slice(0, LIMITS.multipleValues + 1);
  return value.slice(0, LIMITS.repeatRows + 1).map(plainRow);
}

function plainRow({ id, values }: Row): unknown {
  return { id, values: plainValues(values) };
}

function valueIssue(error: ErrorObject, fields: readonly Field[]): Issue {
  const field = apiPath(error.instancePath, fields);
  return problem(`${field} ${wanted(error)}.`, field);
}

/**
 * Converts `/faq/2/values/q` by internal ids to `questions.2.question` by API ids, and `/faq/2/id` to `questions.2.id`.
 */
function apiPath(pointer: string, fields: readonly Field[]): string {
  const [, id, index, part, inner] = pointer.split("/");
  const field = fields.find((candidate) => candidate.id === id);
  if (field === undefined) return "The entry";
  if (index === undefined || !/^\d+$/.test(index)) return field.apiId;
  if (field.type !== "repeat") return `${field.apiId}.${index}`;
  if (inner === undefined) return `${field.apiId}.${index}${part === "id" ? ".id" : ""}`;
  const innerField = field.fields.find((candidate) => candidate.id === inner);
  return `${field.apiId}.${index}.${innerField?.apiId ?? inner}`;
}

function wanted({ keyword, params }: ErrorObject): string {
  switch (keyword) {
    case "maxLength":
      return `has more than ${String(params["limit"])} characters`;
    case "maxItems":
      return `has more than ${String(params["limit"])} items`;
    case "not":
      return "is decorative and has alt text. Keep only one of the two";
    case "enum":
      return "must be the value of one of the options";
    case "format":
      return FORMAT_WANTS[String(params["format"])] ?? "is invalid";
    case "type":
      return `must be a finite ${String(params["type"])}`.replace(/finite (?!number)/, "");
    default:
      return "is invalid";
  }
}

function repeatedRows(values: EntryValues, fields: readonly Field[]): Issue[] {
  return fields.flatMap((field) => {
    const seen = new Set<string>();
    return rowsOf(values.get(field.id))
      .slice(0, LIMITS.repeatRows)
      .flatMap(({ id }, index) => {
        const place = `${field.apiId}.${index}.id`;
        const repeated = seen.has(id);
        seen.add(id);
        return repeated ? [problem(`${place} is already the ID of another row.`, place)] : [];
      });
  });
}

function problem(message: string, field?: string, code: ErrorCode = "invalid_entry"): Issue {
  return field === undefined ? { code, message } : { code, message, field };
}

/** The requirement of each format, for messages about invalid values. */
const FORMAT_WANTS: Readonly<Record<string, string>> = {
  line: "must not contain line breaks or control characters",
  prose: "must not contain control characters",
  "calendar-date": "must be a valid date (YYYY-MM-DD)",
  "embed-url": "must be the HTTPS URL of a YouTube or Vimeo video",
  "entry-id": "must be the ID of an entry",
  "media-id": "must be the ID of a media record",
  "row-id": "must be 1 to 32 letters, digits, _, or -",
};

// Schemas are built only here: no pattern, reference, or keyword ever comes from a user.
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

// Ajv's own implementation counts every character of every text.
ajv.removeKeyword("maxLength").addKeyword({
  keyword: "maxLength",
  type: "string",
  schemaType: "number",
  validate: hasAtMost,
});

const compiled = new WeakMap<ContentType, ValidateFunction>();

/** Returns the compiled rules for a normalized entry's plain values; compiled once per schema object. */
function entryRules(schema: ContentType): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const rules = { type: "object", properties: properties(schema.fields) };
  const validate = ajv.compile(rules);
  // Ajv would keep every schema forever; the weak map drops unused ones.
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

/** Adds the path of the file and the line of each field to an entry's issues. */
export function locateIssues(
  issues: readonly Issue[],
  bytes: Uint8Array,
  { path, schema }: { readonly path: string; readonly schema: ContentType },
): Issue[] {
  if (issues.length === 0) return [];
  const parts = splitEntryFile(decodeText(bytes, { path }), path);
  const bodyApiId = isPlainFile(path) ? undefined : bodyField(schema)?.apiId;
  return issues.map((issue) => {
    if (issue.field === undefined) return { ...issue, path };
    if (issue.field === bodyApiId) return { ...issue, path, line: parts.bodyLine };
    const at = internalPath(issue.field.split("."), schema.fields);
    return { ...issue, path, line: yamlLine(parts.yaml, at, parts.yamlLine) };
  });
}

function internalPath(steps: readonly string[], fields: readonly Field[]): YamlPath {
  const [apiId = "", index, ...rest] = steps;
  const field = fields.find((candidate) => candidate.apiId === apiId);
  const first = field?.id ?? apiId;
  if (index === undefined) return [first];
  const inner = field?.type === "repeat" && rest.length > 0 ? internalPath(rest, field.fields) : [];
  return [first, Number(index), ...inner];
}
