import { type Composing, expandedJson, MAX_EXPANDED_NODES } from "./answer/compose-entry.ts";
import { pickFields } from "./answer/pick-fields.ts";
import { parseEntry, type QueryEntry } from "./answer/query-entry.ts";
import type { CheckedFilter, CheckedHop, CheckedTerm } from "./ask/check-filters.ts";
import type { QueryField } from "./ask/query-parameters.ts";
import { compareWith, isText, type ValueTest } from "./ask/value-test.ts";
import type { EntryQuery, ListQuery } from "./list-query.ts";
import { findRow, type QuerySite, type QueryTable, sortedRows } from "./table/query-table.ts";
import { asTimes, readValues, type Row, sourceOf, type ValueSource } from "./table/row.ts";
import { rankRows, createScorer } from "./table/search-rows.ts";

/** Response of the read API. */
export interface QueryAnswer {
  /** Compact JSON in UTF-8. */
  readonly body: Buffer;
  /** Whether references were left as `{"id"}` because the response had expanded 2,000 of them. */
  readonly truncated: boolean;
}

/** The query, and the site with the referenced entries. */
interface QueryInput<Q> {
  readonly query: Q;
  readonly site: QuerySite;
}

/** Returns the list response: `{"contents":[…],"totalCount":n,"offset":n,"limit":n}` (contracts, section 4). */
export function answerList(table: QueryTable, { query, site }: QueryInput<ListQuery>): QueryAnswer {
  const { limit, offset } = query;
  const { rows, totalCount } = selectRows(table, { query, site });
  const composing = startComposing(site);
  const contents = rows.map(({ entry }) => showEntry(entry, query, composing)).join(",");
  const json = `{"contents":[${contents}],"totalCount":${totalCount},"offset":${offset},"limit":${limit}}`;
  return { body: Buffer.from(json), truncated: composing.truncated };
}

/** Returns the response for one entry. */
export function answerEntry(
  entry: QueryEntry,
  { query, site }: QueryInput<EntryQuery>,
): QueryAnswer {
  const composing = startComposing(site);
  const json = showEntry(entry, query, composing);
  return { body: Buffer.from(json), truncated: composing.truncated };
}

function startComposing({ entry, jsonDepth }: QuerySite): Composing {
  return { entry, jsonDepth, nodes: MAX_EXPANDED_NODES, truncated: false };
}

/** @returns JSON */
function showEntry(entry: QueryEntry, { fields, depth }: EntryQuery, composing: Composing): string {
  if (fields === undefined) return expandedJson(entry, depth, composing);
  return JSON.stringify(pickFields(parseEntry(entry.json), { pick: fields, depth, composing }));
}

/** One page of matching rows. */
interface RowPage {
  readonly rows: readonly Row[];
  /** Number of rows on all pages. */
  readonly totalCount: number;
}

type Wanted = Pick<ListQuery, "limit" | "offset" | "orders" | "filter" | "words" | "ids">;

/** Returns the matching entries of a table in the requested order; search results default to their score. */
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
    const scoreOf = createScorer(words, fields);
    rows = rows.filter((row) => scoreOf(row) > 0);
  }
  return { rows: rows.slice(offset, offset + limit), totalCount: rows.length };
}

/** The tables with the values of a filter and of referenced entries. */
interface Place {
  readonly table: QueryTable;
  readonly site: QuerySite;
}

/** Compiles a filter to a predicate on a table's rows. */
function compileFilter(filter: CheckedFilter, place: Place): (row: Row) => boolean {
  switch (filter.kind) {
    case "term":
    case "hop": {
      const is = filter.kind === "term" ? termTest(filter, place) : hopTest(filter, place);
      return filter.negated ? (row) => !is(row) : is;
    }
    case "and":
    case "or": {
      const [left, right] = [compileFilter(filter.left, place), compileFilter(filter.right, place)];
      return filter.kind === "and"
        ? (row) => left(row) && right(row)
        : (row) => left(row) || right(row);
    }
  }
}

/** Returns whether any of a row's values passes the test. */
function termTest(
  { path, test }: Pick<CheckedTerm, "path" | "test">,
  { table, site }: Place,
): (row: Row) => boolean {
  const written = sourceOf(path, table.fields);
  const source = test.kind === "time" ? asTimes(written) : written;
  const is =
    test.kind === "reference"
      ? isOneOf(idsOf(test.idOrSlug, fieldOf(source, table.fields), site))
      : isValue(source, test);
  return (row) => readValues(row, source).some(is);
}

type OfValue = (value: string | number) => boolean;

function isValue({ kind, multiple }: ValueSource, test: ValueTest): OfValue {
  switch (test.kind) {
    case "exists":
      // An empty text doesn't exist unless it is one of multiple values; 0 and false do exist.
      return (value) => multiple || value !== "";
    case "number":
      return ofNumber(compareWith(test.how, test.number));
    case "boolean":
      return ofNumber(compareWith("equals", Number(test.boolean)));
    case "time":
      return ofNumber(compareWith(test.how, test.time));
    case "text": {
      const is = isText(test);
      if (kind === "instant") return ofNumber((value) => is(new Date(value).toISOString()));
      return (value) => typeof value === "string" && is(value);
    }
    case "never":
    case "reference":
      return () => false;
  }
}

function ofNumber(is: (value: number) => boolean): OfValue {
  return (value) => typeof value === "number" && is(value);
}

function isOneOf(ids: ReadonlySet<string>): OfValue {
  return (value) => typeof value === "string" && ids.has(value);
}

function fieldOf(
  { key, inner }: ValueSource,
  fields: readonly QueryField[],
): QueryField | undefined {
  const field = fields.find(({ apiId }) => apiId === key);
  return inner === undefined ? field : field?.fields?.find(({ apiId }) => apiId === inner);
}

/** Ids of entries with this id or, for all types that can be referenced, with this slug. */
function idsOf(
  idOrSlug: string,
  field: QueryField | undefined,
  site: QuerySite,
): ReadonlySet<string> {
  const named = (field?.to ?? []).flatMap((apiId) => site.find(apiId, idOrSlug)?.id ?? []);
  return new Set([idOrSlug, ...named]);
}

/** Queries the referenced entries' own tables, each referenced entry once. */
function hopTest({ path, targets }: CheckedHop, { table, site }: Place): (row: Row) => boolean {
  const source = sourceOf(path, table.fields);
  const others = [...targets].flatMap(([apiId, target]) => {
    const other = site.table(apiId);
    return other === undefined
      ? []
      : [{ rows: other.byId(), is: termTest(target, { table: other, site }) }];
  });
  const known = new Map<string | number, boolean>();
  const ask = (id: string | number): boolean =>
    others.some(({ rows, is }) => {
      const row = rows.get(String(id));
      return row !== undefined && is(row);
    });
  return (row) =>
    readValues(row, source).some((id) => {
      const answer = known.get(id) ?? ask(id);
      known.set(id, answer);
      return answer;
    });
}
