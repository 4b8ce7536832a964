import { compareStrings } from "../../base/text.ts";
import { DEFAULT_ORDER, type OrderTerm, type QueryField } from "../ask/query-parameters.ts";
import { readMember } from "./read-member.ts";
import { readValues, type Row, type RowHead, sourceOf, type Value } from "./row.ts";

/** A row with what it is sorted by. */
export interface KeyedRow {
  readonly row: Row;
  /** One for each term. */
  readonly keys: readonly (SortKey | undefined)[];
}

/** Texts are UTF-8, whose bytes sort by code point; JavaScript's `<` puts all above U+FFFF before U+E000. */
type SortKey = number | Buffer;

export function keyRow(
  row: Row,
  orders: readonly OrderTerm[],
  fields: readonly QueryField[],
): KeyedRow {
  const keys = orders.map(({ key }) =>
    key === DEFAULT_ORDER ? undefined : sortKeyOf(readValues(row, sourceOf({ key }, fields))[0]),
  );
  return { row, keys };
}

function sortKeyOf(value: Value | undefined): SortKey | undefined {
  return typeof value === "string" ? Buffer.from(value) : value;
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

function compareKeys(a: SortKey | undefined, b: SortKey | undefined, sign: 1 | -1): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === "number" || typeof b === "number") return sign * (Number(a) - Number(b));
  return sign * Buffer.compare(a, b);
}

/** `sortOrder` ascending, then the newest published, then `id` (notes of the read API, section 8). */
function compareByDefault(a: Row, b: Row): number {
  const [left, right] = [headOf(a), headOf(b)];
  return (
    left.sortOrder - right.sortOrder ||
    compareStrings(right.publishedAt, left.publishedAt) ||
    compareStrings(a.entry.id, b.entry.id)
  );
}

function headOf(row: Row): RowHead {
  if (row.head !== undefined) return row.head;
  const { json } = row.entry;
  const [order, time] = [readMember(json, "sortOrder"), readMember(json, "publishedAt")];
  row.head = { sortOrder: Number(order ?? 0), publishedAt: typeof time === "string" ? time : "" };
  return row.head;
}
