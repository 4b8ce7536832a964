import type { WorkerState } from "../state/open-state.ts";
import { noteWaiting, takeTurns } from "./run-claims.ts";

/** Who runs next: a few at a time, in the order in which they were asked for, one in a directory. */
export interface RunTurns {
  /** A run was taken on, and is being prepared: for a moment those behind it leave it its place. */
  readonly arrive: (runId: string) => void;
  /**
   * Waits for the turn of a run.
   *
   * @returns whether it had to wait, of which `waits` is told at once
   * @throws when the signal aborts
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
  /** A run is not under way any more: it has ended, or waits for something else. */
  readonly leave: (runId: string) => void;
}

interface Arrived {
  readonly atMs: number;
  /** Absent: it is being prepared. */
  readonly begin?: () => void;
}

/** Another process may have run the others: nobody tells when its runs end. */
const POLL_MS = 200;

/** A skill that takes longer to be fetched lets others go first. */
const PREPARATION_MS = 5000;

/** The turns of the runs of one process; the limit counts those of every process of the worker. */
export function createTurns(state: WorkerState, limit: number): RunTurns {
  const arrived = new Map<string, Arrived>();
  let polling: NodeJS.Timeout | undefined;

  /** Those that wait, up to the first that may still come to wait before them. */
  function waiting(): ReadonlySet<string> {
    const found = new Set<string>();
    const nowMs = performance.now();
    for (const [runId, { atMs, begin }] of arrived) {
      if (begin !== undefined) found.add(runId);
      else if (nowMs - atMs < PREPARATION_MS) break;
    }
    return found;
  }

  function look(): void {
    clearTimeout(polling);
    for (const runId of takeTurns(state, { waiting: waiting(), limit })) {
      const begin = arrived.get(runId)?.begin;
      arrived.delete(runId);
      begin?.();
    }
    const waits = arrived.values().some(({ begin }) => begin !== undefined);
    polling = waits ? setTimeout(lookAgain, POLL_MS) : undefined;
  }

  function lookAgain(): void {
    try {
      look();
    } catch {
      // The disk, or another process, was in the way this time.
      polling = setTimeout(lookAgain, POLL_MS);
    }
  }

  return {
    arrive: (runId) => void arrived.set(runId, { atMs: performance.now() }),
    async take(runId, { directory, signal, waits }) {
      signal.throwIfAborted();
      noteWaiting(state, runId, directory);
      const turn = Promise.withResolvers<undefined>();
      const { atMs = performance.now() } = arrived.get(runId) ?? {};
      arrived.set(runId, { atMs, begin: () => turn.resolve(undefined) });
      const stop = (): void => turn.reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      try {
        lookAgain();
        const hadToWait = arrived.has(runId);
        if (hadToWait) waits();
        await turn.promise;
        return hadToWait;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    isWaiting: (runId) => arrived.get(runId)?.begin !== undefined,
    leave(runId) {
      arrived.delete(runId);
      lookAgain();
    },
  };
}
