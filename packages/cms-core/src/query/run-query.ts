import { type Composing, expandReferences, MAX_EXPANDED_NODES } from "./compose-entry.ts";
import type { EntryQuery, ListQuery } from "./list-query.ts";
import { pickFields } from "./pick-fields.ts";
import type { QueryEntry } from "./query-entry.ts";
import type { QuerySite } from "./query-site.ts";
import type { QueryTable } from "./query-table.ts";
import { selectRows } from "./select-rows.ts";

/** What the read API answers. */
export interface QueryAnswer {
  /** Compact JSON. */
  readonly json: string;
  /** Whether references were left as `{"id"}` because the answer had expanded 2,000 of them. */
  readonly truncated: boolean;
}

/** What is asked, and where the referenced entries are. */
export interface Asked<Q> {
  readonly query: Q;
  readonly site: QuerySite;
}

/** The list answer: `{"contents":[…],"totalCount":n,"offset":n,"limit":n}` (contracts, section 4). */
export function answerList(table: QueryTable, { query, site }: Asked<ListQuery>): QueryAnswer {
  const { limit, offset } = query;
  const { rows, totalCount } = selectRows(table, { query, site });
  const composing = startComposing(site);
  let contents = "";
  for (const row of rows) {
    const { json = "{}" } = table.store.entries[row] ?? {};
    contents += (contents === "" ? "" : ",") + renderEntry(json, query, composing);
  }
  const json = `{"contents":[${contents}],"totalCount":${totalCount},"offset":${offset},"limit":${limit}}`;
  return { json, truncated: composing.truncated };
}

/** The answer for one entry. */
export function answerEntry(entry: QueryEntry, { query, site }: Asked<EntryQuery>): QueryAnswer {
  const composing = startComposing(site);
  const json = renderEntry(entry.json, query, composing);
  return { json, truncated: composing.truncated };
}

function startComposing({ entry, jsonDepth }: QuerySite): Composing {
  return { entry, jsonDepth, nodes: MAX_EXPANDED_NODES, truncated: false };
}

function renderEntry(json: string, { fields, depth }: EntryQuery, composing: Composing): string {
  if (fields === undefined) return expandReferences(json, depth, composing);
  return pickFields(json, 0, { pick: fields, depth, composing });
}
