import type { IndexSession } from "./index-session.ts";
import type { Place } from "./list-cursor.ts";
import type { ListOrder } from "./list-orders.ts";
import { prepared } from "./prepared.ts";
import { placeOf, type ListedRow } from "./walk-rows.ts";

interface SortRows {
  readonly order: ListOrder;
  /** Behind this place. @default from the beginning */
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Of some rows the first in an order: for few rows, and for orders that no index has. */
export function sortRows(
  { database }: IndexSession,
  rows: ReadonlySet<number>,
  { order, after, limit }: SortRows,
): readonly ListedRow[] {
  const statement = prepared(database, selectSorted(order, after !== undefined));
  const [missing = 0] = after ?? [];
  const place = order.value === undefined ? (after ?? []) : [missing, ...(after ?? [])];
  return statement
    .all(JSON.stringify([...rows]), ...(after === undefined ? [] : place), limit)
    .map((found) => ({ row: Number(found["row"]), place: placeOf(found, order) }));
}

function selectSorted({ columns, backwards, value }: ListOrder, from: boolean): string {
  const way = backwards ? "DESC" : "ASC";
  const behind = backwards ? "<" : ">";
  const source = "FROM json_each(?) c JOIN entries e ON e.row = c.value";
  if (value === undefined) {
    const own = columns.map((column) => `e.${column}`).join(", ");
    const place = `WHERE (${own}) ${behind} (${columns.map(() => "?").join(", ")})`;
    const order = columns.map((column) => `e.${column} ${way}`).join(", ");
    return `SELECT e.row, ${own} ${source} ${from ? place : ""} ORDER BY ${order} LIMIT ?`;
  }
  const place = `WHERE missing > ? OR (missing = ? AND (value, folded, tie) ${behind} (?, ?, ?))`;
  return `SELECT * FROM (
      SELECT e.row, ${value} IS NULL AS missing, coalesce(${value}, 0) AS value, e.folded, e.tie ${source})
    ${from ? place : ""} ORDER BY missing, value ${way}, folded ${way}, tie ${way} LIMIT ?`;
}
