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

/** Query for a list of entries. */
export interface ListEntries {
  /** One or several API ids. @default all types */
  readonly type?: string | readonly string[];
  /** `scheduled` includes entries in any state with a time that isn't done. @default all */
  readonly state?: EntryState | "scheduled";
  /** Words that must all occur in an entry; entries with all of them in the title come first. */
  readonly q?: string;
  /** Email address of the last author. */
  readonly author?: string;
  /** Last changed at or after this time, ms since 1970. */
  readonly since?: number;
  /** Last changed before this time, ms since 1970. */
  readonly before?: number;
  /** Id of an entry or media record that the entry refers to. */
  readonly refersTo?: string;
  /** Conditions on values in the read API's syntax; on fields only if the list has a single type. */
  readonly filters?: string;
  /** @default "-updatedAt", newest first */
  readonly orderBy?: EntryOrder;
  /** Entries per page, 1 to 100. @default 20 */
  readonly limit?: number;
  /** Cursor from the previous page of the same query. */
  readonly cursor?: string;
}

export interface EntryPage {
  readonly entries: readonly IndexedEntry[];
  /** Absent on the last page. */
  readonly cursor?: string;
  /** Number of entries on all pages. */
  readonly total: number;
}

const MAX_LIMIT = 100;

const DEFAULT_LIMIT = 20;

/**
 * Returns one page.
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
  // One extra row shows whether there is another page.
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

/** A row with its sort keys, which are unique. */
interface ListedRow {
  readonly row: number;
  readonly place: Place;
}

/** The requested part of a list. */
interface PageRange {
  readonly order: ListOrder;
  /** Rows after this position. @default from the start */
  readonly after: Place | undefined;
  /** Maximum number of rows. */
  readonly limit: number;
}

/** Reads the first rows after a position. */
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
