import type { QuerySchema } from "../../query/ask/query-parameters.ts";
import {
  createQueryTable,
  type QuerySite,
  type QueryTable,
} from "../../query/table/query-table.ts";
import type { LiveSite, LiveType } from "./live-site.ts";

/** A live site as it can be queried. */
export interface LiveTables extends QuerySite, Pick<QuerySchema, "fieldsOf"> {}

/**
 * Makes live sites queryable, one after the other: what was read of one site's entries serves the
 * next, of which only what differs is read. Nothing is read of a type that is not asked for.
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
    // Published JSON shows references expanded one level.
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
