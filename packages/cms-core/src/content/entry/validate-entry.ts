import type { ErrorObject } from "ajv";
import type { ErrorCode, Issue } from "../../base/errors.ts";
import { isEntryId } from "../../base/ids.ts";
import { parseInstant } from "../../base/instant.ts";
import { slugProblem } from "../../base/slug.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Entry, EntryValues, FieldValue, Row } from "../../model/entry.ts";
import type { Field } from "../../model/field.ts";
import { LIMITS } from "../../model/limits.ts";
import { brokenLimits } from "./broken-limits.ts";
import { entryRules, FORMAT_WANTS } from "./entry-rules.ts";
import { missingFields } from "./missing-fields.ts";
import { isList, isRows, normalizeEntry } from "./normalize-entry.ts";

export interface ValidateEntryOptions {
  /** Required fields and their own limits are asked for at publish only: a draft may be unfinished. */
  readonly mode: "save" | "publish";
}

/**
 * What is wrong with an entry by its schema: shapes, limits, and at publish what its fields demand. At most 20
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
    for (const { field, want } of brokenLimits(normal.values, schema.fields)) {
      issues.push(problem(`${field} ${want}.`, field));
    }
  }
  return issues.slice(0, LIMITS.issuesReported);
}

function headIssues(entry: Entry, schema: ContentType): Issue[] {
  const issues: Issue[] = [];
  if (!isEntryId(entry.id)) issues.push(problem("The id is not an entry id."));
  const slug = schema.kind === "object" ? undefined : slugProblem(entry.slug);
  if (slug !== undefined) issues.push(problem(slug, "slug", "invalid_slug"));
  for (const key of ["createdAt", "publishAt", "unpublishAt"] as const) {
    const time = entry[key];
    if (time !== undefined && parseInstant(time) !== time) {
      issues.push(problem(`${key} must be ISO 8601 UTC with milliseconds.`, key));
    }
  }
  const { sortOrder = 0 } = entry;
  if (!Number.isSafeInteger(sortOrder) || Math.abs(sortOrder) > LIMITS.sortOrder) {
    issues.push(problem("sortOrder must be an integer of at most 15 digits.", "sortOrder"));
  }
  return issues;
}

/** Values as the plain objects that Ajv reads; one item above a limit is enough to break it. */
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

/** `/faq/2/values/q` by internal ids → `questions.2.question` by API ids. */
function apiPath(pointer: string, fields: readonly Field[]): string {
  const [, id, index, , inner] = pointer.split("/");
  const field = fields.find((candidate) => candidate.id === id);
  if (field === undefined) return "The entry";
  if (index === undefined || !/^\d+$/.test(index)) return field.apiId;
  if (inner === undefined || field.type !== "repeat") return `${field.apiId}.${index}`;
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
      return "is decorative and has alternative text; it can only be one of them";
    case "enum":
      return "must be one of the options' values";
    case "format":
      return FORMAT_WANTS[String(params["format"])] ?? "is malformed";
    case "type":
      return `must be a finite ${String(params["type"])}`.replace(/finite (?!number)/, "");
    default:
      return "is malformed";
  }
}

function repeatedRows(values: EntryValues, fields: readonly Field[]): Issue[] {
  return fields.flatMap((field) => {
    const rows = values.get(field.id);
    if (rows === undefined || !isList(rows) || !isRows(rows)) return [];
    const seen = new Set<string>();
    return rows.slice(0, LIMITS.repeatRows).flatMap(({ id }, index) => {
      const place = `${field.apiId}.${index}`;
      const repeated = seen.has(id);
      seen.add(id);
      return repeated ? [problem(`${place} has the row id of another row.`, place)] : [];
    });
  });
}

function problem(message: string, field?: string, code: ErrorCode = "invalid_entry"): Issue {
  return field === undefined ? { code, message } : { code, message, field };
}
