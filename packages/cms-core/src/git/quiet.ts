/** Knows whether a repository is being written to. */
export interface Quiet {
  /** Something was written. */
  readonly noted: () => void;
  /** Resolves when nothing was for a while, or at once when nothing is to be waited for any more. */
  readonly wait: () => Promise<void>;
  /** Nobody waits from now on. */
  readonly end: () => void;
}

/** More than a publish takes that follows another at once. */
const QUIET_MS = 25;
/** Who writes on and on is not waited for. */
const LONGEST_MS = 1000;

export function createQuiet(): Quiet {
  let last = 0;
  let ended = false;
  const waiting = new Set<() => void>();
  const pause = async (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      }
      waiting.add(done);
    });
  const waitUntil = async (latest: number): Promise<void> => {
    const left = ended ? 0 : Math.min(last + QUIET_MS, latest) - performance.now();
    if (left <= 0) return;
    await pause(Math.ceil(left));
    await waitUntil(latest);
  };
  return {
    noted: () => (last = performance.now()),
    wait: async () => waitUntil(performance.now() + LONGEST_MS),
    end: () => {
      ended = true;
      for (const done of waiting) done();
    },
  };
}
