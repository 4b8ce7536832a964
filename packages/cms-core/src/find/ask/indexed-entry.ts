import type { StatementSync } from "node:sqlite";
import type { Issue } from "../../base/errors.ts";
import { savedAt } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";

/** An entry in a list. Times are ISO 8601 UTC with milliseconds. */
export interface IndexedEntry {
  /** Unknown if the file is too broken. */
  readonly id?: string;
  readonly type: string;
  readonly slug: string;
  /** Its title, otherwise its slug. */
  readonly title: string;
  /** Path of its file on `main`; absent for a live entry that was removed there. */
  readonly path?: string;
  /** Blob of the shown version: the file on `main`, otherwise the pinned file. */
  readonly blob: string;
  readonly state: EntryState;
  /** When the file was last changed on `main`; for an entry without a file there, the live version's time. */
  readonly updatedAt: string;
  /** Last author of the file; absent without a file on `main`. */
  readonly updatedBy?: { readonly name: string; readonly email: string };
  readonly createdAt?: string;
  readonly publishAt?: string;
  readonly unpublishAt?: string;
  /** Whether one of these times is in the future, or due and not yet done. */
  readonly scheduled: boolean;
  readonly sortOrder: number;
  /** Its live version. */
  readonly live?: LiveVersion;
  /** Problems of its file, with path and line. */
  readonly issues: readonly Issue[];
}

export interface LiveVersion {
  /** 1, 2, … */
  readonly version: number;
  readonly blob: string;
  readonly slug: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
}

const COLUMNS = `
  e.*, l.version AS live_version, l.blob AS live_blob, l.slug AS live_slug,
    l.published_at AS live_published_at, l.updated_at AS live_updated_at,
    (SELECT count(*) FROM entries t WHERE t.id = e.id AND e.id <> '') > 1
      OR (SELECT count(*) FROM entries t WHERE t.type = e.type AND t.folded = e.folded) > 1 AS has_twin`;

const JOINS = `
  LEFT JOIN ledger l ON l.id = e.id AND l.type = e.type AND l.state = 1`;

const BY_ROWS = `SELECT ${COLUMNS} FROM json_each(?) c JOIN entries e ON e.row = c.value ${JOINS}
  ORDER BY c.key`;
const BY_ID = `SELECT ${COLUMNS} FROM entries e ${JOINS} WHERE e.id = ? ORDER BY e.path`;

/** Reads entries by row, in the given order. */
export function readEntries(
  session: IndexSession,
  rows: readonly number[],
): readonly IndexedEntry[] {
  const list = JSON.stringify(rows);
  const found = session.database.prepare(BY_ROWS).all(list);
  return found.map((row) => indexedEntry(session, row));
}

/** Finds the entries with an id, by path. More than one if a file was copied. */
export function findEntries(session: IndexSession, id: string): readonly IndexedEntry[] {
  const found = session.database.prepare(BY_ID).all(id);
  return found.map((row) => indexedEntry(session, row));
}

type Row = NonNullable<ReturnType<StatementSync["get"]>>;

function indexedEntry(session: IndexSession, row: Row): IndexedEntry {
  const path = textOr(row["path"]);
  const id = row["id"] === "" ? undefined : textOr(row["id"]);
  const own = {
    type: String(row["type"]),
    slug: String(row["slug"]),
    ...(id === undefined ? {} : { id }),
    ...(path === undefined ? {} : { path }),
  };
  const live = liveVersion(row);
  const updatedAt = instant(row["updated_at"]);
  const set = times(row);
  return {
    ...own,
    title: String(row["title"]),
    blob: String(row["blob"]),
    state: ENTRY_STATES[Number(row["state"])] ?? "broken",
    updatedAt: savedAt(updatedAt, set.createdAt ?? updatedAt),
    ...(row["author"] === "" ? {} : { updatedBy: authorOf(row) }),
    ...set,
    scheduled: row["publish_due"] !== null || row["unpublish_due"] !== null,
    sortOrder: Number(row["sort_order"]),
    ...(live === undefined ? {} : { live }),
    issues: [
      ...parseIssues(row["issues"]),
      ...(row["has_twin"] === 1 ? twinIssues(session, own) : []),
    ],
  };
}

function authorOf(row: Row): NonNullable<IndexedEntry["updatedBy"]> {
  return { name: String(row["author"]), email: String(row["author_email"]) };
}

function times(row: Row): Pick<IndexedEntry, "createdAt" | "publishAt" | "unpublishAt"> {
  const { created_at: created, publish_at: publish, unpublish_at: unpublish } = row;
  return {
    ...(created === null ? {} : { createdAt: instant(created) }),
    ...(publish === null ? {} : { publishAt: instant(publish) }),
    ...(unpublish === null ? {} : { unpublishAt: instant(unpublish) }),
  };
}

function liveVersion(row: Row): LiveVersion | undefined {
  if (row["live_version"] === null) return undefined;
  return {
    version: Number(row["live_version"]),
    blob: String(row["live_blob"]),
    slug: String(row["live_slug"]),
    publishedAt: instant(row["live_published_at"]),
    updatedAt: instant(row["live_updated_at"]),
  };
}

/** Issues for files that share their id, or their slug within a type, which makes them ambiguous. */
function twinIssues(
  { database }: IndexSession,
  { id, type, slug, path }: Pick<IndexedEntry, "id" | "type" | "slug" | "path">,
): readonly Issue[] {
  if (path === undefined) return [];
  const others = (sql: string, ...values: readonly string[]): string =>
    database
      .prepare(sql)
      .all(...values)
      .map((row) => String(row["path"]))
      .filter((other) => other !== path)
      .join(", ");
  const sameId =
    id === undefined
      ? ""
      : others("SELECT path FROM entries WHERE id = ? AND path IS NOT NULL ORDER BY path", id);
  const sameSlug = others(
    `SELECT path FROM entries WHERE type = ? AND folded = ? AND path IS NOT NULL ORDER BY path`,
    type,
    foldSlug(slug),
  );
  const issues: Issue[] = [];
  if (sameId !== "") {
    const message = `${path} has the same ID as ${sameId}: ${id}.`;
    issues.push({ code: "id_taken", message, path, line: 2, field: "id" });
  }
  if (sameSlug !== "") {
    const message = `${path} has the same slug as ${sameSlug}: ${slug}.`;
    issues.push({ code: "slug_taken", message, path });
  }
  return issues;
}

/** @param text - as stored in a row */
function parseIssues(text: unknown): readonly Issue[] {
  const issues: unknown = typeof text === "string" ? JSON.parse(text) : [];
  return Array.isArray(issues) ? issues.filter(isIssue) : [];
}

function isIssue(value: unknown): value is Issue {
  return typeof value === "object" && value !== null && "code" in value && "message" in value;
}

function instant(ms: unknown): string {
  return new Date(Number(ms)).toISOString();
}

function textOr(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
