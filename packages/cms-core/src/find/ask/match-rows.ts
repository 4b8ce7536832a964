import { setImmediate } from "node:timers/promises";
import { CmsError } from "../../base/errors.ts";
import { checkFilters } from "../../query/ask/check-filters.ts";
import { parseFilters } from "../../query/ask/parse-filters.ts";
import { normaliseText } from "../../query/table/search-rows.ts";
import { fieldsOf, type IndexSession } from "../follow/index-session.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";
import { compileFilter, type EntryTest, FILTER_COLUMNS } from "./match-filter.ts";

/** Which entries a list is of. */
export interface RowConditions {
  /** API ids. */
  readonly types: readonly string[] | undefined;
  readonly state: EntryState | "scheduled" | undefined;
  /** Email of who saved it last. */
  readonly author?: string | undefined;
  /** When it was last changed: from then on, and before; ms since 1970. */
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  /** Id of an entry or media record that it points to. */
  readonly refersTo?: string | undefined;
  /** As the read API takes them; fields are those of the one type. */
  readonly filters?: string | undefined;
  /** Words that its texts hold, as `searchWords` makes them. */
  readonly words?: readonly string[];
}

/** The rows that fulfil all conditions. */
export interface MatchedRows {
  /** Those with every word in the title. */
  readonly titled: ReadonlySet<number>;
  readonly others: ReadonlySet<number>;
}

/** So many rows are looked at before others get a turn. */
const CHUNK = 1000;

/**
 * Finds rows by going through all of them, chunk by chunk.
 *
 * @throws CmsError `invalid_filters`, `unknown_field`
 */
export async function matchRows(
  session: IndexSession,
  conditions: RowConditions,
): Promise<MatchedRows> {
  const { words = [] } = conditions;
  const test = filterOf(session, conditions);
  const rows = { titled: new Set<number>(), others: new Set<number>() };
  for await (const chunk of chunksOf(session, conditions, test)) {
    for (const row of chunk) {
      if (test?.(row) === false) continue;
      const place = words.length > 0 && isTitled(row, words) ? rows.titled : rows.others;
      place.add(Number(row["row"]));
    }
  }
  return rows;
}

type Row = Readonly<Record<string, unknown>>;

/** The rows that fulfil what the database can test; others have their turn between chunks. */
async function* chunksOf(
  { database }: IndexSession,
  conditions: RowConditions,
  test: EntryTest | undefined,
): AsyncGenerator<readonly Row[]> {
  const { where, values } = whereOf(conditions);
  const columns = test === undefined ? "e.row" : FILTER_COLUMNS;
  const [title, texts] =
    conditions.words === undefined ? ["", ""] : [", e.title", "JOIN texts t USING (row)"];
  const between = database.prepare(
    `SELECT ${columns}${title} FROM entries e ${texts} WHERE e.row > ? AND e.row <= ? AND ${where}`,
  );
  const endOf = database.prepare(
    "SELECT row FROM entries WHERE row > ? ORDER BY row LIMIT 1 OFFSET ?",
  );
  let from = 0;
  for (;;) {
    const end = endOf.get(from, CHUNK - 1)?.["row"];
    const to = end === undefined ? Number.MAX_SAFE_INTEGER : Number(end);
    yield between.all(from, to, ...values);
    if (end === undefined) return;
    from = to;
    await setImmediate();
  }
}

function isTitled(row: Row, words: readonly string[]): boolean {
  const title = normaliseText(String(row["title"]));
  return words.every((word) => title.includes(word));
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

/** A condition on `entries e`, and `texts t` where there are words. */
interface Where {
  readonly where: string;
  readonly values: readonly (string | number)[];
}

export function whereOf(conditions: RowConditions): Where {
  const { types, state, author, since, before, refersTo, words = [] } = conditions;
  const all: (readonly [sql: string, ...values: readonly (string | number)[]])[] = [];
  if (types !== undefined) {
    all.push(["e.type IN (SELECT value FROM json_each(?))", JSON.stringify(types)]);
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
