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
  const next = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const lastMs = new Map<string, number>();

  async function run(siteId: string): Promise<void> {
    next.delete(siteId);
    await running.get(siteId);
    lastMs.set(siteId, performance.now());
    const done = follow(siteId);
    running.set(siteId, done);
    await done;
    if (running.get(siteId) === done) running.delete(siteId);
  }

  return {
    follow(siteId) {
      if (next.has(siteId)) return;
      const wait = (lastMs.get(siteId) ?? -Infinity) + PACE_MS - performance.now();
      next.set(
        siteId,
        setTimeout(() => void run(siteId), Math.max(0, wait)),
      );
    },
    async close() {
      for (const timer of next.values()) clearTimeout(timer);
      next.clear();
      await Promise.all(running.values());
    },
  };
}
