import { parseFieldApiId, parseFieldId, parseTypeApiId } from "../../base/api-ids.ts";
import { isCmsError, type ErrorCode, type Issue } from "../../base/errors.ts";
import { characterCount, textProblem } from "../../base/text.ts";
import {
  bodyField,
  type ContentType,
  type Field,
  type NumberField,
  type SelectOption,
} from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";

type Report = (message: string, field?: string, code?: ErrorCode) => void;

/**
 * Checks all rules of a content type: names, lengths, numbers of fields and options, and uniqueness ignoring case.
 * Returns at most 20 issues, each with the API id of its field.
 */
export function validateType(type: ContentType): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (message, field, code = "invalid_schema") => {
    if (issues.length < LIMITS.issuesReported) {
      issues.push(field === undefined ? { code, message } : { code, message, field });
    }
  };
  checkName(() => parseTypeApiId(type.apiId), report);
  checkText("label", type.label, { report, max: LIMITS.labelCharacters, required: true });
  const description = type.description ?? "";
  checkText("description", description, { report, max: LIMITS.descriptionCharacters });
  if (type.body !== undefined && bodyField(type) === undefined) {
    report(
      `The body "${type.body}" must be the ID of a Rich text field that does not allow multiple values.`,
    );
  }
  if (countFields(type) > LIMITS.fields)
    report(`A content type can have up to ${LIMITS.fields} fields.`);
  else checkFields(type.fields, "", report);
  return issues;
}

function countFields(type: ContentType): number {
  const inner = type.fields.map((field) => (field.type === "repeat" ? field.fields.length : 0));
  return inner.reduce((sum, count) => sum + count, type.fields.length);
}

function checkFields(fields: readonly Field[], prefix: string, report: Report): void {
  const ids = new Set<string>();
  const apiIds = new Set<string>();
  for (const field of fields) {
    const place = prefix + field.apiId;
    checkName(() => parseFieldId(field.id), report, place);
    checkName(() => parseFieldApiId(field.apiId), report, place);
    refuseRepeated(ids, field.id, () => report(`Two fields have the ID "${field.id}".`, place));
    refuseRepeated(apiIds, field.apiId, () =>
      report(`Two fields have the API ID "${field.apiId}". API IDs are not case-sensitive.`, place),
    );
    checkField(field, place, report);
  }
}

function checkField(field: Field, place: string, report: Report): void {
  const at: Report = (message, _field, code) => report(message, place, code);
  checkText("label", field.label, { report: at, max: LIMITS.labelCharacters, required: true });
  checkText("help", field.help ?? "", { report: at, max: LIMITS.helpCharacters });
  checkGroup(field.group ?? "", { report: at, isInRow: place.includes(".") });
  checkLimits(field, at);
  if (field.type === "select") checkOptions(field.options, at);
  if (field.type === "reference") checkTargets(field.to, at);
  if (field.type === "media" && field.requireAlt === true && field.accept !== "image") {
    at("Alt text can only be required for images.");
  }
  if (field.type !== "repeat") return;
  if (field.multiple) at("A Repeat field is already a list and cannot allow multiple values.");
  if (field.fields.length === 0) at("A Repeat field needs at least one field.");
  checkFields(field.fields, `${place}.`, report);
}

const MOST_CHARACTERS = {
  text: LIMITS.textCharacters,
  textarea: LIMITS.textareaCharacters,
  richtext: LIMITS.richtextCharacters,
} as const;

function checkLimits(field: Field, report: Report): void {
  if (field.type === "number") checkRange(field, report);
  if (field.type !== "text" && field.type !== "textarea" && field.type !== "richtext") return;
  const { maxLength = 1 } = field;
  const most = MOST_CHARACTERS[field.type];
  if (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > most) {
    report(`The maximum length must be between 1 and ${most} characters.`);
  }
}

function checkRange({ min = -Infinity, max = Infinity }: NumberField, report: Report): void {
  if (Number.isNaN(min) || Number.isNaN(max) || min > max) {
    report("The minimum must not be greater than the maximum.");
  }
}

function checkGroup(
  group: string,
  { report, isInRow }: { readonly report: Report; readonly isInRow: boolean },
): void {
  checkText("group", group, { report, max: LIMITS.labelCharacters });
  if (isInRow && group !== "") report("A field inside a Repeat field cannot have a group.");
}

function checkOptions(options: readonly SelectOption[], report: Report): void {
  if (options.length === 0) report("A Select field needs at least one option.");
  if (options.length > LIMITS.selectOptions) {
    report(`A Select field can have up to ${LIMITS.selectOptions} options.`);
    return;
  }
  const [values, labels] = [new Set<string>(), new Set<string>()];
  for (const { value, label } of options) {
    checkText("option's value", value, { report, max: LIMITS.labelCharacters, required: true });
    checkText("option's label", label, { report, max: LIMITS.labelCharacters, required: true });
    refuseRepeated(values, value, () => report(`Two options have the value "${value}".`), false);
    refuseRepeated(labels, label, () => report(`Two options have the label "${label}".`), false);
  }
}

function checkTargets(to: readonly string[], report: Report): void {
  if (to.length === 0)
    report("A Content reference field needs at least one content type to point to.");
  if (to.length > LIMITS.fields)
    report(`A Content reference field can point to up to ${LIMITS.fields} content types.`);
  const seen = new Set<string>();
  for (const apiId of to.slice(0, LIMITS.fields)) {
    checkName(() => parseTypeApiId(apiId), report);
    refuseRepeated(seen, apiId, () =>
      report(`The Content reference field lists "${apiId}" twice.`),
    );
  }
}

interface TextRule {
  readonly report: Report;
  readonly max: number;
  readonly required?: boolean;
}

function checkText(what: string, text: string, { report, max, required = false }: TextRule): void {
  if (required && text.trim() === "") report(`The ${what} must not be empty.`);
  if (characterCount(text) > max) report(`The ${what} can have up to ${max} characters.`);
  const problem = textProblem(text);
  if (problem !== undefined) report(`The ${what} ${problem}.`, undefined, "invalid_unicode");
}

function checkName(parse: () => string, report: Report, place?: string): void {
  try {
    parse();
  } catch (error) {
    if (!isCmsError(error)) throw error;
    report(error.message, place, error.code);
  }
}

function refuseRepeated(
  seen: Set<string>,
  text: string,
  report: () => void,
  foldCase = true,
): void {
  const key = foldCase ? text.toLowerCase() : text;
  if (seen.has(key)) report();
  seen.add(key);
}
