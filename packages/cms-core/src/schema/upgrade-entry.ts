import type { Field, SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { mapValues } from "../model/walk-values.ts";

/**
 * Converts an entry to another version of its type's schema, without the values of deleted fields and removed options.
 * Added fields are empty. The file doesn't change: entries are read, edited, and published this way. Internal ids are
 * never reused (`checkTypeChange`), so any two versions can be compared directly.
 *
 * @param entry parsed with the version that its file names
 * @param from that version
 * @param to usually the newest; becomes the entry's `schema`
 */
export function upgradeEntry(entry: Entry, from: SchemaVersion, to: SchemaVersion): Entry {
  if (from === to) return entry;
  const values = mapValues(entry.values, sharedFields(from.fields, to.fields), (item, field) =>
    field.type !== "select" || field.options.some(({ value }) => value === item) ? item : undefined,
  );
  return { ...entry, schema: to.version, values };
}

/** Returns the fields that both versions have with the same type. Another type would make it a different field. */
function sharedFields<T extends Field>(from: readonly Field[], to: readonly T[]): readonly T[] {
  const known = new Map(from.map((field) => [field.id, field]));
  return to.flatMap((field) => {
    const before = known.get(field.id);
    if (before?.type !== field.type || before.multiple !== field.multiple) return [];
    if (field.type !== "repeat" || before.type !== "repeat") return [field];
    return [{ ...field, fields: sharedFields(before.fields, field.fields) }];
  });
}
