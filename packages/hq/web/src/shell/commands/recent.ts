import { type StoredEntry, readEntries, without } from "../preferences/stored-entries.ts";

const KEY = "loam.recent";
const KEPT = 12;

/** Returns the entries opened last in this browser, latest first. */
export function recentEntries(): readonly StoredEntry[] {
  try {
    return readEntries(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/** Records a visited path if it is an entry's. */
export function recordVisit(pathname: string): void {
  const [, site, type, id] =
    /^\/sites\/([^/]+)\/entries\/([^/]+)\/(e[a-z2-7]{19})$/.exec(pathname) ?? [];
  if (site === undefined || type === undefined || id === undefined) return;
  const entry = { site, type, id };
  const entries = [entry, ...without(recentEntries(), entry)].slice(0, KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // Without browser storage, there are no recent entries.
  }
}
