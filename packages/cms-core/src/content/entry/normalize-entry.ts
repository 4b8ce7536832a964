import { normalizeText } from "../../base/text.ts";
import { bodyField, type ContentType, type Field } from "../../model/content-type.ts";
import type {
  Entry,
  EntryValues,
  FieldValue,
  MediaValue,
  ReferenceValue,
  Row,
  SingleValue,
} from "../../model/entry.ts";

/**
 * The entry as it reads after it was written: texts in NFC with `\n`, no empty values, `-0` is 0, and
 * the body without line breaks at its ends. Values of fields that the schema does not have are left out.
 */
export function normalizeEntry(entry: Entry, schema: ContentType): Entry {
  return { ...entry, values: normalizeValues(entry.values, schema) };
}

function normalizeValues(values: EntryValues, schema: ContentType): EntryValues {
  const body = bodyField(schema);
  const kept = new Map<string, FieldValue>();
  for (const field of schema.fields) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    const normal = normalizeValue(
      field === body && typeof value === "string" ? trimBody(value) : value,
      field,
    );
    if (normal !== undefined) kept.set(field.id, normal);
  }
  return kept;
}

/** A Markdown body without the line breaks at its ends, which separate and do not mean anything. */
export function trimBody(text: string): string {
  const body = normalizeText(text);
  let [start, end] = [0, body.length];
  while (start < end && body.charCodeAt(start) === 10) start += 1;
  while (end > start && body.charCodeAt(end - 1) === 10) end -= 1;
  return body.slice(start, end);
}

function normalizeValue(value: FieldValue, field: Field): FieldValue | undefined {
  if (!isList(value)) return normalizeSingle(value);
  if (isRows(value)) return value.map((row) => normalizeRow(row, field));
  const items = value.map(normalizeSingle).filter((item) => item !== undefined);
  return items.length === 0 ? undefined : items;
}

function normalizeRow(row: Row, field: Field): Row {
  const values = new Map<string, SingleValue | readonly SingleValue[]>();
  for (const inner of field.type === "repeat" ? field.fields : []) {
    const value = row.values.get(inner.id);
    const normal = value === undefined ? undefined : normalizeValue(value, inner);
    if (normal !== undefined && !(isList(normal) && isRows(normal))) values.set(inner.id, normal);
  }
  return { id: row.id, values };
}

function normalizeSingle(value: SingleValue): SingleValue | undefined {
  if (typeof value === "string") return value === "" ? undefined : normalizeText(value);
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value === "boolean") return value;
  return normalizeTarget(value);
}

function normalizeTarget(value: MediaValue | ReferenceValue): MediaValue | ReferenceValue {
  const alt = "alt" in value ? (value.alt ?? "") : "";
  const decorative = "decorative" in value && value.decorative;
  return {
    id: value.id,
    ...(alt === "" ? {} : { alt: normalizeText(alt) }),
    ...(decorative ? { decorative } : {}),
  };
}

/** Whether a value is a list: of rows, or of a multiple field. */
export function isList(value: FieldValue): value is readonly Row[] | readonly SingleValue[] {
  return Array.isArray(value);
}

/** Whether a list holds rows. */
export function isRows(value: readonly Row[] | readonly SingleValue[]): value is readonly Row[] {
  const [first] = value;
  return typeof first === "object" && "values" in first;
}

/** The rows of a value; none of one that is no list of rows. */
export function rowsOf(value: FieldValue | undefined): readonly Row[] {
  return value !== undefined && isList(value) && isRows(value) ? value : [];
}
