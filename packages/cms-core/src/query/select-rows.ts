import { compileFilter } from "./filter-rows.ts";
import type { ListQuery } from "./list-query.ts";
import { findRow, type QuerySite, type QueryTable, sortedRows } from "./query-table.ts";
import type { Row } from "./row.ts";
import { rankRows, scoring } from "./search-rows.ts";

/** One page of the rows that a query finds. */
interface RowPage {
  readonly rows: readonly Row[];
  /** Of all pages. */
  readonly totalCount: number;
}

type Wanted = Pick<ListQuery, "limit" | "offset" | "orders" | "filter" | "words" | "ids">;

/** Which entries of a table a query shows, in its order; those of a search, where none was asked for, by their score. */
export function selectRows(
  table: QueryTable,
  { query, site }: { readonly query: Wanted; readonly site: QuerySite },
): RowPage {
  const { limit, offset, orders, filter, words, ids } = query;
  const { fields } = table;
  let rows = sortedRows(table, orders);
  if (ids !== undefined) {
    const wanted = new Set(ids.map((id) => findRow(table, id)));
    rows = rows.filter((row) => wanted.has(row));
  }
  if (filter !== undefined) rows = rows.filter(compileFilter(filter, { table, site }));
  if (words !== undefined && orders.length === 0) rows = rankRows(rows, words, fields);
  else if (words !== undefined) {
    const scoreOf = scoring(words, fields);
    rows = rows.filter((row) => scoreOf(row) > 0);
  }
  return { rows: rows.slice(offset, offset + limit), totalCount: rows.length };
}
