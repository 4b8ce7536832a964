import { CmsError } from "../../base/errors.ts";
import { searchWords } from "../../query/table/search-rows.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";
import type { EntryState } from "../schema/entry-state.ts";
import { type IndexedEntry, readEntries } from "./indexed-entry.ts";
import {
  type EntryOrder,
  type ListOrder,
  orderOf,
  parseCursor,
  type Place,
  printCursor,
} from "./list-orders.ts";
import { countEntries, typesWithEntries } from "./look-ups.ts";
import { type MatchedRows, matchRows, type RowConditions } from "./match-rows.ts";
import { type ListedRow, placeOf, type RowRange, walkRows } from "./walk-rows.ts";

/** What a list of entries may ask for. */
export interface ListEntries {
  /** API id, or several. @default all types */
  readonly type?: string | readonly string[];
  /** @default all; `scheduled` is what has a time set that is not done, in whatever state */
  readonly state?: EntryState | "scheduled";
  /** Words that must all occur in an entry; those with all of them in the title come first. */
  readonly q?: string;
  /** Email of who saved an entry last. */
  readonly author?: string;
  /** Last changed then or later, ms since 1970. */
  readonly since?: number;
  /** Last changed earlier than then, ms since 1970. */
  readonly before?: number;
  /** Id of an entry or media record that an entry points to. */
  readonly refersTo?: string;
  /** Conditions on values in the read API's syntax; fields only where the list is of one type. */
  readonly filters?: string;
  /** @default "-updatedAt", the newest first */
  readonly orderBy?: EntryOrder;
  /** Entries on a page, 1 to 100. @default 20 */
  readonly limit?: number;
  /** From the page before, which must have asked for the same. */
  readonly cursor?: string;
}

export interface EntryPage {
  readonly entries: readonly IndexedEntry[];
  /** Absent on the last page. */
  readonly cursor?: string;
  /** How many there are on all pages. */
  readonly total: number;
}

const MAX_LIMIT = 100;

const DEFAULT_LIMIT = 20;

/** Of so many rows a page is sorted; of more it is read from the index of the order. */
const FEW = 2000;

/**
 * One page.
 *
 * @throws CmsError `invalid_cursor`, `invalid_limit`, `invalid_orders`, `invalid_filters`, `unknown_field`
 */
export async function listEntries(session: IndexSession, query: ListEntries): Promise<EntryPage> {
  const { limit = DEFAULT_LIMIT, orderBy = "-updatedAt", cursor } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new CmsError("invalid_limit", `A page has 1 to ${MAX_LIMIT} entries.`);
  }
  const conditions = conditionsOf(query);
  const order = orderOf(session, orderBy, conditions.types);
  const list = JSON.stringify([conditions, orderBy]);
  // In a search the place begins with where the page before ended: among the titles or behind them.
  const phases = isPhased(conditions, order) ? 1 : 0;
  const after =
    cursor === undefined ? undefined : parseCursor(list, cursor, order.columns.length + phases);
  const { types = typesWithEntries(session), state } = conditions;
  const range = { filter: { types, state }, order, after, limit: limit + 1 };
  const matched = isPlain(conditions, order) ? undefined : await matchRows(session, conditions);
  if (matched === undefined) {
    const total = types.reduce((sum, type) => sum + countEntries(session, type, state), 0);
    const found = walkRows(session, range, range.limit).take(range.limit).toArray();
    return { ...readPage(session, found, { list, limit }), total };
  }
  const { titled, others } = matched;
  const found =
    phases === 1
      ? pageByPhase(session, matched, range)
      : pageOf(session, titled.union(others), range);
  return { ...readPage(session, found, { list, limit }), total: titled.size + others.size };
}

/** Whether entries with all words in the title come first: where no other order than a list's own was asked for. */
function isPhased({ words }: RowConditions, { value }: ListOrder): boolean {
  return words !== undefined && value === undefined;
}

/** Whether a list is just one of types and a state, which an index has in its order. */
function isPlain(conditions: RowConditions, { value }: ListOrder): boolean {
  const { types: _types, state: _state, ...others } = conditions;
  return value === undefined && Object.values(others).every((condition) => condition === undefined);
}

/** @param found one row more than a page has says that there is another page */
function readPage(
  session: IndexSession,
  found: readonly ListedRow[],
  { list, limit }: { readonly list: string; readonly limit: number },
): Omit<EntryPage, "total"> {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const rows = page.map(({ row }) => row);
  return {
    entries: readEntries(session, rows),
    ...(last === undefined ? {} : { cursor: printCursor(list, last.place) }),
  };
}

function conditionsOf(query: ListEntries): RowConditions {
  const { type, state, author, since, before, refersTo, filters, q = "" } = query;
  const types = typeof type === "string" ? [type] : type;
  const words = searchWords(q);
  const conditions = { types, state, author, since, before, refersTo, filters };
  return words.length === 0 ? conditions : { ...conditions, words };
}

interface PageRange extends RowRange {
  /** Of these rows no more are needed. */
  readonly limit: number;
}

/** Rows in the order of the list, those with every word in the title first; the phase stands before their places. */
function pageByPhase(
  session: IndexSession,
  { titled, others }: MatchedRows,
  { after, ...range }: PageRange,
): readonly ListedRow[] {
  const [begin = 0, ...place] = after ?? [];
  return [titled, others].flatMap((rows, phase) => {
    if (phase < Number(begin)) return [];
    const own = after !== undefined && phase === begin ? place : undefined;
    return pageOf(session, rows, { ...range, after: own }).map((listed) => {
      return { row: listed.row, place: [phase, ...listed.place] };
    });
  });
}

/** Some rows in the order of the list. */
function pageOf(
  session: IndexSession,
  only: ReadonlySet<number>,
  { filter, ...range }: PageRange,
): readonly ListedRow[] {
  if (range.order.value !== undefined || only.size <= FEW) return sortRows(session, only, range);
  const walk = walkRows(session, { ...range, filter: { ...filter, only } }, range.limit);
  return walk.take(range.limit).toArray();
}

interface SortRows {
  readonly order: ListOrder;
  /** Behind this place. @default from the beginning */
  readonly after: Place | undefined;
  readonly limit: number;
}

/** Of some rows the first in an order: for few rows, and for orders that no index has. */
function sortRows(
  { database }: IndexSession,
  rows: ReadonlySet<number>,
  { order, after, limit }: SortRows,
): readonly ListedRow[] {
  const statement = prepared(database, selectSorted(order, after !== undefined));
  const [missing = 0] = after ?? [];
  const place = order.value === undefined ? (after ?? []) : [missing, ...(after ?? [])];
  return statement
    .all(JSON.stringify([...rows]), ...(after === undefined ? [] : place), limit)
    .map((found) => ({ row: Number(found["row"]), place: placeOf(found, order) }));
}

function selectSorted({ columns, backwards, value }: ListOrder, from: boolean): string {
  const way = backwards ? "DESC" : "ASC";
  const behind = backwards ? "<" : ">";
  const source = "FROM json_each(?) c JOIN entries e ON e.row = c.value";
  if (value === undefined) {
    const own = columns.map((column) => `e.${column}`).join(", ");
    const place = `WHERE (${own}) ${behind} (${columns.map(() => "?").join(", ")})`;
    const order = columns.map((column) => `e.${column} ${way}`).join(", ");
    return `SELECT e.row, ${own} ${source} ${from ? place : ""} ORDER BY ${order} LIMIT ?`;
  }
  const place = `WHERE missing > ? OR (missing = ? AND (value, folded, tie) ${behind} (?, ?, ?))`;
  return `SELECT * FROM (
      SELECT e.row, ${value} IS NULL AS missing, coalesce(${value}, 0) AS value, e.folded, e.tie ${source})
    ${from ? place : ""} ORDER BY missing, value ${way}, folded ${way}, tie ${way} LIMIT ?`;
}
