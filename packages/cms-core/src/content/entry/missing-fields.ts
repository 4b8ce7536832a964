import type { Field } from "../../model/content-type.ts";
import type { EntryValues, FieldValue } from "../../model/entry.ts";
import { isList, isRows } from "./normalize-entry.ts";

/**
 * Dotted API ids of the required fields that a normalised entry has no value for, also inside rows.
 * A boolean is never empty; blanks alone are no text; a multiple needs an item, a repeat a row.
 */
export function missingFields(
  values: EntryValues,
  fields: readonly Field[],
  prefix = "",
): string[] {
  return fields.flatMap((field) => {
    const value = values.get(field.id);
    if (isMissing(field, value)) return [prefix + field.apiId];
    if (field.type !== "repeat" || value === undefined || !isList(value) || !isRows(value))
      return [];
    return value.flatMap((row, index) =>
      missingFields(row.values, field.fields, `${prefix}${field.apiId}.${index}.`),
    );
  });
}

/** Anything but blanks and characters that only format others, such as zero-width spaces. */
const VISIBLE = /[^\s\p{Cf}]/u;

function isMissing(field: Field, value: FieldValue | undefined): boolean {
  if (!field.required || (field.type === "boolean" && !field.multiple)) return false;
  return value === undefined || (typeof value === "string" && !VISIBLE.test(value));
}
