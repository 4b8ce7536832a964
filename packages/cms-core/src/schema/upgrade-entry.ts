import type { Field, SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { mapValues } from "../model/walk-values.ts";

/**
 * An entry as another version of its type's schema sees it: without the values of fields that were
 * deleted and of options that were removed; fields added since are empty. Its file stays as it is: this
 * is how entries are read, shown in a form and published. Ids are never used again (`checkTypeChange`),
 * so any two versions can be compared and no version between them is asked.
 *
 * @param entry read by the version that its file names
 * @param from that version
 * @param to usually the newest; the entry's `schema` is then its number
 */
export function upgradeEntry(entry: Entry, from: SchemaVersion, to: SchemaVersion): Entry {
  if (from === to) return entry;
  const values = mapValues(entry.values, sharedFields(from.fields, to.fields), (item, field) =>
    field.type !== "select" || field.options.some(({ value }) => value === item) ? item : undefined,
  );
  return { ...entry, schema: to.version, values };
}

/** Fields that both have, of one type: another type under the same id would be another field. */
function sharedFields<T extends Field>(from: readonly Field[], to: readonly T[]): readonly T[] {
  const known = new Map(from.map((field) => [field.id, field]));
  return to.flatMap((field) => {
    const before = known.get(field.id);
    if (before?.type !== field.type || before.multiple !== field.multiple) return [];
    if (field.type !== "repeat" || before.type !== "repeat") return [field];
    return [{ ...field, fields: sharedFields(before.fields, field.fields) }];
  });
}
