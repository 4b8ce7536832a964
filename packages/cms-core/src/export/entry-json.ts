import type { ContentType } from "../model/content-type.ts";
import type { Entry, FieldValue, Row } from "../model/entry.ts";
import type { Field } from "../model/field.ts";

/**
 * An entry's values as plain JSON, keyed by the API ids of its schema: what `schema/…schema.json` describes.
 * References and media stay ids, options their values, rich text is Markdown.
 */
export function fieldsToJson(
  values: Entry["values"],
  { fields }: Pick<ContentType, "fields">,
): Record<string, unknown> {
  return byApiId(values, fields);
}

function byApiId(
  values: ReadonlyMap<string, FieldValue>,
  fields: readonly Field[],
): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    json[field.apiId] = field.type === "repeat" ? rows(value).map(rowOf(field.fields)) : value;
  }
  return json;
}

function rowOf(fields: readonly Field[]): (row: Row) => Record<string, unknown> {
  return ({ id, values }) => ({ id, ...byApiId(values, fields) });
}

function rows(value: FieldValue): readonly Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}
