import { CmsError } from "../base/errors.ts";
import { searchWords } from "../query/normalise-text.ts";
import type { EntryState } from "./entry-state.ts";
import type { IndexSession } from "./index-session.ts";
import { readEntries, type IndexedEntry } from "./indexed-entry.ts";
import { parseCursor, printCursor } from "./list-cursor.ts";
import { type EntryOrder, type ListOrder, orderOf } from "./list-orders.ts";
import { matchRows, type RowConditions } from "./match-rows.ts";
import { countSearched, rowsWithWords, searchRows, type SearchRange } from "./search-entries.ts";
import { sortRows } from "./sort-rows.ts";
import { countEntries, typesWithEntries } from "./type-counts.ts";
import { walkRows, type ListedRow, type RowFilter } from "./walk-rows.ts";

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
  /** How many there are on all pages; not counted for a search that many entries may answer. */
  readonly total?: number;
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
  const words = searchWords(query.q ?? "");
  const conditions = conditionsOf(query);
  const order = orderOf(session, orderBy, conditions.types);
  const list = JSON.stringify([conditions, orderBy, words]);
  // In a search the place begins with where the page before ended: among the titles or behind them.
  const phases = order.value === undefined ? Math.min(words.length, 1) : 0;
  const after =
    cursor === undefined ? undefined : parseCursor(list, cursor, order.columns.length + phases);
  const only = await onlyRows(session, conditions, order);
  const filter = filterOf(session, conditions, only);
  const found = pageRows(session, words, { filter, order, after, limit: limit + 1 });
  const total = words.length > 0 ? countSearched(session, words, filter) : sumOf(session, filter);
  return {
    ...readPage(session, found, { list, limit }),
    ...(total === undefined ? {} : { total }),
  };
}

/** @param found one row more than a page has says that there is another page */
function readPage(
  session: IndexSession,
  found: readonly ListedRow[],
  { list, limit }: { readonly list: string; readonly limit: number },
): EntryPage {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const rows = page.map(({ row }) => row);
  return {
    entries: readEntries(session, rows),
    ...(last === undefined ? {} : { cursor: printCursor(list, last.place) }),
  };
}

function conditionsOf(query: ListEntries): RowConditions {
  const { type, state, author, since, before, refersTo, filters } = query;
  const types = typeof type === "string" ? [type] : type;
  return { types, state, author, since, before, refersTo, filters };
}

/** The rows of a list that is not just one of types and a state; undefined where the list's own index has them. */
async function onlyRows(
  session: IndexSession,
  conditions: RowConditions,
  { value }: ListOrder,
): Promise<ReadonlySet<number> | undefined> {
  const { types: _, state: __, ...others } = conditions;
  const isPlain = Object.values(others).every((condition) => condition === undefined);
  return isPlain && value === undefined ? undefined : matchRows(session, conditions);
}

function filterOf(
  session: IndexSession,
  { types, state }: RowConditions,
  only: ReadonlySet<number> | undefined,
): RowFilter {
  return { types: types ?? typesWithEntries(session), state, only };
}

function sumOf(session: IndexSession, { types, state, only }: RowFilter): number {
  if (only !== undefined) return only.size;
  return types.reduce((sum, type) => sum + countEntries(session, type, state), 0);
}

function pageRows(
  session: IndexSession,
  words: readonly string[],
  range: SearchRange,
): readonly ListedRow[] {
  const { order, filter, limit } = range;
  const { only } = filter;
  if (words.length > 0) {
    if (order.value === undefined) return searchRows(session, words, range);
    return sortRows(session, rowsWithWords(session, words, filter), range);
  }
  if (only !== undefined && (order.value !== undefined || only.size <= FEW)) {
    return sortRows(session, only, range);
  }
  return walkRows(session, range, limit).take(limit).toArray();
}
