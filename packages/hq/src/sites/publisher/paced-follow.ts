/** From one time to the next. */
const PACE_MS = 500;
/** The list of a large type is written anew each time: a third of the time is enough for that. */
const REST_SHARE = 2;
/** Whatever it takes, no longer than this from one to the next. */
const MAX_REST_MS = 2000;

/** Follows sites beside the requests, at once and then no more often than the pace. */
export interface PacedFollow {
  follow(siteId: string): void;
  /** Resolves when nothing is under way; what still waits is left. */
  close(): Promise<void>;
}

/** @param follow - never fails */
export function createPacedFollow(follow: (siteId: string) => Promise<void>): PacedFollow {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  /** Asked for again while they were followed. */
  const again = new Set<string>();
  /** When each may be followed next. */
  const notBefore = new Map<string, number>();
  let closed = false;

  function schedule(siteId: string): void {
    if (closed || timers.has(siteId)) return;
    const waitMs = (notBefore.get(siteId) ?? -Infinity) - performance.now();
    timers.set(
      siteId,
      setTimeout(() => running.set(siteId, run(siteId)), Math.max(0, waitMs)),
    );
  }

  async function run(siteId: string): Promise<void> {
    timers.delete(siteId);
    const start = performance.now();
    await follow(siteId);
    const end = performance.now();
    const restMs = Math.min((end - start) * REST_SHARE, MAX_REST_MS);
    notBefore.set(siteId, Math.max(start + PACE_MS, end + restMs));
    running.delete(siteId);
    if (again.delete(siteId)) schedule(siteId);
  }

  return {
    follow(siteId) {
      if (running.has(siteId)) again.add(siteId);
      else schedule(siteId);
    },
    async close() {
      closed = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
