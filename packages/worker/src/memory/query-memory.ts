import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import type { WorkerState } from "../state/open-state.ts";
import { type MemoryEntry, type MemoryKind, readMemoryRow } from "./memory-entry.ts";
import { matchAll } from "./memory-words.ts";

export interface MemoryQuery {
  /** Words that must all occur; absent or empty: every entry. */
  readonly search?: string;
  /** Includes this project's entries and the universal ones; absent: only universal ones. */
  readonly projectId?: string;
  readonly kind?: MemoryKind;
  readonly tag?: string;
  readonly limit: number;
  readonly offset: number;
  /** Entries that have expired by then aren't found. */
  readonly now: Date;
}

interface FoundMemory extends MemoryEntry {
  /** Relevance to the search, higher is better; 0 if sorted by age. */
  readonly score: number;
}

interface MemoryPage {
  readonly contents: readonly FoundMemory[];
  readonly totalCount: number;
}

/** Ranking must read all matching entries; if there are more than this, the newest come first instead. */
const MAX_RANKED = 500;
const MAX_SEARCH_CHARACTERS = 200;
/** A project's entries and universal ones; without a project, only universal ones. */
const IN_SCOPE = "(m.project_id = ? OR m.project_id IS NULL)";

/**
 * The only way to read the memory: access by project is decided only here. Without a search, or with very many matches,
 * the newest come first, otherwise the best matches.
 *
 * @throws CmsError `invalid_request`
 */
export function queryMemory({ database }: WorkerState, query: MemoryQuery): MemoryPage {
  const { search = "", projectId = null, limit, offset } = query;
  checkSearch(search);
  const words = matchAll(search, projectId);
  if (words === undefined && search.trim() !== "") return { contents: [], totalCount: 0 };
  const { conditions, values } = conditionsOf(database, query);
  if (words === undefined) {
    const scope = [IN_SCOPE, ...conditions].join(" AND ");
    const parameters = [projectId, ...values];
    const page = `SELECT m.*, 0 AS score FROM memory m WHERE ${scope} ORDER BY m.row DESC`;
    return {
      contents: readPage(database, page, [...parameters, limit, offset]),
      totalCount: countOf(
        database,
        `SELECT count(*) AS total FROM memory m WHERE ${scope}`,
        parameters,
      ),
    };
  }
  const match = ["memory_words MATCH ?", ...conditions].join(" AND ");
  // CROSS: makes SQLite start with the search.
  const joined = `memory_words CROSS JOIN memory m ON m.row = memory_words.rowid WHERE ${match}`;
  const counted = conditions.length === 0 ? `memory_words WHERE ${match}` : joined;
  const count = `SELECT count(*) AS total FROM ${counted}`;
  const parameters = [words.inScope, ...values];
  const totalCount = countOf(database, count, parameters);
  if (totalCount > MAX_RANKED) {
    const newest = `SELECT m.*, 0 AS score FROM ${joined} ORDER BY memory_words.rowid DESC`;
    return { contents: readPage(database, newest, [...parameters, limit, offset]), totalCount };
  }
  const ranked = `SELECT m.*, -bm25(memory_words) AS score FROM ${joined} AND ${IN_SCOPE} ORDER BY score DESC, m.row DESC`;
  const rankedParameters = [words.anywhere, ...values, projectId, limit, offset];
  return { contents: readPage(database, ranked, rankedParameters), totalCount };
}

function readPage(
  database: DatabaseSync,
  page: string,
  values: readonly SQLInputValue[],
): readonly FoundMemory[] {
  const rows = database.prepare(`${page} LIMIT ? OFFSET ?`).all(...values);
  return rows.map((row) => Object.assign(readMemoryRow(row), { score: Number(row["score"]) }));
}

function countOf(database: DatabaseSync, count: string, values: readonly SQLInputValue[]): number {
  return Number(database.prepare(count).get(...values)?.["total"]);
}

function checkSearch(search: string): void {
  if (Array.from(search).length <= MAX_SEARCH_CHARACTERS) return;
  throw new CmsError(
    "invalid_request",
    `search can have up to ${MAX_SEARCH_CHARACTERS} characters.`,
    {
      details: { param: "search" },
    },
  );
}

/** Conditions other than words and scope. Each is checked for every matching entry. */
function conditionsOf(
  database: DatabaseSync,
  { kind, tag, now }: MemoryQuery,
): { readonly conditions: readonly string[]; readonly values: readonly SQLInputValue[] } {
  const all: [condition: string, value: SQLInputValue][] = [];
  const today = now.toISOString();
  const expired = database.prepare("SELECT 1 FROM memory WHERE expires_at <= ?").get(today);
  if (expired !== undefined) all.push(["(m.expires_at IS NULL OR m.expires_at > ?)", today]);
  if (kind !== undefined) all.push(["m.kind = ?", kind]);
  if (tag !== undefined) {
    all.push(["EXISTS (SELECT 1 FROM json_each(m.tags) AS t WHERE t.value = ?)", tag]);
  }
  return {
    conditions: all.map(([condition]) => condition),
    values: all.map(([, value]) => value),
  };
}

/** Counts the entries of each project, without universal ones. */
export function countMemoryByProject({ database }: WorkerState): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      "SELECT project_id, count(*) AS total FROM memory WHERE project_id IS NOT NULL GROUP BY project_id",
    )
    .all();
  return new Map(rows.map((row) => [String(row["project_id"]), Number(row["total"])]));
}

/** Yields every entry of all projects in the order of their last change; only for exports. */
export function* listMemory({ database }: WorkerState): Generator<MemoryEntry> {
  for (const row of database.prepare("SELECT * FROM memory ORDER BY row").iterate()) {
    yield readMemoryRow(row);
  }
}
