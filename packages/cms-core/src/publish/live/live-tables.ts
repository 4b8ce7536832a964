import type { QuerySchema } from "../../query/ask/query-parameters.ts";
import {
  advanceTable,
  createQueryTable,
  type QuerySite,
  type QueryTable,
  type TableChanges,
} from "../../query/table/query-table.ts";
import type { ListBody } from "../../render/list-body.ts";
import type { LiveEntry, LiveSite, LiveType } from "./live-site.ts";

/** A live site as it can be queried. */
export interface LiveTables extends QuerySite, Pick<QuerySchema, "fieldsOf"> {}

/**
 * Makes live sites queryable, one after the other: what was read of one site's entries serves the
 * next, of which only what differs is read. Nothing is read of a type that is not asked for.
 */
export function createLiveTables(): (live: LiveSite) => LiveTables {
  let last: { readonly live: LiveSite; readonly tables: LiveTables } | undefined;
  const known = new Map<string, KnownTable>();
  return (live) => {
    if (last?.live === live) return last.tables;
    const tables = tablesOf(live, known);
    last = { live, tables };
    return tables;
  };
}

/** The newest table of a type, and the type that it is of. */
interface KnownTable {
  readonly type: LiveType;
  readonly table: QueryTable;
}

function tablesOf(live: LiveSite, known: Map<string, KnownTable>): LiveTables {
  // A type that is gone must not be held.
  for (const apiId of known.keys()) if (!live.types.has(apiId)) known.delete(apiId);
  const own = new Map<string, QueryTable>();
  const follow = (apiId: string, type: LiveType): QueryTable => {
    const before = known.get(apiId);
    const table = before === undefined ? makeTable(type) : advance(before, type);
    known.set(apiId, { type, table });
    own.set(apiId, table);
    return table;
  };
  return {
    // Published JSON shows references expanded one level.
    jsonDepth: 1,
    table(apiId) {
      const type = live.types.get(apiId);
      return type && (own.get(apiId) ?? follow(apiId, type));
    },
    find: (apiId, idOrSlug) => live.find(apiId, idOrSlug),
    entry: (id) => live.entry(id),
    fieldsOf: (apiId) => live.types.get(apiId)?.fields,
  };
}

function makeTable({ entries, fields }: LiveType): QueryTable {
  return createQueryTable(entries, { fields });
}

function advance({ type: before, table }: KnownTable, after: LiveType): QueryTable {
  return before === after
    ? table
    : advanceTable(table, differences(before.body, after.body), after.fields);
}

/** What differs between two lists: segments that both have are not looked into. */
function differences(before: ListBody, after: ListBody): TableChanges {
  const [old, fresh] = [entriesBeside(before, after), entriesBeside(after, before)];
  return { remove: except(old, fresh), add: except(fresh, old) };
}

function entriesBeside(body: ListBody, other: ListBody): readonly LiveEntry[] {
  const shared = new Set(other.segments);
  return body.segments.flatMap((segment) => (shared.has(segment) ? [] : segment.entries));
}

function except(entries: readonly LiveEntry[], others: readonly LiveEntry[]): readonly LiveEntry[] {
  const out = new Set(others);
  return entries.filter((entry) => !out.has(entry));
}
