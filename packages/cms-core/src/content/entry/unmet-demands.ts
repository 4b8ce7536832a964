import { characterCount } from "../../base/text.ts";
import type { Field, MediaField, NumberField, TextField } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, MediaValue, Row, SingleValue } from "../../model/entry.ts";
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

/** A value that its field's own limits do not let live. */
interface BrokenLimit {
  /** Dotted API ids, rows and items by number. */
  readonly field: string;
  /** What the limit wants, to be read after the field: `must be at most 60`. */
  readonly want: string;
}

/**
 * Values beyond the limits that a schema sets for them, also inside rows. They are asked for at publish, as required
 * fields are: a limit that comes later makes no saved entry unreadable.
 */
export function brokenLimits(
  values: EntryValues,
  fields: readonly Field[],
  prefix = "",
): readonly BrokenLimit[] {
  return fields.flatMap((field): readonly BrokenLimit[] => {
    const value = values.get(field.id);
    const place = prefix + field.apiId;
    if (value === undefined) return [];
    if (isList(value) && isRows(value)) {
      if (field.type !== "repeat") return [];
      return value.flatMap((row, index) =>
        brokenLimits(row.values, field.fields, `${place}.${index}.`),
      );
    }
    const items: readonly (SingleValue | Row)[] = isList(value) ? value : [value];
    return items.flatMap((item, index) => {
      const want = wantedOf(field, item);
      const at = field.multiple ? `${place}.${index}` : place;
      return want === undefined ? [] : [{ field: at, want }];
    });
  });
}

function wantedOf(field: Field, item: SingleValue | Row): string | undefined {
  if (field.type === "number")
    return typeof item === "number" ? wantedNumber(field, item) : undefined;
  if (field.type !== "text" && field.type !== "textarea" && field.type !== "richtext") {
    return undefined;
  }
  return typeof item === "string" ? wantedText(field, item) : undefined;
}

function wantedNumber({ min, max, integer }: NumberField, number: number): string | undefined {
  if (min !== undefined && number < min) return `must be at least ${min}`;
  if (max !== undefined && number > max) return `must be at most ${max}`;
  return integer === true && !Number.isInteger(number) ? "must be a whole number" : undefined;
}

function wantedText({ maxLength }: TextField, text: string): string | undefined {
  // No text has more characters than code units.
  if (maxLength === undefined || text.length <= maxLength) return undefined;
  return characterCount(text) > maxLength ? `has more than ${maxLength} characters` : undefined;
}
