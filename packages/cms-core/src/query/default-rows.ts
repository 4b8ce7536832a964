import { ABSENT, type QueryTable } from "./query-table.ts";
import { bitsOf, bothOf, countBits, listBits, type RowBits } from "./row-bits.ts";

/** Of so many rows of a table one is better sorted than found by going through all. */
const SPARSE = 64;

/** Those of some rows of the store that the table has, in the default order. */
export function inDefaultOrder(table: QueryTable, rows: Uint32Array): Uint32Array {
  const { order } = table;
  const { places, isSorted } = placesOf(rows, table.positions());
  if (!isSorted && places.length > order.length / SPARSE) {
    return walk(order, bitsOf(rows, table.end), { from: 0, to: places.length });
  }
  if (!isSorted) places.sort();
  for (let at = 0; at < places.length; at += 1) places[at] = order[places[at] ?? 0] ?? 0;
  return places;
}

/** Where rows stand in the default order; they often stand one after the other. */
function placesOf(
  rows: Uint32Array,
  positions: Uint32Array,
): { readonly places: Uint32Array; readonly isSorted: boolean } {
  const places = new Uint32Array(rows.length);
  let count = 0;
  let last = 0;
  let isSorted = true;
  for (let at = 0; at < rows.length; at += 1) {
    const place = positions[rows[at] ?? 0] ?? ABSENT;
    if (place === ABSENT) continue;
    if (place < last) isSorted = false;
    last = place;
    places[count] = place;
    count += 1;
  }
  return { places: places.subarray(0, count), isSorted };
}

/** The rows of a set that the table has, in the default order. */
export function keepInOrder(table: QueryTable, bits: RowBits): Uint32Array {
  const own = presentIn(table, bits);
  const count = countBits(own);
  if (count === table.order.length) return table.order;
  if (count < table.order.length / SPARSE) return inDefaultOrder(table, listBits(own, count));
  return walk(table.order, own, { from: 0, to: count });
}

/** The rows of a set that the table has. */
export function presentIn(table: QueryTable, bits: RowBits): RowBits {
  const present = table.present();
  return present === undefined ? bits : bothOf(bits, present);
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The rows of a set that the table has, from the `from`th to before the `to`th in the default order,
 * and how many there are in all where that is fewer than `to`.
 */
export function pageInOrder(table: QueryTable, own: RowBits, { from, to }: Span): Uint32Array {
  const { order } = table;
  const soon = walk(order.subarray(0, 4 * to + SPARSE), own, { from, to });
  if (soon.length === to - from) return soon;
  const count = countBits(own);
  if (count < order.length / SPARSE) {
    return inDefaultOrder(table, listBits(own, count)).subarray(from, to);
  }
  return walk(order, own, { from, to: Math.min(to, count) });
}

/** Those of some rows that are in a set, from the `from`th to before the `to`th. */
function walk(rows: Uint32Array, bits: RowBits, { from, to }: Span): Uint32Array {
  const page = new Uint32Array(Math.max(to - from, 0));
  let found = 0;
  for (let at = 0; at < rows.length && found < to; at += 1) {
    const row = rows[at] ?? 0;
    if (((bits[row >>> 5] ?? 0) & (1 << (row & 31))) === 0) continue;
    if (found >= from) page[found - from] = row;
    found += 1;
  }
  return page.subarray(0, Math.max(found - from, 0));
}
