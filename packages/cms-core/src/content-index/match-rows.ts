import { CmsError } from "../base/errors.ts";
import { checkFilters } from "../query/check-filters.ts";
import { parseFilters } from "../query/parse-filters.ts";
import { ENTRY_STATES, type EntryState } from "./entry-state.ts";
import type { IndexSession } from "./index-session.ts";
import { compileFilter, type EntryTest, FILTER_COLUMNS } from "./match-filter.ts";
import { prepared } from "./prepared.ts";
import { IS_SCHEDULED } from "./tables.ts";

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
}

/** So many rows are looked at before others get a turn. */
const CHUNK = 1000;

/** What was looked for last: the pages of a list ask for the same. */
const last = new WeakMap<IndexSession, Matched>();

interface Matched {
  readonly asked: string;
  readonly heads: IndexSession["heads"];
  readonly rows: ReadonlySet<number>;
}

/**
 * The rows that fulfil all conditions, found by going through all rows.
 *
 * @throws CmsError `invalid_filters`, `unknown_field`
 */
export async function matchRows(
  session: IndexSession,
  conditions: RowConditions,
): Promise<ReadonlySet<number>> {
  const asked = JSON.stringify(conditions);
  const { heads } = session;
  const known = last.get(session);
  if (known?.asked === asked && known.heads === heads) return known.rows;
  const test = filterOf(session, conditions);
  const rows = new Set<number>();
  const { where, values } = conditionsOf(conditions);
  const columns = test === undefined ? "e.row" : FILTER_COLUMNS;
  const statement = prepared(
    session.database,
    `SELECT ${columns} FROM entries e WHERE e.row > ? ${where} ORDER BY e.row LIMIT ${CHUNK}`,
  );
  let from = 0;
  for (;;) {
    const found = statement.all(from, ...values);
    for (const row of found) if (test?.(row) !== false) rows.add(Number(row["row"]));
    if (found.length < CHUNK) break;
    from = Number(found.at(-1)?.["row"]);
    await new Promise(setImmediate);
  }
  if (session.heads === heads) last.set(session, { asked, heads, rows });
  return rows;
}

function filterOf(session: IndexSession, conditions: RowConditions): EntryTest | undefined {
  const { filters, types } = conditions;
  if (filters === undefined) return undefined;
  const [only, ...others] = types ?? [];
  const one = others.length === 0 ? only : undefined;
  const state = one === undefined ? undefined : session.schemas.typeOf(one);
  if (one !== undefined && state === undefined) {
    throw new CmsError("content_type_not_found", `There is no content type "${one}".`);
  }
  const fieldsOf = (apiId: string) => {
    const found = session.schemas.typeOf(apiId);
    return (found?.latest ?? found?.type)?.fields;
  };
  const fields = (state?.latest ?? state?.type)?.fields ?? [];
  return compileFilter(session, checkFilters(parseFilters(filters), { fields, fieldsOf }), fields);
}

interface Where {
  /** Begins with `AND` where there is a condition. */
  readonly where: string;
  readonly values: readonly (string | number)[];
}

function conditionsOf(conditions: RowConditions): Where {
  const { types, state, author, since, before, refersTo } = conditions;
  const all: (readonly [sql: string, ...values: readonly (string | number)[]])[] = [];
  if (types !== undefined) {
    all.push(["e.type IN (SELECT value FROM json_each(?))", JSON.stringify(types)]);
  }
  if (state === "scheduled") all.push([IS_SCHEDULED]);
  else if (state !== undefined) all.push(["e.state = ?", ENTRY_STATES.indexOf(state)]);
  if (author !== undefined) all.push(["e.author_email = ? COLLATE NOCASE", author]);
  if (since !== undefined) all.push(["e.updated_at >= ?", since]);
  if (before !== undefined) all.push(["e.updated_at < ?", before]);
  if (refersTo !== undefined) {
    all.push(["e.row IN (SELECT source FROM links WHERE target = ? AND live = 0)", refersTo]);
  }
  return {
    where: all.map(([sql]) => `AND ${sql}`).join(" "),
    values: all.flatMap(([, ...values]) => values),
  };
}
