/** From one time to the next: the list of a large type is written anew each time. */
const PACE_MS = 500;

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
  const lastMs = new Map<string, number>();
  let closed = false;

  function schedule(siteId: string): void {
    if (closed || timers.has(siteId)) return;
    const waitMs = (lastMs.get(siteId) ?? -Infinity) + PACE_MS - performance.now();
    timers.set(
      siteId,
      setTimeout(() => running.set(siteId, run(siteId)), Math.max(0, waitMs)),
    );
  }

  async function run(siteId: string): Promise<void> {
    timers.delete(siteId);
    lastMs.set(siteId, performance.now());
    await follow(siteId);
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
