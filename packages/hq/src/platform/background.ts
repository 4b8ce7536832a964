import type { Logger } from "pino";

/** Work that goes on after a request was answered, and that ends before everything closes. */
export interface Background {
  run(work: () => Promise<void>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** What fails is logged: nobody waits for it. */
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
