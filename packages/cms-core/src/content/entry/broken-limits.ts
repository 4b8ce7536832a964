import { characterCount } from "../../base/text.ts";
import type { Field, NumberField, TextField } from "../../model/content-type.ts";
import type { EntryValues, Row, SingleValue } from "../../model/entry.ts";
import { isList, isRows } from "./normalize-entry.ts";

/** A value that its field's own limits do not let live. */
export interface BrokenLimit {
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
