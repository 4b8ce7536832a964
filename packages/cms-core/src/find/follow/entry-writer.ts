import type { DatabaseSync, StatementSync } from "node:sqlite";
import { foldSlug } from "../../base/slug.ts";
import type { Touch } from "../../git/read/change-log.ts";
import { normaliseText } from "../../query/table/search-rows.ts";
import {
  deriveState,
  ENTRY_STATES,
  isApart,
  type LedgerState,
  type WorkingVersion,
} from "../schema/entry-state.ts";
import { LIST_STEP } from "../schema/tables.ts";
import type { FactLink, VersionFacts } from "../schema/version-facts.ts";

/** What else is known of a version than what its file says. */
interface EntryPlace {
  /** Null for what is live and not on main. */
  readonly path: string | null;
  readonly ledger: LedgerState | undefined;
}

type RowValue = string | number | null;

/** What becomes a row, but for its number, its list, and who changed it. */
interface EntryRecord {
  readonly type: string;
  /** The number of its state. */
  readonly state: number;
  /** Those behind type and state. */
  readonly columns: readonly RowValue[];
  /** What is searched, normalised. */
  readonly text: string;
  readonly links: readonly FactLink[];
}

/** Writes the rows of entries; to be used inside a transaction. */
export interface EntryWriter {
  readonly put: (facts: VersionFacts, place: EntryPlace & { readonly touch: Touch }) => void;
  readonly move: (row: number, path: string, touch: Touch) => void;
  readonly touch: (row: number, touch: Touch) => void;
  readonly remove: (row: number, links: readonly FactLink[]) => void;
  /** What follows for an entry from what its ledger now says. */
  readonly derive: (row: number, working: WorkingVersion, ledger?: LedgerState) => void;
}

/** Of a file that no commit is known to have changed. */
export const NO_TOUCH: Touch = { time: 0, author: { name: "", email: "" } };

const TITLE_KEY_UNITS = 100;

/** In the order of a record's. */
const COLUMNS = `row, list, updated_at, by_updated, author, author_email, type, state, id, slug, folded, path, blob, digest, settled, created_at,
  publish_at, unpublish_at, sort_order, links, publish_due, unpublish_due, by_published, by_recency,
  tie, title, by_title, fields`;

export function createEntryWriter(database: DatabaseSync): EntryWriter {
  const links = createLinkWriter(database, 0);
  const numberOf = createTypeNumbers(database);
  const write = (sql: string): StatementSync => database.prepare(sql);
  const add = write(`INSERT INTO entries (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, "?")})`);
  const addText = write("INSERT INTO texts VALUES (?, ?)");
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
  // Never the same twice: what was read of a row is told apart from what took its place.
  let last = Number(database.prepare("SELECT max(row) AS row FROM entries").get()?.["row"] ?? 0);
  return {
    put: (facts, place) => {
      const { type, state, columns, text, links: targets } = entryRecord(facts, place);
      const { time, author } = place.touch;
      const list = LIST_STEP * numberOf(type) + state;
      last += 1;
      add.run(last, list, time, -time, author.name, author.email, type, state, ...columns);
      addText.run(last, text);
      links.put(last, targets);
    },
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

/** The row of a version but for its times. */
function entryRecord(facts: VersionFacts, { path, ledger }: EntryPlace): EntryRecord {
  const { type, id = "", slug, blob, settled, read, title, links, fields } = facts;
  const working = workingVersion(facts, path !== null, ledger);
  const { state, publishDue, unpublishDue, byPublished, byRecency } = deriveState(working, ledger);
  const columns = [
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
    normaliseText(title).slice(0, TITLE_KEY_UNITS),
    orNull(fields),
  ];
  const text = normaliseText(facts.text);
  return { type, state: ENTRY_STATES.indexOf(state), columns, text, links };
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

/** Gives the number of a type by its API id; one that has none gets one. To be used inside a transaction. */
function createTypeNumbers(database: DatabaseSync): (type: string) => number {
  const numbers = new Map<string, number>();
  const find = database.prepare("SELECT number FROM types WHERE type = ?");
  const add = database.prepare("INSERT INTO types (type) VALUES (?) RETURNING number");
  return (type) => {
    const known = numbers.get(type);
    if (known !== undefined) return known;
    const number = Number((find.get(type) ?? add.get(type))?.["number"]);
    numbers.set(type, number);
    return number;
  };
}

/** Writes what a row of `entries` (live = 0) or of `ledger` (live = 1) points to. */
interface LinkWriter {
  readonly put: (source: number, links: readonly FactLink[]) => void;
  /** Drops exactly what was put. */
  readonly drop: (source: number, links: readonly FactLink[]) => void;
}

export function createLinkWriter(database: DatabaseSync, live: 0 | 1): LinkWriter {
  const add = database.prepare("INSERT INTO links VALUES (?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM links WHERE target = ? AND live = ? AND source = ?");
  return {
    put: (source, links) => {
      for (const [target, field] of links) add.run(target, live, source, field);
    },
    drop: (source, links) => {
      for (const [target] of links) remove.run(target, live, source);
    },
  };
}

/** Links as a row keeps them. */
export function printLinks(links: readonly FactLink[]): string | null {
  return links.length === 0 ? null : JSON.stringify(links);
}

/** @param text what `printLinks` made */
export function parseLinks(text: unknown): readonly FactLink[] {
  const links: unknown = typeof text === "string" ? JSON.parse(text) : [];
  return Array.isArray(links) ? links.filter(isLink) : [];
}

function isLink(link: unknown): link is FactLink {
  return Array.isArray(link) && typeof link[0] === "string" && typeof link[1] === "string";
}
