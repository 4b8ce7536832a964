import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import type { WorkerState } from "../state/open-state.ts";
import { type MemoryEntry, type MemoryKind, readMemoryRow } from "./memory-entry.ts";
import { matchAll } from "./memory-words.ts";

export interface MemoryQuery {
  /** All of these words; absent or empty: every entry. */
  readonly search?: string;
  /** Its entries and the universal ones; absent: the universal ones alone. */
  readonly projectId?: string;
  readonly kind?: MemoryKind;
  readonly tag?: string;
  readonly limit: number;
  readonly offset: number;
  /** What has expired by then is not found. */
  readonly now: Date;
}

interface FoundMemory extends MemoryEntry {
  /** How well it fits the search, the more the better; 0 where they stand by age. */
  readonly score: number;
}

interface MemoryPage {
  readonly contents: readonly FoundMemory[];
  readonly totalCount: number;
}

/** To rank entries all of them must be read: of words that are in more of them than these, the newest come first. */
const MAX_RANKED = 500;
const MAX_SEARCH_CHARACTERS = 200;
/** Its entries and the universal ones; of no project the universal ones alone. */
const IN_SCOPE = "(m.project_id = ? OR m.project_id IS NULL)";

/**
 * The one way to read the memory, for every door: which project sees what is decided here alone. Without a search, or
 * where it finds very many, the newest come first, else those that fit best.
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
    const given = [projectId, ...values];
    const page = `SELECT m.*, 0 AS score FROM memory m WHERE ${scope} ORDER BY m.row DESC`;
    return {
      contents: readPage(database, page, [...given, limit, offset]),
      totalCount: countOf(database, `SELECT count(*) AS total FROM memory m WHERE ${scope}`, given),
    };
  }
  const match = ["memory_words MATCH ?", ...conditions].join(" AND ");
  // CROSS: the search comes first, whatever SQLite thinks of it.
  const joined = `memory_words CROSS JOIN memory m ON m.row = memory_words.rowid WHERE ${match}`;
  const counted = conditions.length === 0 ? `memory_words WHERE ${match}` : joined;
  const count = `SELECT count(*) AS total FROM ${counted}`;
  const given = [words.inScope, ...values];
  const totalCount = countOf(database, count, given);
  if (totalCount > MAX_RANKED) {
    const newest = `SELECT m.*, 0 AS score FROM ${joined} ORDER BY memory_words.rowid DESC`;
    return { contents: readPage(database, newest, [...given, limit, offset]), totalCount };
  }
  const ranked = `SELECT m.*, -bm25(memory_words) AS score FROM ${joined} AND ${IN_SCOPE} ORDER BY score DESC, m.row DESC`;
  const asked = [words.anywhere, ...values, projectId, limit, offset];
  return { contents: readPage(database, ranked, asked), totalCount };
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

/** What is asked for beside words and scope. Each means a look at every entry that is found. */
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

/** How many entries each project has; the universal ones are left out. */
export function countMemoryByProject({ database }: WorkerState): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      "SELECT project_id, count(*) AS total FROM memory WHERE project_id IS NOT NULL GROUP BY project_id",
    )
    .all();
  return new Map(rows.map((row) => [String(row["project_id"]), Number(row["total"])]));
}

/** Every entry of every project, in the order of their last changes: for an export, and for nobody else. */
export function* listMemory({ database }: WorkerState): Generator<MemoryEntry> {
  for (const row of database.prepare("SELECT * FROM memory ORDER BY row").iterate()) {
    yield readMemoryRow(row);
  }
}
