import { setImmediate } from "node:timers/promises";
import { CmsError } from "../../base/errors.ts";
import { checkFilters } from "../../query/ask/check-filters.ts";
import { parseFilters } from "../../query/ask/parse-filters.ts";
import { fieldsOf, type IndexSession } from "../follow/index-session.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";
import { compileFilter, type EntryTest, FILTER_COLUMNS } from "./match-filter.ts";

/** Conditions on the entries of a list. */
export interface RowConditions {
  /** API ids. */
  readonly types: readonly string[] | undefined;
  readonly state: EntryState | "scheduled" | undefined;
  /** Email address of the last author. */
  readonly author?: string | undefined;
  /** Last changed at or after `since` and before `before`; ms since 1970. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  /** Id of an entry or media record that the entry refers to. */
  readonly refersTo?: string | undefined;
  /** In the read API's syntax; on fields of the only type. */
  readonly filters?: string | undefined;
  /** Words that must occur in its texts, as returned by `searchWords`. */
  readonly words: readonly string[];
}

/** The rows of `entries e` that meet all conditions. */
export interface MatchedRows {
  readonly where: string;
  readonly values: readonly (string | number)[];
  readonly total: number;
}

/** Number of rows checked between yields to the event loop. */
const CHUNK = 1000;

/**
 * Finds rows.
 *
 * @throws CmsError `invalid_filters`, `unknown_field`
 */
export async function matchRows(
  session: IndexSession,
  conditions: RowConditions,
): Promise<MatchedRows> {
  const test = filterOf(session, conditions);
  if (test !== undefined || conditions.words.length > 0) {
    const rows = await scanRows(session, conditions, test);
    const where = "e.row IN (SELECT value FROM json_each(?))";
    return { where, values: [JSON.stringify(rows)], total: rows.length };
  }
  const { where, values } = whereOf(conditions);
  const count = session.database.prepare(`SELECT count(*) AS n FROM entries e WHERE ${where}`);
  return { where, values, total: Number(count.get(...values)?.["n"]) };
}

/** Checks texts and filters in all rows, in chunks so that other work can run. */
async function scanRows(
  { database }: IndexSession,
  conditions: RowConditions,
  test: EntryTest | undefined,
): Promise<readonly number[]> {
  const { where, values } = whereOf(conditions);
  const columns = test === undefined ? "e.row" : FILTER_COLUMNS;
  const texts = conditions.words.length === 0 ? "" : "JOIN texts t USING (row)";
  const between = database.prepare(
    `SELECT ${columns} FROM entries e ${texts} WHERE e.row > ? AND e.row <= ? AND ${where}`,
  );
  const endOf = database.prepare(
    "SELECT row FROM entries WHERE row > ? ORDER BY row LIMIT 1 OFFSET ?",
  );
  const rows: number[] = [];
  for (let from = 0; ;) {
    const end = endOf.get(from, CHUNK - 1)?.["row"];
    const to = typeof end === "number" ? end : Number.MAX_SAFE_INTEGER;
    for (const row of between.all(from, to, ...values)) {
      if (test?.(row) !== false) rows.push(Number(row["row"]));
    }
    if (end === undefined) return rows;
    from = to;
    await setImmediate();
  }
}

function filterOf(session: IndexSession, conditions: RowConditions): EntryTest | undefined {
  const { filters, types } = conditions;
  if (filters === undefined) return undefined;
  const [only, ...others] = types ?? [];
  const one = others.length === 0 ? only : undefined;
  const fields = one === undefined ? [] : fieldsOf(session, one);
  if (fields === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${one}".`);
  }
  const checked = checkFilters(parseFilters(filters), {
    fields,
    fieldsOf: (apiId) => fieldsOf(session, apiId),
  });
  return compileFilter(session, checked, fields);
}

/** Returns SQL conditions on `entries e`, and on `texts t` if there are search words. */
function whereOf(conditions: RowConditions): Pick<MatchedRows, "where" | "values"> {
  const { types, state, author, since, before, refersTo, words } = conditions;
  const all: (readonly [sql: string, ...values: readonly (string | number)[]])[] = [];
  if (types !== undefined) {
    // The plus sign keeps SQLite on the index of the order, which also contains the type, so nothing is sorted.
    all.push(["+e.type IN (SELECT value FROM json_each(?))", JSON.stringify(types)]);
  }
  if (state === "scheduled") all.push(["e.scheduled"]);
  else if (state !== undefined) all.push(["e.state = ?", ENTRY_STATES.indexOf(state)]);
  if (author !== undefined) all.push(["e.author_email = ? COLLATE NOCASE", author]);
  if (since !== undefined) all.push(["e.updated_at >= ?", since]);
  if (before !== undefined) all.push(["e.updated_at < ?", before]);
  if (refersTo !== undefined) {
    all.push(["e.row IN (SELECT source FROM links WHERE target = ? AND live = 0)", refersTo]);
  }
  for (const word of words) all.push(["instr(t.text, ?)", word]);
  return {
    where: ["true", ...all.map(([sql]) => sql)].join(" AND "),
    values: all.flatMap(([, ...values]) => values),
  };
}
