import { makeFieldApiId, parseFieldId } from "../../base/api-ids.ts";
import { isCmsError } from "../../base/errors.ts";
import { readFieldValue } from "../../content/entry/parse-entry.ts";
import { ENTRY_KEYS } from "../../content/entry/print-entry.ts";
import type { Field, RowField } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";
import { type YamlMap, type YamlValue, isYamlMap } from "../../yaml/yaml.ts";
import { fieldApiId, labelOf } from "../import/infer/infer-fields.ts";

/** Front matter of one file. */
export interface FrontValues {
  readonly values: YamlMap;
  /** Keys whose value is quoted. */
  readonly quoted: ReadonlySet<string>;
  readonly hasBody: boolean;
}

export interface InferredType {
  readonly fields: readonly Field[];
  /** Keys whose values no field type can represent as written. */
  readonly leftKeys: readonly string[];
}

/**
 * Infers fields that can read the front matter of all files as it is. Internal field ids are the keys, and each field
 * type accepts every value of its key. HQ keeps all other keys but doesn't interpret them.
 */
export function inferAsIs(files: readonly FrontValues[], isPlain: boolean): InferredType {
  const columns = collectFrontColumns(files);
  const usedApiIds = new Set<string>();
  const fields: Field[] = [];
  const leftKeys: string[] = [];
  for (const column of columns) {
    const field =
      fields.length < LIMITS.fields - 1 ? inferColumnField(column, usedApiIds) : undefined;
    if (field === undefined) leftKeys.push(column.key);
    else fields.push(field);
  }
  if (!isPlain && files.some(({ hasBody }) => hasBody))
    fields.push(makeBodyField(columns, usedApiIds));
  return { fields, leftKeys };
}

interface Column {
  readonly key: string;
  /** Values without empty ones. */
  readonly values: readonly YamlValue[];
  readonly isQuoted: boolean;
}

/** Collects the columns in the order of the first file; keys used by most files come before rare ones. */
function collectFrontColumns(files: readonly FrontValues[]): readonly Column[] {
  const cells = files.flatMap(({ values, quoted }) =>
    [...values].map(([key, value]) => ({ key, value, isQuoted: quoted.has(key) })),
  );
  const byKey = Map.groupBy(
    cells.filter(({ key }) => !ENTRY_KEYS.has(key)),
    ({ key }) => key,
  );
  const columns = [...byKey].map(([key, found]): Column => {
    const values = found.map(({ value }) => value).filter((value) => value !== "");
    return { key, values, isQuoted: found.some(({ isQuoted }) => isQuoted) };
  });
  const seldom = ({ values }: Column): number => Number(values.length * 2 < files.length);
  return columns.toSorted((one, other) => seldom(one) - seldom(other));
}

const QUOTED_TYPES = ["date", "text", "textarea", "richtext"] as const;
const TYPES = ["boolean", "number", ...QUOTED_TYPES] as const;

function inferColumnField(
  { key, values, isQuoted }: Column,
  usedApiIds: Set<string>,
): Field | undefined {
  // A key that is always empty has no known type.
  if (values.length === 0 || !isFieldId(key)) return undefined;
  const multiple = values.some((value) => Array.isArray(value));
  const base = { id: key, apiId: "", label: labelOf(key, key), required: false, multiple } as const;
  for (const type of isQuoted ? QUOTED_TYPES : TYPES) {
    const field: RowField = { ...base, type };
    if (!values.every((value) => fits(field, MAX_CHARACTERS[type], value))) continue;
    const apiId = makeFieldApiId(fieldApiId(key), usedApiIds);
    usedApiIds.add(apiId);
    return { ...field, apiId };
  }
  return undefined;
}

function isFieldId(key: string): boolean {
  try {
    parseFieldId(key);
    return true;
  } catch (error) {
    if (isCmsError(error)) return false;
    throw error;
  }
}

const MAX_CHARACTERS = {
  text: LIMITS.textCharacters,
  textarea: LIMITS.textareaCharacters,
  richtext: LIMITS.richtextCharacters,
  boolean: 5,
  number: 100,
  date: 10,
} as const;

function fits(field: RowField, mostCharacters: number, value: YamlValue): boolean {
  if (isYamlMap(value)) return false;
  const items: readonly YamlValue[] = typeof value === "string" ? [value] : value;
  if (items.length > LIMITS.multipleValues) return false;
  const isText = items.every(
    (item) =>
      typeof item === "string" &&
      item.length <= mostCharacters &&
      !(field.type === "text" && item.includes("\n")),
  );
  let isRead = true;
  readFieldValue(field, value, () => (isRead = false));
  return isText && isRead;
}

function makeBodyField(columns: readonly Column[], usedApiIds: Set<string>): Field {
  const keys = new Set(columns.map(({ key }) => key));
  const id = ["body", "content", "text"].find((name) => !keys.has(name)) ?? "loamBody";
  const apiId = makeFieldApiId(id, usedApiIds);
  return { id, apiId, label: labelOf(id, id), type: "richtext", required: false, multiple: false };
}
