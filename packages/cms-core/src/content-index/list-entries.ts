import { CmsError } from "../base/errors.ts";
import { searchWords } from "../query/normalise-text.ts";
import type { EntryState } from "./entry-state.ts";
import type { IndexSession } from "./index-session.ts";
import { readEntries, type IndexedEntry } from "./indexed-entry.ts";
import { parseCursor, printCursor } from "./list-cursor.ts";
import { ORDERS, type EntryOrder } from "./list-orders.ts";
import { searchRows, type SearchRange } from "./search-entries.ts";
import { countEntries, typesWithEntries } from "./type-counts.ts";
import { walkRows, type ListedRow, type RowFilter, type RowRange } from "./walk-rows.ts";

/** What a list of entries may ask for. */
export interface ListEntries {
  /** API id. @default all types */
  readonly type?: string;
  /** @default all; `scheduled` is what has a time set that is not done, in whatever state */
  readonly state?: EntryState | "scheduled";
  /** Words that must all occur in an entry; those with all of them in the title come first. */
  readonly q?: string;
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
  /** How many there are on all pages; not counted for a search. */
  readonly total?: number;
}

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

/** One page. @throws CmsError `invalid_cursor`, `invalid_limit` */
export function listEntries(session: IndexSession, query: ListEntries): EntryPage {
  const { limit = DEFAULT_LIMIT } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new CmsError("invalid_limit", `A page has 1 to ${MAX_LIMIT} entries.`);
  }
  const words = searchWords(query.q ?? "");
  const list = listName(query, words);
  // One row more says whether there is another page.
  const range = { ...rangeOf(session, query, { list, words }), limit: limit + 1 };
  const rows = words.length > 0 ? searchRows(session, words, range) : listRows(session, range);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const shown = page.map(({ row }) => row);
  return {
    entries: readEntries(session, shown),
    ...(last === undefined ? {} : { cursor: printCursor(list, last.place) }),
    ...(words.length > 0 ? {} : { total: sumOf(session, range.filter) }),
  };
}

/** What a cursor may continue: the same list and no other. */
function listName({ type, state, orderBy }: ListEntries, words: readonly string[]): string {
  return JSON.stringify([type ?? null, state ?? null, orderBy ?? null, words]);
}

function rangeOf(
  session: IndexSession,
  { type, state, orderBy = "-updatedAt", cursor }: ListEntries,
  { list, words }: { readonly list: string; readonly words: readonly string[] },
): RowRange {
  const order = ORDERS[orderBy];
  const types = type === undefined ? typesWithEntries(session) : [type];
  // In a search the place begins with where the page before ended: among the titles or behind them.
  const length = order.columns.length + Math.min(words.length, 1);
  const after = cursor === undefined ? undefined : parseCursor(list, cursor, length);
  return { filter: { types, state }, order, after };
}

function sumOf(session: IndexSession, { types, state }: RowFilter): number {
  return types.reduce((sum, type) => sum + countEntries(session, type, state), 0);
}

function listRows(session: IndexSession, range: SearchRange): readonly ListedRow[] {
  return walkRows(session, range, range.limit).take(range.limit).toArray();
}
