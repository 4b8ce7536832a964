import { DIRECT, POOLED, type FileCalls } from "./durable-file.ts";

/** Longer than this, nobody else should have to wait for it. */
const SLOW_MS = 10;
const FIRST_TRIALS = 4;
const TRIALS_AFTER_SLOW = 64;

export interface DiskPace {
  /** How the next batch is to be written. */
  readonly calls: () => FileCalls;
  /** Takes note of how long a batch took to write. */
  readonly took: (ms: number) => void;
}

/**
 * Decides where the disk is waited for. A fast one (fsync in a tenth of a millisecond) is waited
 * for on the calling thread, which costs less than the trips through the thread pool; after one
 * slow batch, the next 64 go through the pool.
 */
export function createDiskPace(): DiskPace {
  let trials = FIRST_TRIALS;
  return {
    calls: () => (trials > 0 ? POOLED : DIRECT),
    took: (ms) => {
      trials = ms > SLOW_MS ? TRIALS_AFTER_SLOW : Math.max(0, trials - 1);
    },
  };
}
