import { CmsError } from "../../base/errors.ts";
import { searchWords } from "../../query/table/search-rows.ts";
import type { IndexSession } from "../follow/index-session.ts";
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
import { type MatchedRows, matchRows, type RowConditions } from "./match-rows.ts";

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

/**
 * One page.
 *
 * @throws CmsError `invalid_cursor`, `invalid_limit`, `invalid_orders`, `invalid_filters`, `unknown_field`
 */
export async function listEntries(session: IndexSession, query: ListEntries): Promise<EntryPage> {
  const { limit = DEFAULT_LIMIT, orderBy = "-updatedAt", cursor } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new CmsError("invalid_limit", `A page can have 1 to ${MAX_LIMIT} entries.`);
  }
  const conditions = conditionsOf(query);
  const order = orderOf(session, orderBy, conditions);
  const list = JSON.stringify([conditions, orderBy]);
  const after = cursor === undefined ? undefined : parseCursor(list, cursor, order.keys.length);
  const { where, values, total } = await matchRows(session, conditions);
  // One row more than a page has says that there is another page.
  const range = { order, after, limit: limit + 1 };
  const found = total === 0 ? [] : readRows(session, { where, values }, range);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    entries: readEntries(
      session,
      found.slice(0, limit).map(({ row }) => row),
    ),
    ...(last === undefined ? {} : { cursor: printCursor(list, last.place) }),
    total,
  };
}

function conditionsOf(query: ListEntries): RowConditions {
  const { type, state, author, since, before, refersTo, filters, q = "" } = query;
  const types = typeof type === "string" ? [type] : type;
  return { types, state, author, since, before, refersTo, filters, words: searchWords(q) };
}

/** A row with the values that it is ordered by, which no other row has. */
interface ListedRow {
  readonly row: number;
  readonly place: Place;
}

/** Which rows of a list, from where on. */
interface PageRange {
  readonly order: ListOrder;
  /** Behind this place. @default from the beginning */
  readonly after: Place | undefined;
  /** Of these rows no more are needed. */
  readonly limit: number;
}

/** The first rows of an order behind a place. */
function readRows(
  { database }: IndexSession,
  { where, values }: Pick<MatchedRows, "where" | "values">,
  { order: { keys, given, backwards }, after, limit }: PageRange,
): readonly ListedRow[] {
  const names = keys.map((_, at) => `key${at}`);
  const named = keys.map((key, at) => `${key} AS key${at}`).join(", ");
  const place = `(${names.join(", ")}) ${backwards ? "<" : ">"} (${names.map(() => "?").join(", ")})`;
  const sorted = names.map((name) => (backwards ? `${name} DESC` : name)).join(", ");
  const sql = `SELECT * FROM (SELECT e.row, ${named} FROM entries e WHERE ${where})
    WHERE ${after === undefined ? "true" : place} ORDER BY ${sorted} LIMIT ?`;
  const rows = database.prepare(sql).all(...given, ...values, ...(after ?? []), limit);
  return rows.map((found) => {
    const own = names.map((name) => found[name]);
    return {
      row: Number(found["row"]),
      place: own.map((value) => (typeof value === "number" ? value : String(value))),
    };
  });
}
