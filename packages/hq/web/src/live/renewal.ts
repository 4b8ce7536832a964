import type { QueryClient } from "@tanstack/react-query";
import type { RenewedQueries } from "./renewed-by.ts";

/** What belongs to one commit comes together. */
const GATHER_MS = 100;
/** A flood of events, such as an import, has a list read once a second. */
const REST_MS = 1000;

/** Has what events concern read again: what comes at one time once, and soon. */
export interface Renewal<Event> {
  take(event: Event): void;
  close(): void;
}

/** Begins to gather; of a page that nobody looks at, all is read when somebody does. */
export function createRenewal<Event>(
  queries: Pick<QueryClient, "invalidateQueries">,
  renewedBy: (event: Event) => readonly RenewedQueries[],
  isHidden: () => boolean = () => document.hidden,
): Renewal<Event> {
  let waiting = new Map<string, RenewedQueries>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restUntil = 0;

  function renew(): void {
    timer = undefined;
    restUntil = Date.now() + REST_MS;
    const renewed = waiting;
    waiting = new Map();
    const refetchType = isHidden() ? "none" : "active";
    for (const filter of renewed.values()) {
      void queries.invalidateQueries({ ...filter, refetchType });
    }
  }

  return {
    take(event) {
      for (const filter of renewedBy(event)) waiting.set(JSON.stringify(filter), filter);
      if (waiting.size === 0) return;
      timer ??= setTimeout(renew, Math.max(GATHER_MS, restUntil - Date.now()));
    },
    close: () => clearTimeout(timer),
  };
}
