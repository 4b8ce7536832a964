interface KeepRefreshed {
  /** Loads what is there now. */
  readonly refresh: () => Promise<void>;
  /** Hears of a failure, and of when it is tried again. */
  readonly onFailed: (error: unknown, againMs: number) => void;
}

export interface KeptRefreshed {
  /** Something new is there. */
  readonly changed: () => void;
  readonly close: () => void;
}

const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** Refreshes whenever something changed, and what failed again and again, after longer and longer pauses. */
export function keepRefreshed({ refresh, onFailed }: KeepRefreshed): KeptRefreshed {
  let timer: NodeJS.Timeout | undefined;
  /** Of the newest change: what an older one came to counts no more. */
  let newest = 0;
  const tryIt = async (change: number, againMs: number): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      if (change !== newest) return;
      onFailed(error, againMs);
      const next = Math.min(againMs * 2, MOST_MS);
      timer = setTimeout(() => void tryIt(change, next), againMs).unref();
    }
  };
  const stop = (): void => {
    newest += 1;
    clearTimeout(timer);
  };
  return {
    changed() {
      stop();
      void tryIt(newest, FIRST_MS);
    },
    close: stop,
  };
}
