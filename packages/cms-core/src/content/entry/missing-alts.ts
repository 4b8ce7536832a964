import type { Field, MediaField } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, MediaValue, Row, SingleValue } from "../../model/entry.ts";
import { isList, isRows } from "./normalize-entry.ts";

/**
 * Dotted API ids of the images without alternative text whose fields demand it, also inside rows; those of
 * a multiple field by number. Text that the value has of its own stands for the record's, and a
 * decorative image needs none.
 *
 * @param altOf the alternative text of a media record, asked where the value has none; undefined where
 * there is no such record, which is no problem of the text
 */
export function missingAlts(
  values: EntryValues,
  fields: readonly Field[],
  altOf: (id: string) => string | undefined,
  prefix = "",
): string[] {
  return fields.flatMap((field) => {
    const value = values.get(field.id);
    const place = prefix + field.apiId;
    if (value === undefined) return [];
    if (field.type === "media") {
      return field.requireAlt === true ? undescribed(field, value, { altOf, place }) : [];
    }
    if (field.type !== "repeat" || !isList(value) || !isRows(value)) return [];
    return value.flatMap((row, index) =>
      missingAlts(row.values, field.fields, altOf, `${place}.${index}.`),
    );
  });
}

interface Describing {
  readonly altOf: (id: string) => string | undefined;
  readonly place: string;
}

function undescribed(field: MediaField, value: FieldValue, { altOf, place }: Describing): string[] {
  const items: readonly (SingleValue | Row)[] = isList(value) ? value : [value];
  return items.flatMap((item, index) => {
    if (!isImage(item) || item.decorative === true) return [];
    const alt = item.alt ?? altOf(item.id);
    if (alt === undefined || alt.trim() !== "") return [];
    return [field.multiple ? `${place}.${index}` : place];
  });
}

function isImage(item: SingleValue | Row): item is MediaValue {
  return typeof item === "object" && !("values" in item);
}
