import { LRUCache } from "lru-cache";
import { compareStrings } from "../../base/text.ts";
import type { QueryEntry } from "../answer/query-entry.ts";
import { DEFAULT_ORDER, type OrderTerm, type QueryField } from "../ask/query-parameters.ts";
import { readMember } from "./read-member.ts";
import { makeRow, readValues, type Row, type RowHead, sourceOf, type Value } from "./row.ts";

/**
 * The entries of one content type for queries. Immutable; the next table shares everything read from unchanged entries.
 */
export interface QueryTable {
  /** Fields of the latest published schema. */
  readonly fields: readonly QueryField[];
  /** In the default order. */
  readonly rows: readonly Row[];
  /** All rows in other orders, by `orders` as printed. */
  readonly sorted: LRUCache<string, readonly Row[]>;
  readonly byId: () => ReadonlyMap<string, Row>;
  readonly bySlug: () => ReadonlyMap<string, Row>;
}

/** Maximum number of cached orders per table. */
const KEPT_ORDERS = 16;

export interface QueryTableOptions {
  readonly fields: readonly QueryField[];
}

/** Rows of entries by the fields they were read with, shared by all tables of a type. */
const known = new WeakMap<readonly QueryField[], WeakMap<QueryEntry, Row>>();

/** Creates a table for entries in the default order. */
export function createQueryTable(
  entries: readonly QueryEntry[],
  { fields }: QueryTableOptions,
): QueryTable {
  const read = known.get(fields) ?? new WeakMap<QueryEntry, Row>();
  known.set(fields, read);
  const rows = entries.map((entry) => {
    const row = read.get(entry) ?? makeRow(entry);
    read.set(entry, row);
    return row;
  });
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

/** Finds a row by id first, then by slug. */
export function findRow(table: QueryTable, idOrSlug: string): Row | undefined {
  return table.byId().get(idOrSlug) ?? table.bySlug().get(idOrSlug);
}

/**
 * Returns all rows sorted by `orders`, cached. Rows without a value come last in both directions; ties keep the default
 * order, so paging is stable (contracts, section 4).
 */
export function sortedRows(table: QueryTable, orders: readonly OrderTerm[]): readonly Row[] {
  const { rows, fields, sorted } = table;
  if (orders.length === 0) return rows;
  const name = orders.map(({ key, descending }) => (descending ? `-${key}` : key)).join(",");
  const cached = sorted.get(name);
  if (cached !== undefined) return cached;
  const ordered = rows
    .map((row) => keyRow(row, orders, fields))
    .toSorted(byOrders(orders))
    .map(({ row }) => row);
  sorted.set(name, ordered);
  return ordered;
}

/** A row with its sort keys. */
interface KeyedRow {
  readonly row: Row;
  /** One for each term. */
  readonly keys: readonly (SortKey | undefined)[];
}

/**
 * Texts are compared as UTF-8, whose bytes sort by code point; JavaScript's `<` sorts characters above U+FFFF before
 * U+E000.
 */
type SortKey = number | Buffer;

function keyRow(row: Row, orders: readonly OrderTerm[], fields: readonly QueryField[]): KeyedRow {
  const keys = orders.map(({ key }) =>
    key === DEFAULT_ORDER ? undefined : sortKeyOf(readValues(row, sourceOf({ key }, fields))[0]),
  );
  return { row, keys };
}

function sortKeyOf(value: Value | undefined): SortKey | undefined {
  return typeof value === "string" ? Buffer.from(value) : value;
}

/** Compares by each term, then by the default order, which has no ties. */
function byOrders(orders: readonly OrderTerm[]): (a: KeyedRow, b: KeyedRow) => number {
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

/** `sortOrder` ascending, then newest published, then `id` (read API notes, section 8). */
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

/** The queryable site: its tables and their entries. */
export interface QuerySite {
  /** Returns a table by API id. */
  table(apiId: string): QueryTable | undefined;
  /** Finds an entry by id first, then by slug. */
  find(apiId: string, idOrSlug: string): QueryEntry | undefined;
  /** Returns an entry of any type. */
  readonly entry: (id: string) => QueryEntry | undefined;
  /** How many levels of references the JSON of its entries expands. */
  readonly jsonDepth: 0 | 1;
}

/** Creates a site from tables by API id. */
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
