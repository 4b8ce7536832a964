import type { Logger } from "pino";

/** Work that continues after a request was answered and finishes before HQ closes. */
export interface Background {
  run(work: () => Promise<void>): void;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
}

/** Failures are logged, because no caller waits for the work. */
export function createBackground(log: Logger): Background {
  const underWay = new Set<Promise<void>>();

  async function logged(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, "Background work failed.");
    }
  }

  return {
    run(work) {
      const running = logged(work).finally(() => underWay.delete(running));
      underWay.add(running);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
