import { compareCodePoints } from "../../query/table/sort-rows.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { prepared } from "../schema/database.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";
import { IS_IN_LIST, IS_SCHEDULED } from "../schema/tables.ts";
import type { ListOrder, Place } from "./list-orders.ts";
import { countEntries } from "./look-ups.ts";

/** Which rows a list is of. */
interface RowFilter {
  readonly types: readonly string[];
  readonly state: EntryState | "scheduled" | undefined;
  /** Those of them that fulfil further conditions. @default all */
  readonly only?: ReadonlySet<number> | undefined;
}

/** A row with the values that it is ordered by, which no other row has. */
export interface ListedRow {
  readonly row: number;
  readonly place: Place;
}

/** Which rows of a list, from where on. */
export interface RowRange {
  readonly filter: RowFilter;
  readonly order: ListOrder;
  /** Behind this place. @default from the beginning */
  readonly after: Place | undefined;
}

const MAX_CHUNK = 512;

/**
 * Rows in the order of a list, each read from an index that has them in it: neither how many there
 * are nor how far the place is matters. Read in chunks, the first of `chunk` rows.
 */
export function* walkRows(
  session: IndexSession,
  { filter: { types, state, only }, order, after }: RowRange,
  chunk: number,
): Generator<ListedRow> {
  const states = state === undefined ? ENTRY_STATES : [state];
  const walks = types.flatMap((type) =>
    states
      .filter((one) => countEntries(session, type, one) > 0)
      .map((one) => walkList(session, { type, state: one, order, after, chunk })),
  );
  const [single] = walks;
  const rows = walks.length === 1 && single !== undefined ? single : mergeWalks(walks, order);
  for (const listed of rows) if (only?.has(listed.row) !== false) yield listed;
}

/** One list of several that are each in order. */
function* mergeWalks(
  walks: readonly Iterator<ListedRow, undefined>[],
  order: ListOrder,
): Generator<ListedRow> {
  const heads = walks.flatMap((walk) => {
    const { value } = walk.next();
    return value === undefined ? [] : [{ walk, value }];
  });
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    for (const head of heads) {
      const { place } = head.value;
      if (first === undefined || comparePlaces(place, first.value.place, order) < 0) first = head;
    }
    if (first === undefined) return;
    yield first.value;
    const { value } = first.walk.next();
    if (value === undefined) heads.splice(heads.indexOf(first), 1);
    else first.value = value;
  }
}

/** A list that has an index of its own: a type's entries of one state. */
interface ListWalk {
  readonly type: string;
  readonly state: EntryState | "scheduled";
  readonly order: ListOrder;
  readonly after: Place | undefined;
  readonly chunk: number;
}

function* walkList(
  { database }: IndexSession,
  { type, state, order, after, chunk }: ListWalk,
): Generator<ListedRow, undefined> {
  let place = after;
  for (let size = chunk; ; size = Math.min(size * 2, MAX_CHUNK)) {
    const statement = prepared(database, selectRows({ state, order, from: place !== undefined }));
    const filter = state === "scheduled" ? [] : [ENTRY_STATES.indexOf(state)];
    const rows = statement.all(...filter, type, ...(place ?? []), size);
    for (const found of rows) {
      place = placeOf(found, order);
      yield { row: Number(found["row"]), place };
    }
    if (rows.length < size) return undefined;
  }
}

function selectRows({
  state,
  order: { columns, backwards },
  from,
}: Pick<ListWalk, "state" | "order"> & { readonly from: boolean }): string {
  const list = columns.join(", ");
  const filter = state === "scheduled" ? `${IS_SCHEDULED} AND type = ?` : IS_IN_LIST;
  const place = `AND (${list}) ${backwards ? "<" : ">"} (${columns.map(() => "?").join(", ")})`;
  const order = columns.map((column) => (backwards ? `${column} DESC` : column)).join(", ");
  return `SELECT row, ${list} FROM entries WHERE ${filter} ${from ? place : ""} ORDER BY ${order} LIMIT ?`;
}

/** The values that a row is ordered by. */
export function placeOf(row: Readonly<Record<string, unknown>>, { columns }: ListOrder): Place {
  return columns.map((column) => {
    const value = row[column];
    return typeof value === "number" ? value : String(value);
  });
}

/** Negative when `a` comes before `b` in the list. */
function comparePlaces(a: Place, b: Place, { backwards }: ListOrder): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? "";
    const order =
      typeof value === "number" ? value - Number(other) : compareCodePoints(value, String(other));
    if (order !== 0) return backwards ? -order : order;
  }
  return 0;
}
