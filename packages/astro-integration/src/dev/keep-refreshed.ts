interface KeepRefreshed {
  /** Loads the current content. */
  readonly refresh: () => Promise<void>;
  /** Called after a failure, with the pause before the next attempt. */
  readonly onFailed: (error: unknown, againMs: number) => void;
}

export interface Refresher {
  /** Reports new content. */
  readonly changed: () => void;
  readonly close: () => void;
}

const FIRST_MS = 1000;
const MAX_MS = 30_000;

/** Refreshes after every change, and retries failures with increasing pauses. */
export function keepRefreshed({ refresh, onFailed }: KeepRefreshed): Refresher {
  let timer: NodeJS.Timeout | undefined;
  /** Number of the newest change. Results of older ones are ignored. */
  let newest = 0;
  const attempt = async (change: number, againMs: number): Promise<void> => {
    try {
      await refresh();
    } catch (error) {
      if (change !== newest) return;
      onFailed(error, againMs);
      const next = Math.min(againMs * 2, MAX_MS);
      timer = setTimeout(() => void attempt(change, next), againMs).unref();
    }
  };
  const stop = (): void => {
    newest += 1;
    clearTimeout(timer);
  };
  return {
    changed() {
      stop();
      void attempt(newest, FIRST_MS);
    },
    close: stop,
  };
}
