import type { QuerySchema } from "../../query/ask/query-parameters.ts";
import {
  createQueryTable,
  type QuerySite,
  type QueryTable,
} from "../../query/table/query-table.ts";
import type { LiveSite, LiveType } from "./live-site.ts";

/** A live site that can be queried. */
export interface LiveTables extends QuerySite, Pick<QuerySchema, "fieldsOf"> {}

/**
 * Makes successive live sites queryable. Reads entries only when their type is queried, and reuses unchanged entries
 * for the next site.
 */
export function createLiveTables(): (live: LiveSite) => LiveTables {
  let last: { readonly live: LiveSite; readonly tables: LiveTables } | undefined;
  const known = new WeakMap<LiveType, QueryTable>();
  return (live) => {
    if (last?.live === live) return last.tables;
    const tables = tablesOf(live, known);
    last = { live, tables };
    return tables;
  };
}

function tablesOf(live: LiveSite, known: WeakMap<LiveType, QueryTable>): LiveTables {
  return {
    // Published JSON expands references one level deep.
    jsonDepth: 1,
    table(apiId) {
      const type = live.types.get(apiId);
      if (type === undefined) return undefined;
      const table = known.get(type) ?? createQueryTable(type.entries, type);
      known.set(type, table);
      return table;
    },
    find: (apiId, idOrSlug) => live.find(apiId, idOrSlug),
    entry: (id) => live.entry(id),
    fieldsOf: (apiId) => live.types.get(apiId)?.fields,
  };
}
