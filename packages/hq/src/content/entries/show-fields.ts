import type { ContentType, Field, FieldType } from "@loam/cms-core";

/** Values by API id, in schema order; what has no value is left out. */
export type ShownFields = Readonly<Record<string, unknown>>;

/** Values of an entry as they are answered, and as `readFields` takes them. */
export function showFields(
  values: ReadonlyMap<string, unknown>,
  { fields }: Pick<ContentType, "fields">,
): ShownFields {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field.id);
      return value === undefined ? [] : [[field.apiId, showValue(value, field)]];
    }),
  );
}

/**
 * A value as it is answered: a select's option by its value, a reference by its id, a media value as an
 * object, rows with their ids. Also of a value in which maps have become objects.
 */
export function showValue(value: unknown, field: Field): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => showItem(item, field));
  return showItem(value, field);
}

function showItem(value: unknown, field: Field): unknown {
  if (typeof value !== "object" || value === null) return value;
  return field.type === "repeat" ? showRow(value, field.fields) : showSingle(value, field.type);
}

/** One value of a field that is no repeat. */
export function showSingle(value: unknown, type: FieldType): unknown {
  if (typeof value !== "object" || value === null) return value;
  return type === "reference" && "id" in value ? value.id : value;
}

function showRow(row: object, fields: readonly Field[]): unknown {
  const id = "id" in row ? row.id : undefined;
  const inner = "values" in row ? row.values : undefined;
  return { id, ...showFields(mapOf(inner), { fields }) };
}

function mapOf(values: unknown): ReadonlyMap<string, unknown> {
  if (values instanceof Map) return new Map<string, unknown>(values);
  if (typeof values !== "object" || values === null) return new Map();
  return new Map(Object.entries(values));
}
