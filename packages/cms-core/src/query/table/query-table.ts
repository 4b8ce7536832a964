import { LRUCache } from "lru-cache";
import type { QueryEntry } from "../answer/query-entry.ts";
import type { OrderTerm, QueryField } from "../ask/query-parameters.ts";
import { makeRow, type Row } from "./row.ts";
import { byOrders, keyRow } from "./sort-rows.ts";

/**
 * The entries of one content type, ready to be asked. A table never changes; `advanceTable` makes the next one, which
 * shares with it all that was read of the entries that stayed.
 */
export interface QueryTable {
  /** Of the latest published schema. */
  readonly fields: readonly QueryField[];
  /** In the default order. */
  readonly rows: readonly Row[];
  /** All rows in other orders, by `orders` as printed. */
  readonly sorted: LRUCache<string, SortedRows>;
  readonly byId: () => ReadonlyMap<string, Row>;
  readonly bySlug: () => ReadonlyMap<string, Row>;
}

interface SortedRows {
  readonly orders: readonly OrderTerm[];
  readonly rows: readonly Row[];
}

/** Orders that a table keeps. */
const KEPT_ORDERS = 16;

export interface QueryTableOptions {
  readonly fields: readonly QueryField[];
}

/** A table over entries that are in the default order. */
export function createQueryTable(
  entries: readonly QueryEntry[],
  { fields }: QueryTableOptions,
): QueryTable {
  return tableOf(entries.map(makeRow), fields);
}

function tableOf(rows: readonly Row[], fields: readonly QueryField[]): QueryTable {
  let ids: ReadonlyMap<string, Row> | undefined;
  let slugs: ReadonlyMap<string, Row> | undefined;
  return {
    fields,
    rows,
    sorted: new LRUCache({ max: KEPT_ORDERS }),
    byId: () => (ids ??= new Map(rows.map((row) => [row.entry.id, row]))),
    bySlug: () => (slugs ??= new Map(rows.map((row) => [row.entry.slug, row]))),
  };
}

/** By id first, then by slug. */
export function findRow(table: QueryTable, idOrSlug: string): Row | undefined {
  return table.byId().get(idOrSlug) ?? table.bySlug().get(idOrSlug);
}

/**
 * All rows by `orders`: sorted once, then kept. Rows without a value come last whether the term ascends or descends;
 * ties keep the default order, so paging is stable (contracts, section 4).
 */
export function sortedRows(table: QueryTable, orders: readonly OrderTerm[]): readonly Row[] {
  const { rows, fields, sorted } = table;
  if (orders.length === 0) return rows;
  const name = orders.map(({ key, descending }) => (descending ? `-${key}` : key)).join(",");
  const known = sorted.get(name);
  if (known !== undefined) return known.rows;
  const made = rows
    .map((row) => keyRow(row, orders, fields))
    .toSorted(byOrders(orders))
    .map(({ row }) => row);
  sorted.set(name, { orders, rows: made });
  return made;
}

export interface TableChanges {
  readonly remove: readonly QueryEntry[];
  /** New entries, and changed ones, whose old form is among `remove`. */
  readonly add: readonly QueryEntry[];
}

/** The table after a change: kept orders are not sorted anew. */
export function advanceTable(
  table: QueryTable,
  { remove, add }: TableChanges,
  fields: readonly QueryField[] = table.fields,
): QueryTable {
  if (remove.length + add.length === 0 && fields === table.fields) return table;
  const removed = new Set(remove.map(({ id }) => id));
  const added = add.map(makeRow);
  const replace = (rows: readonly Row[], orders: readonly OrderTerm[]): readonly Row[] => {
    const kept = rows.filter(({ entry }) => !removed.has(entry.id));
    return insertRows(kept, added, { orders, fields });
  };
  const rows = replace(table.rows, []);
  // What was read of a row, was read by the fields of before.
  if (fields !== table.fields)
    return createQueryTable(
      rows.map(({ entry }) => entry),
      { fields },
    );
  const next = tableOf(rows, fields);
  // The most recently used comes first out of a cache, and must go last into the next one.
  for (const [name, { orders, rows: sorted }] of [...table.sorted].toReversed()) {
    next.sorted.set(name, { orders, rows: replace(sorted, orders) });
  }
  return next;
}

interface Sorting {
  readonly orders: readonly OrderTerm[];
  readonly fields: readonly QueryField[];
}

/** Sorted rows with others where they belong. */
function insertRows(
  rows: readonly Row[],
  others: readonly Row[],
  { orders, fields }: Sorting,
): readonly Row[] {
  const compare = byOrders(orders);
  const keyed = others.map((row) => keyRow(row, orders, fields)).toSorted(compare);
  const parts: (readonly Row[])[] = [];
  let from = 0;
  for (const other of keyed) {
    const at = placeOf(rows, from, (row) => compare(keyRow(row, orders, fields), other) <= 0);
    parts.push(rows.slice(from, at), [other.row]);
    from = at;
  }
  // Of many rows this takes a tenth of what `flat` does.
  return new Array<Row>().concat(...parts, rows.slice(from));
}

/** The first place from `low` on of which `isBefore` does not hold. */
function placeOf(rows: readonly Row[], low: number, isBefore: (row: Row) => boolean): number {
  let [first, last] = [low, rows.length];
  while (first < last) {
    const middle = (first + last) >> 1;
    const row = rows[middle];
    if (row !== undefined && isBefore(row)) first = middle + 1;
    else last = middle;
  }
  return first;
}

/** What a query is asked of: the tables of a site, and the way from one entry to another. */
export interface QuerySite {
  /** By API id. */
  table(apiId: string): QueryTable | undefined;
  /** By id first, then by slug. */
  find(apiId: string, idOrSlug: string): QueryEntry | undefined;
  /** An entry of any type. */
  readonly entry: (id: string) => QueryEntry | undefined;
  /** How many levels of references the JSON of its entries shows. */
  readonly jsonDepth: 0 | 1;
}

/** The site of these tables, by API id. */
export function makeQuerySite(
  tables: ReadonlyMap<string, QueryTable>,
  { jsonDepth = 0 }: { readonly jsonDepth?: QuerySite["jsonDepth"] } = {},
): QuerySite {
  return {
    jsonDepth,
    table: (apiId) => tables.get(apiId),
    find(apiId, idOrSlug) {
      const table = tables.get(apiId);
      return table && findRow(table, idOrSlug)?.entry;
    },
    entry(id) {
      for (const table of tables.values()) {
        const row = table.byId().get(id);
        if (row !== undefined) return row.entry;
      }
      return undefined;
    },
  };
}
