import type { Field } from "../../api/content/schema.ts";

/** Converts a value to text for comparing and reading, with one line per list item or row field. */
export function valueText(value: unknown, field: Field | undefined): string {
  if (Array.isArray(value)) return value.map((item) => valueText(item, field)).join("\n");
  if (typeof value === "object" && value !== null) return objectText(value, field);
  if (typeof value === "string") return optionLabel(value, field) ?? value;
  if (typeof value === "boolean") return value ? "✓" : "–";
  return typeof value === "number" ? String(value) : "";
}

/** Converts a row by its fields, and a file by its alt text or id. */
function objectText(value: object, field: Field | undefined): string {
  if (field?.type === "repeat") return rowText(value, field.fields ?? []);
  if ("alt" in value && typeof value.alt === "string") return value.alt;
  return "id" in value && typeof value.id === "string" ? value.id : JSON.stringify(value);
}

function optionLabel(value: string, field: Field | undefined): string | undefined {
  return field?.options?.find((option) => option.value === value)?.label;
}

function rowText(row: object, fields: readonly Field[]): string {
  const values = new Map<string, unknown>(Object.entries(row));
  return fields
    .filter(({ apiId }) => values.has(apiId))
    .map((field) => `${field.label}: ${valueText(values.get(field.apiId), field)}`)
    .join("\n");
}

/** Returns whether a value is edited as text. */
export function isText({ type, multiple }: Field): boolean {
  return !multiple && (type === "text" || type === "textarea" || type === "richtext");
}
