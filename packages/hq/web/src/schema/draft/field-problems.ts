import { characterCount, isCmsError, LIMITS, parseFieldApiId } from "@loam/cms-core/browser";
import type { MessageId } from "../../messages/messages.ts";
import type { DraftField, FieldPath, SchemaDraft } from "./schema-draft.ts";

/** A part of a field's settings. */
export type FieldPart = "label" | "apiId" | "options" | "to" | "fields" | "limits";

/** A problem that prevents saving a schema, with its location. */
export interface DraftProblem {
  readonly path: FieldPath;
  readonly part: FieldPart;
  readonly message: MessageId;
}

/** Returns all problems to fix before saving, in display order. */
export function draftProblems({ fields }: SchemaDraft): readonly DraftProblem[] {
  return problemsIn(fields, (key) => [key]);
}

const UNFILLED: ReadonlySet<MessageId> = new Set([
  "schema.problem.label",
  "schema.problem.options",
  "schema.problem.emptyOption",
  "schema.problem.to",
  "schema.problem.fields",
] as const);

/** Returns whether the problem is only a missing value. */
export function isUnfilled({ message }: DraftProblem): boolean {
  return UNFILLED.has(message);
}

function problemsIn(
  fields: readonly DraftField[],
  pathOf: (key: string) => FieldPath,
): readonly DraftProblem[] {
  return fields.flatMap((field) => {
    const path = pathOf(field.key);
    const inner =
      field.type === "repeat" ? problemsIn(field.fields, (key) => [field.key, key]) : [];
    return [
      ...partsOf(field, fields).map(([part, message]) => ({ path, part, message })),
      ...inner,
    ];
  });
}

type Found = readonly [part: FieldPart, message: MessageId];

function partsOf(field: DraftField, beside: readonly DraftField[]): readonly Found[] {
  const { label, type, options, to, fields } = field;
  return [
    ...when(label.trim() === "", "label", "schema.problem.label"),
    ...when(characterCount(label) > LIMITS.labelCharacters, "label", "schema.problem.longLabel"),
    ...apiIdProblem(field, beside),
    ...(type === "select" ? optionProblems(options) : []),
    ...when(type === "reference" && to.length === 0, "to", "schema.problem.to"),
    ...when(type === "repeat" && fields.length === 0, "fields", "schema.problem.fields"),
    ...limitProblem(field),
  ];
}

function when(isSo: boolean, part: FieldPart, message: MessageId): readonly Found[] {
  return isSo ? [[part, message]] : [];
}

function apiIdProblem(
  { key, apiId, label }: DraftField,
  beside: readonly DraftField[],
): readonly Found[] {
  // Without a label there is no API ID yet, and the missing label is already reported.
  if (apiId === "") return when(label.trim() !== "", "apiId", "schema.problem.noApiId");
  const isTaken = beside.some(
    (other) => other.key !== key && other.apiId.toLowerCase() === apiId.toLowerCase(),
  );
  if (isTaken) return [["apiId", "schema.problem.takenApiId"]];
  try {
    parseFieldApiId(apiId);
    return [];
  } catch (error) {
    const isReserved = isCmsError(error) && error.code === "reserved_name";
    return [["apiId", isReserved ? "schema.problem.reserved" : "schema.problem.apiId"]];
  }
}

function optionProblems(options: DraftField["options"]): readonly Found[] {
  const labels = options.map(({ label }) => label.trim());
  const values = options.map(({ value }) => value);
  return [
    ...when(options.length === 0, "options", "schema.problem.options"),
    ...when(labels.includes("") || values.includes(""), "options", "schema.problem.emptyOption"),
    ...when(
      new Set(labels).size < labels.length || new Set(values).size < values.length,
      "options",
      "schema.problem.sameOption",
    ),
  ];
}

/** Maximum characters by text type (specification, "Limits"). */
export const MOST_CHARACTERS: Readonly<Record<string, number>> = {
  text: LIMITS.textCharacters,
  textarea: LIMITS.textareaCharacters,
  richtext: LIMITS.richtextCharacters,
};

function limitProblem({ type, min, max, maxLength }: DraftField): readonly Found[] {
  if (type === "number") {
    return when(
      min !== undefined && max !== undefined && min > max,
      "limits",
      "schema.problem.range",
    );
  }
  const most = MOST_CHARACTERS[type];
  if (most === undefined || maxLength === undefined) return [];
  const isOne = Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= most;
  return when(!isOne, "limits", "schema.problem.characters");
}
