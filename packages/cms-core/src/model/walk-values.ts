import type { Field, RowField } from "./content-type.ts";
import type { EntryValues, FieldValue, Row, RowFieldValue, SingleValue } from "./entry.ts";

/** Returns whether a value is a list of rows or of multiple values. */
export function isList(value: FieldValue): value is readonly Row[] | readonly SingleValue[] {
  return Array.isArray(value);
}

/** Returns whether a list contains rows. */
export function isRows(value: readonly Row[] | readonly SingleValue[]): value is readonly Row[] {
  const [first] = value;
  return typeof first === "object" && "values" in first;
}

/** Returns the rows of a repeat, or an empty list for other values. */
export function rowsOf(value: FieldValue | undefined): readonly Row[] {
  return value !== undefined && isList(value) && isRows(value) ? value : [];
}

/** Returns the items of a multiple field, or the single item of another field. A repeat has no items. */
export function itemsOf(value: FieldValue | undefined): readonly SingleValue[] {
  if (value === undefined) return [];
  if (!isList(value)) return [value];
  return isRows(value) ? [] : value;
}

/** An item of an entry's values with its location. */
export interface PlacedItem {
  readonly field: RowField;
  readonly item: SingleValue;
  /** Dotted API IDs of its field, with row numbers from 0: `faq.0.answer`. */
  readonly place: string;
  /** Index in a multiple field, from 0. */
  readonly index: number;
}

/** Yields every item of an entry's fields and rows, in schema order. */
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

/** Returns the new item, or undefined to remove it. */
type MapItem = (item: SingleValue, field: Field) => SingleValue | undefined;

/** Maps the values of these fields, item by item. A list without remaining items becomes no value. */
export function mapValues(
  values: EntryValues,
  fields: readonly Field[],
  map: MapItem,
): Map<string, FieldValue> {
  return mapFields<FieldValue>(values, fields, (value, field) => {
    if (!isList(value) || !isRows(value)) return mapItems(value, field, map);
    const inner = field.type === "repeat" ? field.fields : [];
    return value.map(({ id, values: rowValues }) => {
      const mapped = mapFields<RowFieldValue>(rowValues, inner, (one, of) =>
        mapItems(one, of, map),
      );
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
