import { setTimeout as wait } from "node:timers/promises";

/** Waits for a duration, until woken, or until `signal` aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Ends waiting between two polls when HQ wakes the worker. */
export interface PollWaker {
  /** Needs no authentication: its only effect is a poll of HQ. */
  readonly wake: () => void;
  /** Must be called before a poll: a wake-up during it ends the next wait immediately. */
  readonly listen: () => Pause;
}

/** Minimum interval between polls, however often the worker is woken. */
const EVERY_MS = 1000;

export function createPollWaker(): PollWaker {
  let next = new AbortController();
  let last = -Infinity;
  return {
    wake() {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      next.abort();
      next = new AbortController();
    },
    listen() {
      const { signal: woken } = next;
      return async (milliseconds, signal) => {
        const either = AbortSignal.any([signal, woken]);
        await wait(milliseconds, undefined, { signal: either }).catch(() => undefined);
      };
    },
  };
}
