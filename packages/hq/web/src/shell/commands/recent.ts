import { keepEntries, type KeptEntry, readKeptEntries, without } from "../kept-entries.ts";

const KEY = "loam.recent";
const KEPT = 12;

/** The entries that were opened last, the latest first. */
export function recentEntries(): readonly KeptEntry[] {
  return readKeptEntries(KEY);
}

/** Takes note of an address that was opened, where it is an entry's. */
export function keepRecent(pathname: string): void {
  const [, site, type, id] =
    /^\/sites\/([^/]+)\/entries\/([^/]+)\/(e[a-z2-7]{19})$/.exec(pathname) ?? [];
  if (site === undefined || type === undefined || id === undefined) return;
  const entry = { site, type, id };
  keepEntries(KEY, [entry, ...without(recentEntries(), entry)].slice(0, KEPT));
}
