import { characterCount } from "../../base/text.ts";
import type { Field, NumberField, RowField, TextField } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, SingleValue } from "../../model/entry.ts";
import { eachItem, type PlacedItem, rowsOf } from "../../model/walk-values.ts";

/**
 * Returns dotted API ids of required fields without a value in a normalized entry, also inside rows. A Boolean is never
 * empty; whitespace isn't text; multiple values need an item, a repeat needs a row.
 */
export function missingFields(
  values: EntryValues,
  fields: readonly Field[],
  prefix = "",
): string[] {
  return fields.flatMap((field) => {
    const value = values.get(field.id);
    if (isMissing(field, value)) return [prefix + field.apiId];
    if (field.type !== "repeat") return [];
    return rowsOf(value).flatMap((row, index) =>
      missingFields(row.values, field.fields, `${prefix}${field.apiId}.${index}.`),
    );
  });
}

/** Anything except whitespace and invisible format characters such as zero-width spaces. */
const VISIBLE = /[^\s\p{Cf}]/u;

function isMissing(field: Field, value: FieldValue | undefined): boolean {
  if (!field.required || (field.type === "boolean" && !field.multiple)) return false;
  return value === undefined || (typeof value === "string" && !VISIBLE.test(value));
}

/**
 * Returns dotted API ids of images without alt text whose fields require it, also inside rows; those of a field with
 * multiple values by number. The value's own text replaces the record's, and a decorative image needs none.
 *
 * @param altOf - returns the alt text of a media record, called if the value has none; undefined if there is no such
 * record, which isn't a problem of the text
 */
export function missingAlts(
  values: EntryValues,
  fields: readonly Field[],
  altOf: (id: string) => string | undefined,
): string[] {
  return [...eachItem(values, fields)].flatMap((placed) => {
    const { field, item } = placed;
    if (field.type !== "media" || field.requireAlt !== true) return [];
    if (typeof item !== "object" || ("decorative" in item && item.decorative)) return [];
    const alt = "alt" in item ? item.alt : altOf(item.id);
    return alt === undefined || alt.trim() !== "" ? [] : [itemPath(placed)];
  });
}

/** Path of the item, with items of a field with multiple values by number. */
function itemPath({ field, place, index }: PlacedItem): string {
  return field.multiple ? `${place}.${index}` : place;
}

/** A value that exceeds a limit of its field. */
interface BrokenLimit {
  /** Dotted API ids; rows and items by number. */
  readonly field: string;
  /** The requirement, to be shown after the field: `must be at most 60`. */
  readonly requirement: string;
}

/**
 * Returns values beyond the limits that a schema sets for them, also inside rows. Like required fields, limits are
 * checked at publish: a limit added later makes no saved entry unreadable.
 */
export function brokenLimits(
  values: EntryValues,
  fields: readonly Field[],
): readonly BrokenLimit[] {
  return [...eachItem(values, fields)].flatMap((placed) => {
    const requirement = requirementOf(placed.field, placed.item);
    return requirement === undefined ? [] : [{ field: itemPath(placed), requirement }];
  });
}

function requirementOf(field: RowField, item: SingleValue): string | undefined {
  if (field.type === "number")
    return typeof item === "number" ? numberRequirement(field, item) : undefined;
  if (field.type !== "text" && field.type !== "textarea" && field.type !== "richtext") {
    return undefined;
  }
  return typeof item === "string" ? textRequirement(field, item) : undefined;
}

function numberRequirement({ min, max, integer }: NumberField, number: number): string | undefined {
  if (min !== undefined && number < min) return `must be at least ${min}`;
  if (max !== undefined && number > max) return `must be at most ${max}`;
  return integer === true && !Number.isInteger(number) ? "must be a whole number" : undefined;
}

function textRequirement({ maxLength }: TextField, text: string): string | undefined {
  // No text has more characters than code units.
  if (maxLength === undefined || text.length <= maxLength) return undefined;
  return characterCount(text) > maxLength ? `has more than ${maxLength} characters` : undefined;
}
