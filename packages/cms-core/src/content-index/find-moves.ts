import { classifyPath } from "../content/layout.ts";
import type { FileChange } from "../git/diff-reader.ts";
import type { SiteConfig } from "../model/site.ts";
import type { EntryRow, EntryRows } from "./entry-rows.ts";
import type { IndexSession } from "./index-session.ts";

/**
 * Rows of files that now stand elsewhere with the same bytes and name, by the new path: nothing of
 * them is to be read. A type that grows has thousands of files moved into folders at once.
 */
export function findMoves(
  { rows, schemas: { site } }: IndexSession,
  changes: readonly FileChange[],
): ReadonlyMap<string, EntryRow> {
  const gone = goneRows(rows, changes);
  const moved = new Map<string, EntryRow>();
  if (gone.size === 0) return moved;
  for (const { path, before, after = "", mode = "" } of changes) {
    const row = before === undefined && mode.startsWith("100") ? gone.get(after) : undefined;
    if (row === undefined || !isSameEntry(row, path, site)) continue;
    moved.set(path, row);
    gone.delete(after);
  }
  return moved;
}

/** Rows of removed files, by blob. */
function goneRows(rows: EntryRows, changes: readonly FileChange[]): Map<string, EntryRow> {
  const gone = new Map<string, EntryRow>();
  for (const { path, before, after } of changes) {
    if (before === undefined || after !== undefined) continue;
    const row = rows.at(path);
    if (row?.read !== undefined && row.settled) gone.set(before, row);
  }
  return gone;
}

/** Whether a file at this path says the same as the row's file. */
function isSameEntry(
  { path: from = "", type, slug }: EntryRow,
  to: string,
  site: SiteConfig,
): boolean {
  const identity = classifyPath(to, site);
  if (identity.kind !== "entry" || identity.object) return false;
  const sameForm = from.endsWith(".yml") === to.endsWith(".yml");
  return identity.apiId === type && identity.slug === slug && sameForm;
}
