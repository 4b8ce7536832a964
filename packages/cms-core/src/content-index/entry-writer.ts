import type { DatabaseSync, StatementSync } from "node:sqlite";
import { foldSlug } from "../base/slug.ts";
import { normaliseText } from "../query/normalise-text.ts";
import { asciiGramSlots, gramSlots } from "../query/text-grams.ts";
import {
  deriveState,
  ENTRY_STATES,
  isApart,
  type DerivedState,
  type LedgerState,
  type WorkingVersion,
} from "./entry-state.ts";
import { createLinkWriter, printLinks } from "./link-writer.ts";
import type { FactLink, VersionFacts } from "./version-facts.ts";

/** Where rows of versions and the slots of their texts go. */
export interface RowSlots {
  /** Gives out the row of a new version; never the same twice, and always a higher one. */
  readonly nextRow: () => number;
  readonly takeSlots: (row: number, slots: Uint16Array) => void;
}

/** What else is known of a version than what its file says. */
interface EntryPlace {
  /** Null for what is live and not on main. */
  readonly path: string | null;
  /** ms since 1970. */
  readonly updatedAt: number;
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
  /** Those behind the row's number. */
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
  readonly put: (facts: VersionFacts, place: EntryPlace) => void;
  readonly putRecord: (record: RowRecord) => void;
  readonly move: (row: number, path: string, updatedAt: number) => void;
  readonly touch: (row: number, updatedAt: number) => void;
  readonly remove: (row: number, links: readonly FactLink[]) => void;
  /** What follows for an entry from what its ledger now says. */
  readonly derive: (row: number, working: WorkingVersion, ledger?: LedgerState) => void;
}

/** Slots of titles, so that a word in a title is found apart from one in the text. */
export const TITLE_GRAMS = 0x5b_d1_e9_95;

const TITLE_KEY_UNITS = 100;

export function createEntryWriter(
  database: DatabaseSync,
  { nextRow, takeSlots }: RowSlots,
): EntryWriter {
  const links = createLinkWriter(database, 0);
  const write = (sql: string): StatementSync => database.prepare(sql);
  const add = write(`INSERT INTO entries VALUES (${"?, ".repeat(23)}?)`);
  // Bytes are taken for what they are, where a text would be encoded first.
  const addText = write("INSERT INTO texts VALUES (?, CAST(? AS TEXT))");
  const drop = write("DELETE FROM entries WHERE row = ?");
  const dropText = write("DELETE FROM texts WHERE row = ?");
  const derive = write(
    `UPDATE entries SET digest = ?, state = ?, publish_due = ?, unpublish_due = ?, by_published = ?,
       by_recency = ? WHERE row = ?`,
  );
  const move = write("UPDATE entries SET path = ?, tie = ? WHERE row = ?");
  const touch = write("UPDATE entries SET updated_at = ?, by_updated = ? WHERE row = ?");
  const putRecord = ({ columns, title, text, links: targets }: RowRecord): void => {
    const row = nextRow();
    add.run(row, ...columns);
    addText.run(row, typeof text === "string" ? text : text.bytes.subarray(text.start, text.end));
    takeSlots(row, slotsOf(text, 0));
    takeSlots(row, slotsOf(title, TITLE_GRAMS));
    links.put(row, targets);
  };
  return {
    putRecord,
    put: (facts, place) => putRecord(entryRecord(facts, place)),
    move: (row, path, updatedAt) => {
      move.run(path, tieOf(path), row);
      touch.run(updatedAt, -updatedAt, row);
    },
    touch: (row, updatedAt) => void touch.run(updatedAt, -updatedAt, row),
    remove: (row, had) => {
      links.drop(row, had);
      drop.run(row);
      dropText.run(row);
    },
    derive: (row, working, ledger) => {
      const derived = deriveState(working, ledger);
      const digest = working.read?.digest ?? null;
      derive.run(digest, ...stateColumns(derived), derived.byPublished, derived.byRecency, row);
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

/** The row of a version. */
export function entryRecord(facts: VersionFacts, place: EntryPlace): EntryRecord {
  const { type, id = "", slug, blob, settled, title, links } = facts;
  const { path, updatedAt, ledger } = place;
  const working = workingVersion(facts, path !== null, ledger);
  const derived = deriveState(working, ledger);
  const normalTitle = normaliseText(title);
  const columns = [
    type,
    id,
    slug,
    foldSlug(slug),
    path,
    blob,
    working.read?.digest ?? null,
    Number(settled),
    ...timeColumns(facts.read, updatedAt),
    facts.read?.sortOrder ?? 0,
    printLinks(links),
    ...stateColumns(derived),
    -updatedAt,
    derived.byPublished,
    derived.byRecency,
    tieOf(path ?? `${type}/${id}`),
    title,
    normalTitle.slice(0, TITLE_KEY_UNITS),
  ];
  return { columns, title: normalTitle, text: normaliseText(facts.text), links };
}

function timeColumns(read: VersionFacts["read"], updatedAt: number): RowValue[] {
  if (read === undefined) return [null, updatedAt, null, null];
  return [read.createdAt, updatedAt, read.publishAt ?? null, read.unpublishAt ?? null];
}

/** Digests cost as much as the rest: only those of files that are not the pinned ones are made. */
function workingVersion(
  { read, blob, slug }: VersionFacts,
  onMain: boolean,
  ledger: LedgerState | undefined,
): WorkingVersion {
  if (read === undefined) return { read, blob, slug, onMain };
  const digest = isApart(blob, ledger) ? read.digest() : undefined;
  return { read: { ...read, digest }, blob, slug, onMain };
}

function stateColumns({ state, publishDue, unpublishDue }: DerivedState): RowValue[] {
  return [ENTRY_STATES.indexOf(state), publishDue ?? null, unpublishDue ?? null];
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
