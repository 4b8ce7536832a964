import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { foldSlug } from "../../base/slug.ts";
import type { Touch } from "../../git/read/change-log.ts";
import { toSearchText } from "../../query/table/search-rows.ts";
import {
  deriveState,
  ENTRY_STATES,
  type LedgerState,
  type WorkingVersion,
} from "../schema/entry-state.ts";
import type { FactLink, VersionFacts } from "../schema/version-facts.ts";

/** The columns of `entries` needed for following. */
export interface EntryRow extends WorkingVersion {
  readonly row: number;
  readonly type: string;
  readonly id: string | undefined;
  readonly path: string | undefined;
  readonly touch: Touch;
  readonly settled: boolean;
  readonly links: readonly FactLink[];
}

/** Reads and writes the rows of entries; writes must be inside a transaction. */
export interface EntryWriter {
  /** Returns the row of a path on `main`. */
  readonly at: (path: string) => EntryRow | undefined;
  /** Returns the rows of an entry: its files on `main`, or the row of a live entry without a file there. */
  readonly of: (type: string, id: string) => readonly EntryRow[];
  /** Returns the files of a type that another schema might read differently. */
  readonly unsettled: (type: string) => readonly EntryRow[];
  /** @param path - null for a live entry without a file on `main` */
  readonly put: (facts: VersionFacts, path: string | null, touch: Touch) => void;
  readonly touch: (path: string, touch: Touch) => void;
  readonly remove: (row: EntryRow) => void;
  /**
   * Updates what the rows of an entry derive from its files and its ledger record. A live entry without a file on
   * `main` gets a row that shows its live version.
   *
   * @param pinned - its pinned file, in case it must be shown
   */
  readonly settle: (
    entry: Pick<VersionFacts, "type" | "id">,
    live: (LedgerState & { readonly updatedAt: number }) | undefined,
    pinned: VersionFacts | undefined,
  ) => void;
}

/** For a file without a known commit that changed it. */
export const NO_TOUCH: Touch = { time: 0, author: { name: "", email: "" } };

const COLUMNS = `row, type, id, slug, folded, path, tie, blob, settled, digest, created_at, publish_at,
  unpublish_at, sort_order, updated_at, author, author_email, title, search_title, fields, issues, state, publish_due,
  unpublish_due, by_published, by_recency`;

export function createEntryWriter(database: DatabaseSync): EntryWriter {
  const byPath = database.prepare("SELECT * FROM entries WHERE path = ?");
  const byId = database.prepare("SELECT * FROM entries WHERE id = ? AND type = ?");
  const open = database.prepare(
    "SELECT * FROM entries WHERE type = ? AND settled = 0 AND path IS NOT NULL",
  );
  const add = database.prepare(
    `INSERT INTO entries (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, "?")})`,
  );
  const addText = database.prepare("INSERT INTO texts VALUES (?, ?)");
  const drop = database.prepare("DELETE FROM entries WHERE row = ?");
  const derive = database.prepare(
    `UPDATE entries SET state = ?, publish_due = ?, unpublish_due = ?, by_published = ?, by_recency = ?
     WHERE row = ?`,
  );
  const touchRow = database.prepare(
    "UPDATE entries SET updated_at = ?, author = ?, author_email = ? WHERE path = ?",
  );
  const links = createLinkWriter(database, 0);
  // Row numbers are never reused, so that outdated reads of a row can be detected.
  let last = Number(database.prepare("SELECT max(row) AS row FROM entries").get()?.["row"] ?? 0);

  const read = (row: Readonly<Record<string, unknown>>): EntryRow => {
    return { ...entryRow(row), links: links.of(Number(row["row"])) };
  };
  const of: EntryWriter["of"] = (type, id) => byId.all(id, type).map(read);
  const put: EntryWriter["put"] = (facts, path, touch) => {
    last += 1;
    add.run(last, ...columnsOf(facts, path, touch));
    addText.run(last, toSearchText(facts.text));
    links.put(last, facts.links);
  };
  return {
    at: (path) => byPath.all(path).map(read)[0],
    of,
    unsettled: (type) => open.all(type).map(read),
    put,
    touch: (path, { time, author }) => void touchRow.run(time, author.name, author.email, path),
    remove: ({ row }) => void drop.run(row),
    settle: ({ type, id = "" }, live, pinned) => {
      const known = of(type, id);
      const isOnMain = known.some(({ onMain }) => onMain);
      const isOnlyLive = !isOnMain && live?.state === "published";
      if (!isOnlyLive || pinned !== undefined) {
        for (const { row, onMain } of known) if (!onMain) drop.run(row);
      }
      // The last author isn't determined for an entry that is only live.
      if (isOnlyLive && pinned !== undefined)
        put(pinned, null, { ...NO_TOUCH, time: live.updatedAt });
      for (const row of of(type, id)) derive.run(...derivedColumns(row, live), row.row);
    },
  };
}

/** Columns of an entry version that was never published, except its row number. */
function columnsOf(facts: VersionFacts, path: string | null, touch: Touch): SQLInputValue[] {
  const { type, id = "", slug, blob, settled, read, title, fields = null, issues } = facts;
  return [
    type,
    id,
    slug,
    foldSlug(slug),
    path,
    tieOf(path ?? `${type}/${id}`),
    blob,
    Number(settled),
    ...readColumns(read),
    touch.time,
    touch.author.name,
    touch.author.email,
    title,
    toSearchText(title),
    fields,
    path === null || issues.length === 0 ? null : JSON.stringify(issues),
    ...derivedColumns({ read, blob, slug, onMain: path !== null }, undefined),
  ];
}

function readColumns(read: VersionFacts["read"]): SQLInputValue[] {
  if (read === undefined) return [null, null, null, null, 0];
  const { digest, createdAt, publishAt = null, unpublishAt = null, sortOrder } = read;
  return [digest, createdAt, publishAt, unpublishAt, sortOrder];
}

function derivedColumns(working: WorkingVersion, live: LedgerState | undefined): SQLInputValue[] {
  const { state, publishDue, unpublishDue, ...orders } = deriveState(working, live);
  const { byPublished, byRecency } = orders;
  const number = ENTRY_STATES.indexOf(state);
  return [number, publishDue ?? null, unpublishDue ?? null, byPublished, byRecency];
}

/** A number derived from the path, so that a rebuilt index has the same order. */
function tieOf(path: string): number {
  let [high, low] = [0, 0];
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x9e_37_79_b1);
    low = Math.imul(low, 31) + unit;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

function entryRow(row: Readonly<Record<string, unknown>>): Omit<EntryRow, "links"> {
  const path = textOr(row["path"]);
  const read = {
    digest: String(row["digest"]),
    createdAt: Number(row["created_at"]),
    publishAt: numberOr(row["publish_at"]),
    unpublishAt: numberOr(row["unpublish_at"]),
  };
  return {
    row: Number(row["row"]),
    type: String(row["type"]),
    id: textOr(row["id"]) || undefined,
    slug: String(row["slug"]),
    path,
    onMain: path !== undefined,
    blob: String(row["blob"]),
    read: row["created_at"] === null ? undefined : read,
    touch: {
      time: Number(row["updated_at"]),
      author: { name: String(row["author"]), email: String(row["author_email"]) },
    },
    settled: row["settled"] === 1,
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOr(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

interface LinkWriter {
  readonly of: (source: number) => readonly FactLink[];
  /** Replaces the existing links. */
  readonly put: (source: number, links: readonly FactLink[]) => void;
}

/** Writes links of versions on `main` (0) or of live versions (1). They are deleted with the row of their source. */
export function createLinkWriter(database: DatabaseSync, live: 0 | 1): LinkWriter {
  const find = database.prepare("SELECT target, field FROM links WHERE source = ? AND live = ?");
  const drop = database.prepare("DELETE FROM links WHERE source = ? AND live = ?");
  const add = database.prepare("INSERT INTO links VALUES (?, ?, ?, ?)");
  return {
    of: (source) => {
      const rows = find.all(source, live);
      return rows.map(({ target, field }) => [String(target), String(field)] as const);
    },
    put: (source, links) => {
      drop.run(source, live);
      for (const [target, field] of links) add.run(target, live, source, field);
    },
  };
}
