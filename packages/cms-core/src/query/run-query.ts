import { startBody } from "./answer/answer-body.ts";
import { addExpanded, type Composing, MAX_EXPANDED_NODES } from "./answer/compose-entry.ts";
import { pickFields } from "./answer/pick-fields.ts";
import { bytesOf, byteText, type QueryEntry } from "./answer/query-entry.ts";
import type { EntryQuery, ListQuery } from "./list-query.ts";
import { selectRows } from "./select-rows.ts";
import type { QuerySite, QueryTable } from "./table/query-table.ts";

/** What the read API answers. */
export interface QueryAnswer {
  /** Compact JSON in UTF-8. */
  readonly body: Buffer;
  /**
   * Equal for equal bytes alone: made of the digests of the entries shown, as reading all bytes takes longer
   * than putting them together. Undefined where only the bytes can tell.
   */
  readonly version: string | undefined;
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
  const { limit, offset, depth, fields } = query;
  const { rows, totalCount } = selectRows(table, { query, site });
  const end = `],"totalCount":${totalCount},"offset":${offset},"limit":${limit}}`;
  const body = startBody(fields === undefined ? `list ${depth} ${end}` : undefined);
  const composing = startComposing(site, body);
  let before = '{"contents":[';
  for (const { entry } of rows) {
    body.addText(before);
    before = ",";
    addEntry(entry, query, composing);
  }
  body.addText(before === "," ? end : before + end);
  return { ...body.finish(), truncated: composing.truncated };
}

/** The answer for one entry. */
export function answerEntry(entry: QueryEntry, { query, site }: Asked<EntryQuery>): QueryAnswer {
  const body = startBody(query.fields === undefined ? `entry ${query.depth}` : undefined);
  const composing = startComposing(site, body);
  addEntry(entry, query, composing);
  return { ...body.finish(), truncated: composing.truncated };
}

function startComposing({ entry, jsonDepth }: QuerySite, body: Composing["body"]): Composing {
  return { entry, jsonDepth, body, nodes: MAX_EXPANDED_NODES, truncated: false };
}

function addEntry(entry: QueryEntry, { fields, depth }: EntryQuery, composing: Composing): void {
  if (fields === undefined) {
    addExpanded(entry, depth, composing);
    return;
  }
  const picked = pickFields(byteText(bytesOf(entry)), 0, { pick: fields, depth, composing });
  composing.body.addText(picked);
}
