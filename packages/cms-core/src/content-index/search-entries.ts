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

// Measured: looking into the text of one of many rows costs as much as passing by a row of a list.
/** So few candidates are all looked at: parts of words may stand in most of them by chance. */
const FEW = 256;
/** So many pages of candidates are looked at before it is plain that few hold the words. */
const PATIENCE = 4;

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
  const passed = (total / candidates.size) * range.limit;
  return candidates.size <= Math.max(FEW, passed)
    ? lookAtAll(session, words, { candidates, range })
    : lookInOrder(session, words, { candidates, range });
}

interface Search {
  readonly candidates: RowSet;
  readonly range: PhaseRange;
}

/** All candidates at once, in whatever order: the database looks into the texts. */
function lookAtAll(
  { database }: IndexSession,
  words: readonly string[],
  { candidates, range }: Search,
): readonly ListedRow[] {
  const { order, filter, after, limit, phase } = range;
  const types = new Set(filter.types);
  const holding = prepared(
    database,
    `SELECT e.row, e.type, e.state, e.publish_due, e.unpublish_due, e.title,
       ${order.columns.map((column) => `e.${column}`).join(", ")}
     FROM json_each(?) c JOIN texts t ON t.row = c.value JOIN entries e ON e.row = c.value
     WHERE true ${"AND instr(t.text, ?) ".repeat(words.length)}`,
  );
  const found: ListedRow[] = [];
  for (const entry of holding.all(JSON.stringify([...candidates]), ...words)) {
    if (!types.has(String(entry["type"])) || !isIn(entry, filter)) continue;
    if (phaseOf(String(entry["title"]), words) !== phase) continue;
    const place = placeOf(entry, order);
    if (after !== undefined && comparePlaces(place, after, order) <= 0) continue;
    found.push({ row: Number(entry["row"]), place });
  }
  return found.toSorted((a, b) => comparePlaces(a.place, b.place, order)).slice(0, limit);
}

function isIn(entry: Readonly<Record<string, unknown>>, { state }: RowRange["filter"]): boolean {
  if (state === undefined) return true;
  if (state === "scheduled")
    return entry["publish_due"] !== null || entry["unpublish_due"] !== null;
  return entry["state"] === ENTRY_STATES.indexOf(state);
}

/**
 * Candidates in the order of the list, until there are enough. Where most of them turn out to hold
 * the words' parts and not the words, looking at all is cheaper than going on.
 */
function lookInOrder(
  session: IndexSession,
  words: readonly string[],
  { candidates, range }: Search,
): readonly ListedRow[] {
  const found: ListedRow[] = [];
  let batch: ListedRow[] = [];
  let looks = 0;
  const look = (): void => {
    const rows = holdingRows(session, batch, words, range.phase);
    found.push(...batch.filter(({ row }) => rows.has(row)));
    looks += batch.length;
    batch = [];
  };
  for (const listed of walkRows(session, range, 2 * range.limit)) {
    if (!candidates.has(listed.row)) continue;
    batch.push(listed);
    if (batch.length < range.limit) continue;
    look();
    if (found.length >= range.limit) return found.slice(0, range.limit);
    if (looks >= PATIENCE * range.limit) return lookAtAll(session, words, { candidates, range });
  }
  look();
  return found.slice(0, range.limit);
}

/** Which of these rows hold all words and are of the phase. */
function holdingRows(
  { database }: IndexSession,
  rows: readonly ListedRow[],
  words: readonly string[],
  phase: Phase,
): ReadonlySet<number> {
  const holding = prepared(
    database,
    `SELECT e.row, e.title FROM json_each(?) c
     JOIN texts t ON t.row = c.value JOIN entries e ON e.row = c.value
     WHERE true ${"AND instr(t.text, ?) ".repeat(words.length)}`,
  );
  const list = JSON.stringify(rows.map(({ row }) => row));
  const found = holding.all(list, ...words).filter((row) => {
    return phaseOf(String(row["title"]), words) === phase;
  });
  return new Set(found.map((row) => Number(row["row"])));
}

function phaseOf(title: string, words: readonly string[]): Phase {
  const text = normaliseText(title);
  return words.every((word) => text.includes(word)) ? 0 : 1;
}
