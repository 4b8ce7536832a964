import type { Field, RowField } from "./content-type.ts";
import type { EntryValues, FieldValue, Row, RowFieldValue, SingleValue } from "./entry.ts";

/** Whether a value is a list: of rows, or of a multiple field. */
export function isList(value: FieldValue): value is readonly Row[] | readonly SingleValue[] {
  return Array.isArray(value);
}

/** Whether a list holds rows. */
export function isRows(value: readonly Row[] | readonly SingleValue[]): value is readonly Row[] {
  const [first] = value;
  return typeof first === "object" && "values" in first;
}

/** The rows of a repeat; none of any other value. */
export function rowsOf(value: FieldValue | undefined): readonly Row[] {
  return value !== undefined && isList(value) && isRows(value) ? value : [];
}

/** The items of a multiple field, the one of any other; none of a repeat. */
export function itemsOf(value: FieldValue | undefined): readonly SingleValue[] {
  if (value === undefined) return [];
  if (!isList(value)) return [value];
  return isRows(value) ? [] : value;
}

/** One item of an entry's values, wherever it stands. */
export interface PlacedItem {
  readonly field: RowField;
  readonly item: SingleValue;
  /** Dotted API ids of its field, rows by number from 0: `faq.0.answer`. */
  readonly place: string;
  /** By which it stands in a multiple field, from 0. */
  readonly index: number;
}

/** Every item of an entry's fields and rows, in the order of the schema. */
export function* eachItem(
  values: EntryValues,
  fields: readonly Field[],
  prefix = "",
): Generator<PlacedItem> {
  for (const field of fields) {
    const value = values.get(field.id);
    const place = prefix + field.apiId;
    if (field.type === "repeat") {
      for (const [index, row] of rowsOf(value).entries()) {
        yield* eachItem(row.values, field.fields, `${place}.${index}.`);
      }
    } else {
      for (const [index, item] of itemsOf(value).entries()) yield { field, item, place, index };
    }
  }
}

/** What becomes of an item; undefined takes it out. */
type MapItem = (item: SingleValue, field: Field) => SingleValue | undefined;

/** The values of these fields alone, item by item; a list of which no item is left is no value. */
export function mapValues(
  values: EntryValues,
  fields: readonly Field[],
  map: MapItem,
): Map<string, FieldValue> {
  return mapFields<FieldValue>(values, fields, (value, field) => {
    if (!isList(value) || !isRows(value)) return mapItems(value, field, map);
    const inner = field.type === "repeat" ? field.fields : [];
    return value.map(({ id, values: held }) => {
      const mapped = mapFields<RowFieldValue>(held, inner, (one, of) => mapItems(one, of, map));
      return { id, values: mapped };
    });
  });
}

function mapFields<V>(
  values: ReadonlyMap<string, V>,
  fields: readonly Field[],
  map: (value: V, field: Field) => V | undefined,
): Map<string, V> {
  const mapped = new Map<string, V>();
  for (const field of fields) {
    const value = values.get(field.id);
    const after = value === undefined ? undefined : map(value, field);
    if (after !== undefined) mapped.set(field.id, after);
  }
  return mapped;
}

function mapItems(value: RowFieldValue, field: Field, map: MapItem): RowFieldValue | undefined {
  if (!isList(value)) return map(value, field);
  const items = value.flatMap((item) => map(item, field) ?? []);
  return items.length === 0 ? undefined : items;
}
