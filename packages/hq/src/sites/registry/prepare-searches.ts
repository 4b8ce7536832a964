import type { LiveSite, LiveTables } from "@loam/cms-core/publish";
import { prepareSearch } from "@loam/cms-core/query";

/** Up to as many entries are read by the first search itself, in some tenths of a second. */
const FEW_ENTRIES = 4096;

/** Between two pieces of work of some ten milliseconds, so that requests come in between. */
const PAUSE_MS = 20;

interface Searched {
  readonly live: LiveSite;
  readonly tables: LiveTables;
}

/** Makes sites ready to be searched, each as it stood when that was asked last. */
export function createSearchPreparation(): {
  prepare(siteId: string, searched: Searched): void;
  stop(siteId: string): void;
  stopAll(): void;
} {
  const runs = new Map<string, AbortController>();
  return {
    prepare(siteId, searched) {
      runs.get(siteId)?.abort();
      const run = new AbortController();
      runs.set(siteId, run);
      prepareSearches(searched, run.signal);
    },
    stop(siteId) {
      runs.get(siteId)?.abort();
      runs.delete(siteId);
    },
    stopAll() {
      for (const run of runs.values()) run.abort();
    },
  };
}

/**
 * Reads the texts of large types a piece at a time, so that no search has to read them all while
 * everybody waits. Ends when all are read, or when `signal` says so.
 */
function prepareSearches({ live, tables }: Searched, signal: AbortSignal): void {
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
