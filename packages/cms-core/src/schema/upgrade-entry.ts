import { isList, isRows } from "../content/entry/normalize-entry.ts";
import type { Field, RepeatField, SchemaVersion, SelectField } from "../model/content-type.ts";
import type { Entry, FieldValue, Row, RowFieldValue, SingleValue } from "../model/entry.ts";

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
  const values = new Map<string, FieldValue>();
  for (const [field, before] of sharedFields(from.fields, to.fields)) {
    const value = entry.values.get(field.id);
    const kept = value === undefined ? undefined : upgradeValue(value, before, field);
    if (kept !== undefined) values.set(field.id, kept);
  }
  return { ...entry, schema: to.version, values };
}

/** Fields that both have, of one type: another type under the same id would be another field. */
function sharedFields<T extends Field>(
  from: readonly Field[],
  to: readonly T[],
): (readonly [field: T, before: Field])[] {
  const known = new Map(from.map((field) => [field.id, field]));
  return to.flatMap((field) => {
    const before = known.get(field.id);
    const same = before?.type === field.type && before.multiple === field.multiple;
    return same ? [[field, before] as const] : [];
  });
}

function upgradeValue(value: FieldValue, before: Field, field: Field): FieldValue | undefined {
  if (isList(value) && isRows(value)) {
    if (field.type !== "repeat" || before.type !== "repeat") return undefined;
    return value.map((row) => upgradeRow(row, before, field));
  }
  return field.type === "select" ? keepOptions(value, field) : value;
}

function upgradeRow(row: Row, before: RepeatField, field: RepeatField): Row {
  const values = new Map<string, RowFieldValue>();
  for (const [inner] of sharedFields(before.fields, field.fields)) {
    const value = row.values.get(inner.id);
    const kept = value !== undefined && inner.type === "select" ? keepOptions(value, inner) : value;
    if (kept !== undefined) values.set(inner.id, kept);
  }
  return { id: row.id, values };
}

function keepOptions(value: RowFieldValue, { options }: SelectField): RowFieldValue | undefined {
  const isOption = (item: SingleValue): boolean => options.some((option) => option.value === item);
  if (!isList(value)) return isOption(value) ? value : undefined;
  const kept = value.filter(isOption);
  return kept.length === 0 ? undefined : kept;
}
