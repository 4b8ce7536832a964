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
import { type MatchedRows, matchRows, type RowConditions, whereOf } from "./match-rows.ts";

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
    throw new CmsError("invalid_limit", `A page has 1 to ${MAX_LIMIT} entries.`);
  }
  const conditions = conditionsOf(query);
  const order = orderOf(session, orderBy, conditions.types);
  const list = JSON.stringify([conditions, orderBy]);
  // A search without an order of its own shows first what has all words in the title: a place begins with whether it has.
  const isPhased = conditions.words !== undefined && order.index !== undefined;
  const places = order.keys.length + Number(isPhased);
  const after = cursor === undefined ? undefined : parseCursor(list, cursor, places);
  // One row more than a page has says that there is another page.
  const range = { order, after, limit: limit + 1 };
  const { found, total } = isPlain(conditions)
    ? readPlain(session, conditions, range)
    : readMatched(session, await matchRows(session, conditions), { ...range, isPhased });
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
  const words = searchWords(q);
  const conditions = { types, state, author, since, before, refersTo, filters };
  return words.length === 0 ? conditions : { ...conditions, words };
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

interface Found {
  readonly found: readonly ListedRow[];
  readonly total: number;
}

/** Whether a list is just one of types and a state, which the index of an order tells by itself. */
function isPlain({ types: _types, state: _state, ...others }: RowConditions): boolean {
  return Object.values(others).every((condition) => condition === undefined);
}

function readPlain(session: IndexSession, conditions: RowConditions, range: PageRange): Found {
  const { where, values } = whereOf(conditions);
  const count = session.database.prepare(
    `SELECT count(*) AS n FROM entries e INDEXED BY entries_slug WHERE ${where}`,
  );
  const source = {
    from: `entries e INDEXED BY ${range.order.index ?? "entries_slug"} WHERE ${where}`,
    values,
  };
  return {
    found: readRows(session, source, range),
    total: Number(count.get(...values)?.["n"] ?? 0),
  };
}

function readMatched(
  session: IndexSession,
  { titled, others }: MatchedRows,
  { isPhased, ...range }: PageRange & { readonly isPhased: boolean },
): Found {
  const total = titled.size + others.size;
  if (!isPhased) return { found: readRows(session, rowsIn(titled.union(others)), range), total };
  const [begin = 0, ...place] = range.after ?? [];
  const found = [titled, others].flatMap((rows, phase) => {
    if (phase < Number(begin)) return [];
    const after = range.after !== undefined && phase === begin ? place : undefined;
    return readRows(session, rowsIn(rows), { ...range, after }).map((listed) => {
      return { row: listed.row, place: [phase, ...listed.place] };
    });
  });
  return { found, total };
}

/** Rows of `entries e`, as SQL that conditions can be added to. */
interface RowSource {
  readonly from: string;
  readonly values: readonly (string | number)[];
}

function rowsIn(rows: ReadonlySet<number>): RowSource {
  const from = "json_each(?) c JOIN entries e ON e.row = c.value WHERE true";
  return { from, values: [JSON.stringify([...rows])] };
}

/** The first rows of an order behind a place. */
function readRows(
  { database }: IndexSession,
  { from, values }: RowSource,
  { order: { keys, backwards }, after, limit }: PageRange,
): readonly ListedRow[] {
  const named = keys.map((key, at) => `${key} AS key${at}`).join(", ");
  const place = `AND (${keys.join(", ")}) ${backwards ? "<" : ">"} (${keys.map(() => "?").join(", ")})`;
  const sorted = keys.map((key) => (backwards ? `${key} DESC` : key)).join(", ");
  const rows = database
    .prepare(
      `SELECT e.row, ${named} FROM ${from} ${after === undefined ? "" : place} ORDER BY ${sorted} LIMIT ?`,
    )
    .all(...values, ...(after ?? []), limit);
  return rows.map((found) => {
    const own = keys.map((_, at) => found[`key${at}`]);
    return {
      row: Number(found["row"]),
      place: own.map((value) => (typeof value === "number" ? value : String(value))),
    };
  });
}
