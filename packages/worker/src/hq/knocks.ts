import { setTimeout as wait } from "node:timers/promises";

/** Waits so long, until a knock or until `signal` aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** What ends the pauses before HQ is asked again: HQ is there, and has something to tell. */
export interface Knocks {
  /** Whoever knocks is not asked who it is: all that comes of it is a question to HQ. */
  readonly knock: () => void;
  /** Before HQ is asked: a knock that comes meanwhile ends the pause after it at once. */
  readonly listen: () => Pause;
}

/** Whoever knocks without end makes HQ be asked no more often than this. */
const EVERY_MS = 1000;

export function createKnocks(): Knocks {
  let next = new AbortController();
  let last = -Infinity;
  return {
    knock() {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      next.abort();
      next = new AbortController();
    },
    listen() {
      const { signal: knocked } = next;
      return async (milliseconds, signal) => {
        const either = AbortSignal.any([signal, knocked]);
        await wait(milliseconds, undefined, { signal: either }).catch(() => undefined);
      };
    },
  };
}
