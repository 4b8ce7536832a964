import type { WorkerState } from "../state/open-state.ts";
import { recordWaiting, takeTurns } from "./run-claims.ts";

/** Decides which run starts next: a limited number in parallel, in request order, one per directory. */
export interface RunTurns {
  /** A run was accepted and is being prepared; for a moment, later ones let it go first. */
  readonly arrive: (runId: string) => void;
  /**
   * Waits for the turn of a run.
   *
   * @returns whether it had to wait, which `waits` reports immediately
   * @throws if the signal aborts
   */
  readonly take: (
    runId: string,
    turn: {
      readonly directory: string;
      readonly signal: AbortSignal;
      readonly waits: () => void;
    },
  ) => Promise<boolean>;
  readonly isWaiting: (runId: string) => boolean;
  /** A run is no longer in progress: it has ended, or waits for something else. */
  readonly leave: (runId: string) => void;
}

interface Arrived {
  readonly atMs: number;
  /** Absent: it is being prepared. */
  readonly start?: () => void;
}

/** Other processes may own the other runs, and nothing signals when those end. */
const POLL_MS = 200;

/** A run whose skill takes longer to fetch lets others go first. */
const PREPARATION_MS = 5000;

/** Manages the turns of one process; the limit applies to all processes of the worker. */
export function createTurns(state: WorkerState, limit: number): RunTurns {
  const arrived = new Map<string, Arrived>();
  let polling: NodeJS.Timeout | undefined;

  /** The waiting runs, up to the first one that is still being prepared. */
  function waiting(): ReadonlySet<string> {
    const found = new Set<string>();
    const nowMs = performance.now();
    for (const [runId, { atMs, start }] of arrived) {
      if (start !== undefined) found.add(runId);
      else if (nowMs - atMs < PREPARATION_MS) break;
    }
    return found;
  }

  function startNextRuns(): void {
    clearTimeout(polling);
    for (const runId of takeTurns(state, { waiting: waiting(), limit })) {
      const start = arrived.get(runId)?.start;
      arrived.delete(runId);
      start?.();
    }
    const waits = arrived.values().some(({ start }) => start !== undefined);
    polling = waits ? setTimeout(poll, POLL_MS) : undefined;
  }

  function poll(): void {
    try {
      startNextRuns();
    } catch {
      // The disk, or another process, prevented it this time.
      polling = setTimeout(poll, POLL_MS);
    }
  }

  return {
    arrive: (runId) => void arrived.set(runId, { atMs: performance.now() }),
    async take(runId, { directory, signal, waits }) {
      signal.throwIfAborted();
      recordWaiting(state, runId, directory);
      const turn = Promise.withResolvers<undefined>();
      const { atMs = performance.now() } = arrived.get(runId) ?? {};
      arrived.set(runId, { atMs, start: () => turn.resolve(undefined) });
      const stop = (): void => turn.reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      try {
        poll();
        const hadToWait = arrived.has(runId);
        if (hadToWait) waits();
        await turn.promise;
        return hadToWait;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    isWaiting: (runId) => arrived.get(runId)?.start !== undefined,
    leave(runId) {
      arrived.delete(runId);
      poll();
    },
  };
}
