import { normaliseText } from "../query/normalise-text.ts";
import type { RowSet } from "../query/row-set.ts";
import { wordSlots } from "../query/text-grams.ts";
import { ENTRY_STATES } from "./entry-state.ts";
import { TITLE_GRAMS } from "./entry-writer.ts";
import type { IndexSession } from "./index-session.ts";
import { prepared } from "./prepared.ts";
import { countEntries } from "./type-counts.ts";
import { comparePlaces, placeOf, walkRows, type ListedRow, type RowRange } from "./walk-rows.ts";

/** What a search goes through one after the other: entries with all words in the title, then others. */
const PHASES = [0, 1] as const;
type Phase = (typeof PHASES)[number];

// Measured: reading a row and looking into its text, and passing by a row of a list.
const LOOK_US = 6;
const PASS_US = 0.7;

export interface SearchRange extends RowRange {
  /** Of these rows no more are needed. */
  readonly limit: number;
}

/**
 * The rows whose texts hold every word, in the order of the list, those with every word in the title
 * first. Their places have the phase before the values of the order.
 */
export function searchRows(
  session: IndexSession,
  words: readonly string[],
  range: SearchRange,
): readonly ListedRow[] {
  const [begin = 0, ...after] = range.after ?? [];
  const found: ListedRow[] = [];
  for (const phase of PHASES) {
    if (phase < Number(begin)) continue;
    const continued = range.after !== undefined && phase === begin;
    const rows = searchPhase(session, words, {
      ...range,
      phase,
      after: continued ? after : undefined,
      limit: range.limit - found.length,
    });
    for (const { row, place } of rows) found.push({ row, place: [phase, ...place] });
    if (found.length >= range.limit) break;
  }
  return found;
}

type PhaseRange = SearchRange & { readonly phase: Phase };

function searchPhase(
  session: IndexSession,
  words: readonly string[],
  range: PhaseRange,
): readonly ListedRow[] {
  const slots = wordSlots(words, range.phase === 0 ? TITLE_GRAMS : 0);
  const candidates = session.signatures.candidates(slots);
  if (candidates.size === 0 || range.limit <= 0) return [];
  const total = range.filter.types
    .map((type) => countEntries(session, type, range.filter.state))
    .reduce((sum, count) => sum + count, 0);
  const few = candidates.size * LOOK_US;
  const walk = (total / candidates.size) * range.limit * PASS_US + range.limit * LOOK_US;
  return few <= walk
    ? lookAtAll(session, words, { candidates, range })
    : lookInOrder(session, words, { candidates, range });
}

interface Search {
  readonly candidates: RowSet;
  readonly range: PhaseRange;
}

function lookAtAll(
  session: IndexSession,
  words: readonly string[],
  { candidates, range }: Search,
): readonly ListedRow[] {
  const { order, filter, after, limit, phase } = range;
  const types = new Set(filter.types);
  const columns = order.columns.join(", ");
  const read = prepared(
    session.database,
    `SELECT row, type, state, publish_due, unpublish_due, ${columns} FROM entries WHERE row = ?`,
  );
  const found: ListedRow[] = [];
  for (const row of candidates) {
    const entry = read.get(row);
    if (entry === undefined || !types.has(String(entry["type"])) || !isIn(entry, filter)) continue;
    const place = placeOf(entry, order);
    if (after !== undefined && comparePlaces(place, after, order) <= 0) continue;
    if (matches(session, row, words) === phase) found.push({ row, place });
  }
  return found.toSorted((a, b) => comparePlaces(a.place, b.place, order)).slice(0, limit);
}

function isIn(entry: Readonly<Record<string, unknown>>, { state }: RowRange["filter"]): boolean {
  if (state === undefined) return true;
  if (state === "scheduled")
    return entry["publish_due"] !== null || entry["unpublish_due"] !== null;
  return entry["state"] === ENTRY_STATES.indexOf(state);
}

function lookInOrder(
  session: IndexSession,
  words: readonly string[],
  { candidates, range }: Search,
): readonly ListedRow[] {
  const found: ListedRow[] = [];
  for (const listed of walkRows(session, range, 2 * range.limit)) {
    if (!candidates.has(listed.row) || matches(session, listed.row, words) !== range.phase)
      continue;
    found.push(listed);
    if (found.length === range.limit) break;
  }
  return found;
}

/** In which phase a row is found, undefined when a word is missing. */
function matches(
  { database }: IndexSession,
  row: number,
  words: readonly string[],
): Phase | undefined {
  const found = prepared(
    database,
    "SELECT text, title FROM texts JOIN entries USING (row) WHERE row = ?",
  ).get(row);
  const text = String(found?.["text"]);
  if (!words.every((word) => text.includes(word))) return undefined;
  const title = normaliseText(String(found?.["title"]));
  return words.every((word) => title.includes(word)) ? 0 : 1;
}
