import { LRUCache } from "lru-cache";
import type { OrderTerm } from "./parse-orders.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { QueryField } from "./query-field.ts";
import { bitsOf, type RowBits } from "./row-bits.ts";
import { createRowStore, indexRows, type RowStore } from "./row-store.ts";

/**
 * The entries of one content type, ready to be asked. A table never changes; `advanceTable` makes the
 * next one, which shares with it all that was read of the entries that stayed.
 */
export interface QueryTable {
  readonly fields: readonly QueryField[];
  readonly store: RowStore;
  /** How many rows of the store this table knows; later ones belong to tables after it. */
  readonly end: number;
  /** Its rows in the default order. */
  readonly order: Uint32Array;
  /** By `orders` as printed. */
  readonly sorted: LRUCache<string, SortedRows>;
  /** Of each row of the store the place in `order`, or `ABSENT`; made when first asked for. */
  readonly positions: () => Uint32Array;
  /** The rows of the store that it has; undefined while it has all of them. Made when first asked for. */
  readonly present: () => RowBits | undefined;
}

/** All rows of a table in one order. */
export interface SortedRows {
  readonly orders: readonly OrderTerm[];
  readonly rows: Uint32Array;
  /** Of each row of the store its place in `rows`; made when first asked for. */
  readonly ranks: () => Uint32Array;
}

/** Orders that a table keeps. */
const KEPT_ORDERS = 16;

export const ABSENT = 0xffff_ffff;

export interface QueryTableOptions {
  /** The latest published schema. */
  readonly fields: readonly QueryField[];
}

/** A table over entries that are in the default order. */
export function createQueryTable(
  entries: readonly QueryEntry[],
  { fields }: QueryTableOptions,
): QueryTable {
  const store = createRowStore(fields);
  for (const entry of entries) store.entries.push(entry);
  return makeTable(store, Uint32Array.from(entries.keys()));
}

/** The table of some rows of a store; `order` has them in the default order. */
export function makeTable(store: RowStore, order: Uint32Array): QueryTable {
  const end = store.entries.length;
  let positions: Uint32Array | undefined;
  let rows: RowBits | undefined;
  return {
    fields: store.fields,
    store,
    end,
    order,
    sorted: new LRUCache({ max: KEPT_ORDERS }),
    positions() {
      positions ??= positionsOf(order, end);
      return positions;
    },
    present() {
      if (order.length === store.entries.length) return undefined;
      rows ??= bitsOf(order, end);
      return rows;
    },
  };
}

function positionsOf(order: Uint32Array, end: number): Uint32Array {
  const positions = new Uint32Array(end).fill(ABSENT);
  for (const [position, row] of order.entries()) positions[row] = position;
  return positions;
}

/** The row of an entry in this table. */
export function rowOfId(table: QueryTable, id: string): number | undefined {
  indexRows(table.store);
  return present(table, table.store.rowOfId.get(id), (entry) => entry.id === id);
}

/** The row of the entry with this slug in this table. */
export function rowOfSlug(table: QueryTable, slug: string): number | undefined {
  indexRows(table.store);
  return present(table, table.store.rowOfSlug.get(slug), (entry) => entry.slug === slug);
}

/** The maps know the newest row alone: a table that has none of it may have an older one. */
function present(
  { store, order, end, positions }: QueryTable,
  row: number | undefined,
  isIt: (entry: QueryEntry) => boolean,
): number | undefined {
  if (row === undefined) return undefined;
  if (row < end && positions()[row] !== ABSENT) return row;
  if (end === store.entries.length) return undefined;
  return order.find((one) => isIt(store.entries[one] ?? NOBODY));
}

const NOBODY: QueryEntry = { id: "", type: "", slug: "", json: "{}" };
