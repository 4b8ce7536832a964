import type { ContentType } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, Row } from "../../model/entry.ts";
import type { Field, RowField } from "../../model/field.ts";

/**
 * What a search looks into, one value a line: first `names`, then texts, option labels, addresses of
 * videos and alt texts.
 */
export function searchText(
  names: readonly string[],
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
): string {
  const lines = [...names];
  for (const field of fields) addField(lines, field, values.get(field.id));
  // Faster than to join them: they are put together once, when the text is read.
  let text = "";
  for (const [at, line] of lines.entries()) text = at === 0 ? line : `${text}\n${line}`;
  return text;
}

function addField(lines: string[], field: Field, value: FieldValue | undefined): void {
  if (value === undefined) return;
  if (field.type !== "repeat") {
    addValue(lines, field, value);
    return;
  }
  for (const row of Array.isArray(value) ? value : []) {
    if (isRow(row))
      for (const inner of field.fields) addField(lines, inner, row.values.get(inner.id));
  }
}

function addValue(lines: string[], field: RowField, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) addValue(lines, field, item);
    return;
  }
  const text = textOf(field, value);
  if (text !== undefined) lines.push(text);
}

const TEXTS: ReadonlySet<RowField["type"]> = new Set(["text", "textarea", "richtext", "embed"]);

function textOf(field: RowField, value: unknown): string | undefined {
  if (TEXTS.has(field.type)) return typeof value === "string" ? value : undefined;
  if (field.type === "media") return altOf(value);
  if (field.type !== "select") return undefined;
  return field.options.find((option) => option.value === value)?.label;
}

function altOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("alt" in value)) return undefined;
  return typeof value.alt === "string" ? value.alt : undefined;
}

function isRow(item: unknown): item is Row {
  return typeof item === "object" && item !== null && "values" in item;
}
