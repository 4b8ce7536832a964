import { normaliseText } from "../query/normalise-text.ts";
import type { RowSet } from "../query/row-set.ts";
import { wordSlots } from "../query/text-grams.ts";
import { ENTRY_STATES } from "./entry-state.ts";
import { TITLE_GRAMS } from "./entry-writer.ts";
import type { IndexSession } from "./index-session.ts";
import { prepared } from "./prepared.ts";
import { countEntries } from "./type-counts.ts";
import {
  comparePlaces,
  placeOf,
  walkRows,
  type ListedRow,
  type RowFilter,
  type RowRange,
} from "./walk-rows.ts";

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
  const candidates = session.signatures.candidates(wordSlots(words));
  if (candidates.size === 0) return [];
  const looked =
    candidates.size <= FEW ? lookInto(session, words, { candidates, range }) : undefined;
  const [begin = 0, ...after] = range.after ?? [];
  const found: ListedRow[] = [];
  for (const phase of PHASES) {
    if (phase < Number(begin)) continue;
    const own = {
      ...range,
      phase,
      after: range.after !== undefined && phase === begin ? after : undefined,
      limit: range.limit - found.length,
    };
    const rows =
      looked === undefined
        ? searchPhase(session, words, { candidates, range: own })
        : takePhase(looked, own);
    for (const { row, place } of rows) found.push({ row, place: [phase, ...place] });
    if (found.length >= range.limit) break;
  }
  return found;
}

/** So many candidates are looked at to count the rows that hold all words. */
const COUNTED = 5000;

/** How many rows a search finds; undefined where so many are to be looked at that it would take long. */
export function countSearched(
  session: IndexSession,
  words: readonly string[],
  filter: RowFilter,
): number | undefined {
  const { size } = session.signatures.candidates(wordSlots(words));
  return size > COUNTED ? undefined : rowsWithWords(session, words, filter).size;
}

/** The rows whose texts hold every word, in no order. */
export function rowsWithWords(
  session: IndexSession,
  words: readonly string[],
  filter: RowFilter,
): ReadonlySet<number> {
  const candidates = session.signatures.candidates(wordSlots(words));
  const range = { filter, order: NO_ORDER, after: undefined, limit: 0 };
  return new Set(lookInto(session, words, { candidates, range }).map(({ row }) => row));
}

const NO_ORDER = { columns: ["tie"], backwards: false };

type PhaseRange = SearchRange & { readonly phase: Phase };

interface Search<Range extends SearchRange = PhaseRange> {
  /** Rows that may hold all words in their texts. */
  readonly candidates: RowSet;
  readonly range: Range;
}

/** One phase of what many rows may hold. */
function searchPhase(
  session: IndexSession,
  words: readonly string[],
  { candidates: all, range }: Search,
): readonly ListedRow[] {
  const candidates =
    range.phase === 0 ? session.signatures.candidates(wordSlots(words, TITLE_GRAMS)) : all;
  if (candidates.size === 0 || range.limit <= 0) return [];
  const total = range.filter.types
    .map((type) => countEntries(session, type, range.filter.state))
    .reduce((sum, count) => sum + count, 0);
  const passed = (total / candidates.size) * range.limit;
  return candidates.size <= Math.max(FEW, passed)
    ? takePhase(lookInto(session, words, { candidates, range }), range)
    : lookInOrder(session, words, { candidates, range });
}

/** A row that holds all words. */
interface LookedRow extends ListedRow {
  readonly phase: Phase;
}

/** All candidates at once, in whatever order: the database looks into the texts. */
function lookInto(
  { database }: IndexSession,
  words: readonly string[],
  { candidates, range: { order, filter } }: Search<SearchRange>,
): readonly LookedRow[] {
  const types = new Set(filter.types);
  const holding = prepared(
    database,
    `SELECT e.row, e.type, e.state, e.publish_due, e.unpublish_due, e.title,
       ${order.columns.map((column) => `e.${column}`).join(", ")}
     FROM json_each(?) c JOIN texts t ON t.row = c.value JOIN entries e ON e.row = c.value
     WHERE true ${"AND instr(t.text, ?) ".repeat(words.length)}`,
  );
  return holding
    .all(JSON.stringify([...candidates]), ...words)
    .filter((entry) => types.has(String(entry["type"])) && isIn(entry, filter))
    .map((entry) => ({
      row: Number(entry["row"]),
      place: placeOf(entry, order),
      phase: phaseOf(String(entry["title"]), words),
    }));
}

/** Those of a phase that a page has. */
function takePhase(
  looked: readonly LookedRow[],
  { phase, order, after, limit }: PhaseRange,
): readonly ListedRow[] {
  return looked
    .filter((row) => row.phase === phase)
    .filter(({ place }) => after === undefined || comparePlaces(place, after, order) > 0)
    .toSorted((a, b) => comparePlaces(a.place, b.place, order))
    .slice(0, limit);
}

function isIn(entry: Readonly<Record<string, unknown>>, { state, only }: RowFilter): boolean {
  if (only?.has(Number(entry["row"])) === false) return false;
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
    if (looks >= PATIENCE * range.limit) {
      return takePhase(lookInto(session, words, { candidates, range }), range);
    }
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
