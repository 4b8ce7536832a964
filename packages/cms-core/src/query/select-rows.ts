import { compileFilter, type TableFilter } from "./filter-rows.ts";
import { markRows } from "./keep-rows.ts";
import type { ListQuery } from "./list-query.ts";
import type { OrderTerm } from "./parse-orders.ts";
import type { QuerySite } from "./query-site.ts";
import { ABSENT, type QueryTable, rowOfId, rowOfSlug } from "./query-table.ts";
import { rankMany } from "./rank-many.ts";
import { keepCandidates, matchRows, rankRows, type Search, startSearch } from "./search-rows.ts";
import { knownOrder, sortedRows, sortRows } from "./sorted-rows.ts";
import type { ManyRows } from "./word-rows.ts";

/** One page of the rows that a query finds. */
export interface RowPage {
  readonly rows: Uint32Array;
  /** Of all pages. */
  readonly totalCount: number;
}

type Wanted = Pick<ListQuery, "limit" | "offset" | "orders" | "filter" | "words" | "ids">;

/** Which entries of a table a query shows, in its order. */
export function selectRows(
  table: QueryTable,
  { query, site }: { readonly query: Wanted; readonly site: QuerySite },
): RowPage {
  const { limit, offset, orders, filter, words, ids } = query;
  const page = { orders, from: offset, to: offset + limit };
  const test = filter && compileFilter(filter, { table, site });
  if (words !== undefined) {
    return searchRows(table, { search: startSearch(table, words), test, ids, page });
  }
  if (ids !== undefined) return pageOf(table, keepPassing(rowsOf(table, ids), test), page);
  const sorted = test?.isSparse === false ? knownOrder(table, orders)?.rows : undefined;
  // What is in order already stays so when it is filtered.
  return sorted === undefined
    ? pageOf(table, keepPassing(table.order, test), page)
    : cut(keepPassing(sorted, test), page);
}

interface Searching {
  readonly search: Search;
  readonly test: TableFilter | undefined;
  readonly ids: readonly string[] | undefined;
  readonly page: Page;
}

function searchRows(table: QueryTable, { search, test, ids, page }: Searching): RowPage {
  const ranked = page.orders.length === 0;
  const many = manyOf(search);
  if (many !== undefined && test === undefined && ids === undefined && ranked) {
    return rankMany(table, many, page);
  }
  const asked = ids === undefined ? table.order : rowsOf(table, ids);
  const rows = keepPassing(keepCandidates(table, asked, search), test);
  return pageOf(table, (ranked ? rankRows : matchRows)(table, rows, search), page);
}

function keepPassing(rows: Uint32Array, test: TableFilter | undefined): Uint32Array {
  return test === undefined ? rows : test.keep(rows);
}

/** The words of a search, if each is in many rows and none is to be looked for in texts. */
function manyOf(search: Search): readonly ManyRows[] | undefined {
  const many = search.flatMap(({ rows }) => {
    return rows.kind === "many" && rows.maybe === undefined ? [rows] : [];
  });
  return many.length === search.length ? many : undefined;
}

/** The rows with these ids or slugs, in the default order. */
function rowsOf(table: QueryTable, ids: readonly string[]): Uint32Array {
  const positions = table.positions();
  const places = new Set<number>();
  for (const text of ids) {
    const row = rowOfId(table, text) ?? rowOfSlug(table, text);
    if (row !== undefined) places.add(positions[row] ?? ABSENT);
  }
  return Uint32Array.from(places)
    .toSorted()
    .map((place) => table.order[place] ?? 0);
}

interface Page {
  readonly orders: readonly OrderTerm[];
  readonly from: number;
  readonly to: number;
}

/** Fewer rows than this are sorted by themselves, without an order of the whole table. */
const FEW_ROWS = 16;

/** One page of rows that are in the default order, or in that of a search where `orders` is empty. */
function pageOf(table: QueryTable, rows: Uint32Array, page: Page): RowPage {
  return { rows: sortedPage(table, rows, page), totalCount: rows.length };
}

/** One page of rows that are in the order asked for. */
function cut(rows: Uint32Array, { from, to }: Page): RowPage {
  return { rows: rows.subarray(from, to), totalCount: rows.length };
}

function sortedPage(table: QueryTable, rows: Uint32Array, { orders, from, to }: Page): Uint32Array {
  if (orders.length === 0 || from >= rows.length) return rows.subarray(from, to);
  if (rows.length <= FEW_ROWS) return sortRows(table, rows, orders).subarray(from, to);
  const sorted = sortedRows(table, orders);
  if (rows.length === table.order.length) return sorted.rows.subarray(from, to);
  if (rows.length < table.order.length / 16) {
    const ranks = sorted.ranks();
    return rows
      .map((row) => ranks[row] ?? 0)
      .toSorted()
      .subarray(from, to)
      .map((rank) => sorted.rows[rank] ?? 0);
  }
  return walk(sorted.rows, markRows(rows, table.end), { from, to });
}

/** The marked rows from the `from`th to before the `to`th. */
function walk(
  sorted: Uint32Array,
  marks: Uint8Array,
  { from, to }: Pick<Page, "from" | "to">,
): Uint32Array {
  const page = new Uint32Array(to - from);
  let found = 0;
  for (let at = 0; at < sorted.length && found < to; at += 1) {
    const row = sorted[at] ?? 0;
    if (marks[row] !== 1) continue;
    if (found >= from) page[found - from] = row;
    found += 1;
  }
  return page.subarray(0, Math.max(found - from, 0));
}
