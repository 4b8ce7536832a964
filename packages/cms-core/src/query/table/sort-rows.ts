import { memberStart, stringAt, valueEnd } from "../answer/json-scan.ts";
import { DEFAULT_ORDER, type OrderTerm, type QueryField } from "../ask/query-parameters.ts";
import { readValues, type Row, type RowHead, sourceOf, type Value } from "./row.ts";

/** A row with what it is sorted by. */
export interface KeyedRow {
  readonly row: Row;
  /** One for each term. */
  readonly keys: readonly (Value | undefined)[];
}

export function keyRow(
  row: Row,
  orders: readonly OrderTerm[],
  fields: readonly QueryField[],
): KeyedRow {
  const keys = orders.map(({ key }) =>
    key === DEFAULT_ORDER ? undefined : readValues(row, sourceOf({ key }, fields))[0],
  );
  return { row, keys };
}

/** Compares by each term, and then by the default order, in which no two rows stand alike. */
export function byOrders(orders: readonly OrderTerm[]): (a: KeyedRow, b: KeyedRow) => number {
  return (a, b) => {
    for (const [at, { key, descending }] of orders.entries()) {
      const sign = descending ? -1 : 1;
      const order =
        key === DEFAULT_ORDER
          ? sign * compareByDefault(a.row, b.row)
          : compareKeys(a.keys[at], b.keys[at], sign);
      if (order !== 0) return order;
    }
    return compareByDefault(a.row, b.row);
  };
}

function compareKeys(a: Value | undefined, b: Value | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * compareCodePoints(String(a), String(b));
}

/** `sortOrder` ascending, then the newest published, then `id` (notes of the read API, section 8). */
function compareByDefault(a: Row, b: Row): number {
  const [left, right] = [headOf(a), headOf(b)];
  return (
    left.sortOrder - right.sortOrder ||
    compareText(right.publishedAt, left.publishedAt) ||
    compareText(a.entry.id, b.entry.id)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function headOf(row: Row): RowHead {
  if (row.head !== undefined) return row.head;
  const { json } = row.entry;
  const [order, time] = [memberStart(json, 0, "sortOrder"), memberStart(json, 0, "publishedAt")];
  row.head = {
    sortOrder: order === -1 ? 0 : Number(json.slice(order, valueEnd(json, order))),
    publishedAt: time === -1 ? "" : stringAt(json, time, valueEnd(json, time)),
  };
  return row.head;
}
/**
 * Compares strings by code point. JavaScript's `<` compares UTF-16 units, which puts everything
 * above U+FFFF before U+E000.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : surrogateOrder(a);
  }
  return left.length - right.length;
}

/** Of two units of which one is a surrogate: surrogates stand for what is above every other unit. */
function surrogateOrder(a: number): number {
  return isSurrogate(a) ? 1 : -1;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
