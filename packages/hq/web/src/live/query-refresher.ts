import type { QueryClient } from "@tanstack/react-query";
import type { QueryFilter } from "./site-event-queries.ts";

/** Collects the events of one commit. */
const GATHER_MS = 100;
/** During a flood of events, such as an import, a list is refetched at most once per second. */
const REST_MS = 1000;

/** Refetches queries affected by events, batched. */
export interface QueryRefresher<Event> {
  take(event: Event): void;
  close(): void;
}

/** Starts collecting events. In a hidden page, queries are refetched when it becomes visible. */
export function createQueryRefresher<Event>(
  queries: Pick<QueryClient, "invalidateQueries">,
  renewedBy: (event: Event) => readonly QueryFilter[],
  isHidden: () => boolean = () => document.hidden,
): QueryRefresher<Event> {
  let waiting = new Map<string, QueryFilter>();
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
