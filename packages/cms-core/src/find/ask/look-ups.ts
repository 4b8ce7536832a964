import { compareStrings } from "../../base/text.ts";
import type { ContentTypeKind } from "../../model/content-type.ts";
import type { PlacedEntry } from "../../site/save/plan-move.ts";
import type { IndexSession } from "../follow/index-session.ts";
import { ENTRY_STATES, type EntryState } from "../schema/entry-state.ts";

/** Number of entries by state. Every entry is in exactly one state; `scheduled` is counted separately. */
export type StateCounts = Readonly<Record<EntryState | "scheduled" | "all", number>>;

export interface TypeCounts {
  readonly apiId: string;
  /** Undefined if there are files but no readable schema. */
  readonly kind: ContentTypeKind | undefined;
  readonly label: string;
  readonly entries: StateCounts;
}

/** Lists the types of the site by API id, including those that only have files. */
export function listTypes(session: IndexSession): readonly TypeCounts[] {
  const schemas = new Map(session.schemas.types().map(({ type }) => [type.apiId, type]));
  const counts = countByType(session);
  return [...new Set([...schemas.keys(), ...counts.keys()])].toSorted().map((apiId) => {
    const type = schemas.get(apiId);
    const entries = counts.get(apiId) ?? NO_ENTRIES;
    return { apiId, kind: type?.kind, label: type?.label ?? apiId, entries };
  });
}

const NO_ENTRIES: StateCounts = {
  draft: 0,
  published: 0,
  changed: 0,
  unpublished: 0,
  broken: 0,
  scheduled: 0,
  all: 0,
};

function countByType({ database }: IndexSession): ReadonlyMap<string, StateCounts> {
  const rows = database
    .prepare(
      "SELECT type, state, count(*) AS n, sum(scheduled) AS scheduled FROM entries GROUP BY type, state",
    )
    .all();
  const counts = new Map<string, StateCounts>();
  for (const row of rows) {
    const type = String(row["type"]);
    const known = counts.get(type) ?? NO_ENTRIES;
    const [n, scheduled] = [Number(row["n"]), Number(row["scheduled"])];
    counts.set(type, {
      ...known,
      [ENTRY_STATES[Number(row["state"])] ?? "broken"]: n,
      scheduled: known.scheduled + scheduled,
      all: known.all + n,
    });
  }
  return counts;
}

/** The file of a working version: what draft readers need to render it and cache it by blob. */
export interface WorkingFile {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  readonly blob: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly updatedAt: string;
  /** Of its live version. */
  readonly publishedAt?: string;
}

/** Lists the readable files of a type, in default order. */
export function listVersions(
  { database }: IndexSession,
  type: string,
): readonly (WorkingFile & PlacedEntry)[] {
  const rows = database
    .prepare(`SELECT id, slug, path, blob, updated_at, by_published, sort_order, by_recency FROM entries
     WHERE type = ? AND created_at IS NOT NULL AND path IS NOT NULL
     ORDER BY sort_order, by_recency, id, tie`)
    .all(type);
  return rows.map(workingFile);
}

function workingFile(row: Readonly<Record<string, unknown>>): WorkingFile & PlacedEntry {
  const published = Number(row["by_published"]);
  return {
    id: String(row["id"]),
    slug: String(row["slug"]),
    path: String(row["path"]),
    blob: String(row["blob"]),
    updatedAt: new Date(Number(row["updated_at"])).toISOString(),
    sortOrder: Number(row["sort_order"]),
    recency: Number(row["by_recency"]),
    ...(published === 0 ? {} : { publishedAt: new Date(-published).toISOString() }),
  };
}

/** Someone who saved an entry last. */
export interface EntryAuthor {
  readonly name: string;
  readonly email: string;
  /** Number of entries they were the last to change. */
  readonly entries: number;
}

/** Sorted by name. For a person with several names, uses the one on most entries. */
export function listAuthors({ database }: IndexSession): readonly EntryAuthor[] {
  const rows = database
    .prepare(`SELECT author, author_email, count(*) AS n FROM entries WHERE author_email <> ''
     GROUP BY author_email, author ORDER BY n DESC`)
    .all();
  const found = new Map<string, EntryAuthor>();
  for (const row of rows) {
    const email = String(row["author_email"]);
    const key = email.toLowerCase();
    const { name = String(row["author"]), entries = 0 } = found.get(key) ?? {};
    found.set(key, { name, email, entries: entries + Number(row["n"]) });
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** A place that references an entry or uses a media record. */
export interface LinkSource {
  /** Whether the place is in the live version or in the working version on `main`. */
  readonly live: boolean;
  readonly type: string;
  /** Id of the referencing entry; unknown for a broken file. */
  readonly id?: string;
  readonly slug: string;
  /** Dotted API ids; rows are numbered from 0. */
  readonly field: string;
}

/** Working versions first, then by type, slug, and field. */
export function findLinks({ database }: IndexSession, target: string): readonly LinkSource[] {
  const working = database.prepare(`SELECT e.type, e.id, e.slug, l.field, 0 AS live
     FROM links l JOIN entries e ON e.row = l.source
     WHERE l.target = ?1 AND l.live = 0 AND e.path IS NOT NULL
     UNION ALL
     SELECT g.type, g.id, g.slug, l.field, 1
     FROM links l JOIN ledger g ON g.row = l.source
     WHERE l.target = ?1 AND l.live = 1
     ORDER BY live, type, slug, id, field`);
  return working.all(target).map(linkSource);
}

function linkSource(row: Readonly<Record<string, unknown>>): LinkSource {
  const { live, type, id, slug, field } = row;
  return {
    live: live === 1,
    type: String(type),
    ...(id === "" ? {} : { id: String(id) }),
    slug: String(slug),
    field: String(field),
  };
}

/** Work that the scheduler must do now. */
export interface DueSchedule {
  readonly action: "publish" | "unpublish";
  readonly type: string;
  readonly id: string;
  readonly slug: string;
  /** When it was due, ISO 8601. */
  readonly at: string;
}

/**
 * Returns what is due and not done, earliest first. If both times of an entry have passed, only the later one counts: a
 * publish whose unpublish is also due would briefly show outdated content.
 */
export function dueSchedules({ database }: IndexSession, now: Date): readonly DueSchedule[] {
  const rows = database
    .prepare(`SELECT e.type, e.id, e.slug, e.publish_due, e.unpublish_due, l.state AS live
     FROM entries e LEFT JOIN ledger l ON l.id = e.id AND l.type = e.type
     WHERE e.row IN (
       SELECT row FROM entries WHERE publish_due <= ?1
       UNION SELECT row FROM entries WHERE unpublish_due <= ?1)
     ORDER BY e.type, e.id, e.path`)
    .all(now.getTime());
  const due = rows.flatMap((row) => {
    const [publish, unpublish] = [
      dueTime(row["publish_due"], now),
      dueTime(row["unpublish_due"], now),
    ];
    const over = unpublish !== undefined && (publish === undefined || unpublish >= publish);
    // An entry that isn't live needs no unpublish; its publish time has passed without effect.
    if (over && row["live"] !== 1) return [];
    const at = over ? unpublish : publish;
    if (at === undefined) return [];
    const action = over ? "unpublish" : "publish";
    const own = { type: String(row["type"]), id: String(row["id"]), slug: String(row["slug"]) };
    return [{ action, ...own, at: new Date(at).toISOString() } as const];
  });
  return due.toSorted((a, b) => compareStrings(a.at, b.at));
}

function dueTime(time: unknown, now: Date): number | undefined {
  return typeof time === "number" && time <= now.getTime() ? time : undefined;
}

/** Returns the first time after `after` at which something is due. */
export function nextDue({ database }: IndexSession, after: Date): Date | undefined {
  const row = database
    .prepare(`SELECT min(at) AS at FROM (
       SELECT min(publish_due) AS at FROM entries WHERE publish_due > ?1
       UNION ALL SELECT min(unpublish_due) FROM entries WHERE unpublish_due > ?1)`)
    .get(after.getTime());
  return typeof row?.["at"] === "number" ? new Date(row["at"]) : undefined;
}
