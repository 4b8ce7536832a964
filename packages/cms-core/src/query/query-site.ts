import type { QueryEntry } from "./query-entry.ts";
import { type QueryTable, rowOfId, rowOfSlug } from "./query-table.ts";

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
      const row = table && (rowOfId(table, idOrSlug) ?? rowOfSlug(table, idOrSlug));
      return row === undefined ? undefined : table?.store.entries[row];
    },
    entry(id) {
      for (const table of tables.values()) {
        const row = rowOfId(table, id);
        if (row !== undefined) return table.store.entries[row];
      }
      return undefined;
    },
  };
}
