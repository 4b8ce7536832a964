import type { LiveSite, LiveTables } from "@loam/cms-core/publish";
import { prepareSearch } from "@loam/cms-core/query";

/** Up to as many entries are read by the first search itself, in some tenths of a second. */
const FEW_ENTRIES = 4096;

/** Between two pieces of work of some ten milliseconds, so that requests come in between. */
const PAUSE_MS = 20;

/**
 * Reads the texts of large types a piece at a time, so that no search has to read them all while
 * everybody waits. Ends when all are read, or when `signal` says so.
 */
export function prepareSearches(
  live: LiveSite,
  { tables, signal }: { readonly tables: LiveTables; readonly signal: AbortSignal },
): void {
  const large = [...live.types.values()].filter(({ body }) => body.totalCount > FEW_ENTRIES);
  const [next, ...others] = large.map(({ apiId }) => apiId);
  const step = (apiId: string, rest: readonly string[]): void => {
    if (signal.aborted) return;
    const table = tables.table(apiId);
    const isMore = table !== undefined && prepareSearch(table);
    const [following, ...after] = isMore ? [apiId, ...rest] : rest;
    if (following !== undefined) setTimeout(step, PAUSE_MS, following, after).unref();
  };
  if (next !== undefined) setTimeout(step, PAUSE_MS, next, others).unref();
}
