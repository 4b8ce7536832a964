import type { StuckChange } from "./site-registry.ts";

/** Sites whose public files could not be written, each with its next retry. */
export interface StuckSites {
  /** Schedules the next retry. @returns the delay in milliseconds */
  add(siteId: string): number;
  /** Removes a site after its files were written or it was deleted. */
  delete(siteId: string): void;
  ids(): readonly string[];
  onChange(listener: (changed: StuckChange) => void): () => void;
  close(): void;
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;

/** @param retry - never throws; a site that fails again is added again */
export function createStuckSites(retry: (siteId: string) => Promise<void>): StuckSites {
  const stuck = new Map<string, { readonly failures: number; readonly timer: NodeJS.Timeout }>();
  const listeners = new Set<(changed: StuckChange) => void>();

  function notifyListeners(changed: StuckChange): void {
    for (const listener of listeners) listener(changed);
  }

  return {
    add(siteId) {
      const before = stuck.get(siteId);
      clearTimeout(before?.timer);
      const failures = (before?.failures ?? 0) + 1;
      const retryMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
      const timer = setTimeout(() => void retry(siteId), retryMs).unref();
      stuck.set(siteId, { failures, timer });
      if (before === undefined) notifyListeners({ siteId, stuck: true });
      return retryMs;
    },
    delete(siteId) {
      const before = stuck.get(siteId);
      if (before === undefined) return;
      clearTimeout(before.timer);
      stuck.delete(siteId);
      notifyListeners({ siteId, stuck: false });
    },
    ids: () => [...stuck.keys()],
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      for (const { timer } of stuck.values()) clearTimeout(timer);
      stuck.clear();
      listeners.clear();
    },
  };
}
