import type { DatabaseSync, StatementSync } from "node:sqlite";
import { foldSlug } from "../base/slug.ts";
import type { Touch } from "../git/change-log.ts";
import { normaliseText } from "../query/normalise-text.ts";
import { asciiGramSlots, gramSlots } from "../query/text-grams.ts";
import {
  deriveState,
  ENTRY_STATES,
  isApart,
  type LedgerState,
  type WorkingVersion,
} from "./entry-state.ts";
import { createLinkWriter, printLinks } from "./link-writer.ts";
import { LIST_STEP } from "./tables.ts";
import { createTypeNumbers } from "./type-numbers.ts";
import type { FactLink, VersionFacts } from "./version-facts.ts";

/** Where rows of versions and the slots of their texts go. */
export interface RowSlots {
  /** Gives out the row of a new version; never the same twice, and always a higher one. */
  readonly nextRow: () => number;
  readonly takeSlots: (row: number, slots: Uint16Array) => void;
}

/** What else is known of a version than what its file says. */
export interface EntryPlace {
  /** Null for what is live and not on main. */
  readonly path: string | null;
  readonly ledger: LedgerState | undefined;
}

export type RowValue = string | number | null;

/** A text of ASCII characters alone, as bytes among others. */
interface AsciiText {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A normalised text. */
export type RowText = string | AsciiText;

/** What becomes a row. */
export interface RowRecord {
  /** Those behind the row's number, list, times and author: first the type and the number of the state. */
  readonly columns: readonly RowValue[];
  readonly title: RowText;
  /** What is searched. */
  readonly text: RowText;
  readonly links: readonly FactLink[];
}

/** The same as it is made of a version. */
export interface EntryRecord extends RowRecord {
  readonly title: string;
  readonly text: string;
}

/** Writes the rows of entries; to be used inside a transaction. */
export interface EntryWriter {
  readonly put: (facts: VersionFacts, place: EntryPlace & { readonly touch: Touch }) => void;
  readonly putRecord: (record: RowRecord, touch: Touch) => void;
  readonly move: (row: number, path: string, touch: Touch) => void;
  readonly touch: (row: number, touch: Touch) => void;
  readonly remove: (row: number, links: readonly FactLink[]) => void;
  /** What follows for an entry from what its ledger now says. */
  readonly derive: (row: number, working: WorkingVersion, ledger?: LedgerState) => void;
}

/** Of a file that no commit is known to have changed. */
export const NO_TOUCH: Touch = { time: 0, author: { name: "", email: "" } };

/** Slots of titles, so that a word in a title is found apart from one in the text. */
export const TITLE_GRAMS = 0x5b_d1_e9_95;

const TITLE_KEY_UNITS = 100;

/** In the order of a record's. */
const COLUMNS = `row, list, updated_at, by_updated, author, author_email, type, state, id, slug, folded, path, blob, digest, settled, created_at,
  publish_at, unpublish_at, sort_order, links, publish_due, unpublish_due, by_published, by_recency,
  tie, title, by_title, fields`;

export function createEntryWriter(
  database: DatabaseSync,
  { nextRow, takeSlots }: RowSlots,
): EntryWriter {
  const links = createLinkWriter(database, 0);
  const numberOf = createTypeNumbers(database);
  const write = (sql: string): StatementSync => database.prepare(sql);
  const add = write(`INSERT INTO entries (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, "?")})`);
  // Bytes are taken for what they are, where a text would be encoded first.
  const addText = write("INSERT INTO texts VALUES (?, CAST(? AS TEXT))");
  const drop = write("DELETE FROM entries WHERE row = ?");
  const dropText = write("DELETE FROM texts WHERE row = ?");
  const derive = write(
    `UPDATE entries SET list = list - state + ?1, state = ?1, digest = ?2, publish_due = ?3, unpublish_due = ?4,
       by_published = ?5, by_recency = ?6 WHERE row = ?7`,
  );
  const move = write("UPDATE entries SET path = ?, tie = ? WHERE row = ?");
  const touch = write(
    "UPDATE entries SET updated_at = ?, by_updated = ?, author = ?, author_email = ? WHERE row = ?",
  );
  const touchRow = (row: number, { time, author }: Touch): void => {
    touch.run(time, -time, author.name, author.email, row);
  };
  const putRecord = (record: RowRecord, { time, author }: Touch): void => {
    const { columns, title, text, links: targets } = record;
    const row = nextRow();
    const [type, state] = columns;
    const list = LIST_STEP * numberOf(String(type)) + Number(state);
    add.run(row, list, time, -time, author.name, author.email, ...columns);
    addText.run(row, typeof text === "string" ? text : text.bytes.subarray(text.start, text.end));
    takeSlots(row, slotsOf(text, 0));
    takeSlots(row, slotsOf(title, TITLE_GRAMS));
    links.put(row, targets);
  };
  return {
    putRecord,
    put: (facts, place) => putRecord(entryRecord(facts, place), place.touch),
    move: (row, path, by) => {
      move.run(path, tieOf(path), row);
      touchRow(row, by);
    },
    touch: touchRow,
    remove: (row, had) => {
      links.drop(row, had);
      drop.run(row);
      dropText.run(row);
    },
    derive: (row, working, ledger) => {
      const derived = deriveState(working, ledger);
      const { publishDue = null, unpublishDue = null, byPublished, byRecency } = derived;
      const state = ENTRY_STATES.indexOf(derived.state);
      const digest = working.read?.digest ?? null;
      derive.run(state, digest, publishDue, unpublishDue, byPublished, byRecency, row);
    },
  };
}

function slotsOf(text: RowText, seed: number): Uint16Array {
  if (typeof text === "string") return gramSlots(text, seed);
  const { bytes, start, end } = text;
  return asciiGramSlots(bytes, { start, end, seed });
}

/** Valid until slots of another text are asked for. */
export function slotsOfTitle(title: string): Uint16Array {
  return gramSlots(normaliseText(title), TITLE_GRAMS);
}

/** The row of a version but for its times. */
export function entryRecord(facts: VersionFacts, { path, ledger }: EntryPlace): EntryRecord {
  const { type, id = "", slug, blob, settled, read, title, links, fields } = facts;
  const working = workingVersion(facts, path !== null, ledger);
  const { state, publishDue, unpublishDue, byPublished, byRecency } = deriveState(working, ledger);
  const normalTitle = normaliseText(title);
  // One list as it is, for each entry has one: spread together, it would be the most that is allocated.
  const columns = [
    type,
    ENTRY_STATES.indexOf(state),
    id,
    slug,
    foldSlug(slug),
    path,
    blob,
    orNull(working.read?.digest),
    Number(settled),
    orNull(read?.createdAt),
    orNull(read?.publishAt),
    orNull(read?.unpublishAt),
    read?.sortOrder ?? 0,
    printLinks(links),
    orNull(publishDue),
    orNull(unpublishDue),
    byPublished,
    byRecency,
    tieOf(path ?? `${type}/${id}`),
    title,
    normalTitle.slice(0, TITLE_KEY_UNITS),
    orNull(fields),
  ];
  return { columns, title: normalTitle, text: normaliseText(facts.text), links };
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/** Digests cost as much as the rest: only those of files that are not the pinned ones are made. */
function workingVersion(
  { read, blob, slug }: VersionFacts,
  onMain: boolean,
  ledger: LedgerState | undefined,
): WorkingVersion {
  if (read === undefined) return { read, blob, slug, onMain };
  const { createdAt, publishAt, unpublishAt } = read;
  const digest = isApart(blob, ledger) ? read.digest() : undefined;
  return { read: { digest, createdAt, publishAt, unpublishAt }, blob, slug, onMain };
}

/** A number that only the path decides, so that an index made anew has the same order. */
function tieOf(path: string): number {
  let [high, low] = [0, 0];
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e_37_79_b1);
    low = Math.imul(low, 31) + unit;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
