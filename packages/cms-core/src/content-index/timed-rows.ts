import type { BuildRows } from "./build-rows.ts";
import type { LedgerState } from "./entry-state.ts";
import { entryRecord } from "./entry-writer.ts";
import type { VersionFacts } from "./version-facts.ts";

/** When a file was last changed, ms since 1970. */
export type TimeOf = (path: string) => number | undefined;

/** A version on its way into a new index. */
interface TimedRow {
  readonly facts: VersionFacts;
  readonly path: string;
  readonly ledger: LedgerState | undefined;
}

/** Rows that wait until it is known when their files were changed. */
export interface TimedRows {
  readonly put: (row: TimedRow) => void;
  /** Waits while many rows wait or are on their way. */
  readonly drain: () => Promise<void>;
  /** Resolves when no row waits. */
  readonly settled: () => Promise<void>;
}

/** So many wait, about: as many as are read while git goes through a log of one large commit. */
const MOST_WAITING = 2000;
/** Characters of their texts. */
const MOST_TEXT = 8 * 1024 * 1024;

/** Files are read while git is still asked for their times; rows go on in the order in which they came. */
export function createTimedRows(rows: BuildRows, times: Promise<TimeOf>): TimedRows {
  const waiting: TimedRow[] = [];
  let waitingText = 0;
  let timeOf: TimeOf | undefined;
  const put = ({ facts, path, ledger }: TimedRow, find: TimeOf): void => {
    rows.put(entryRecord(facts, { path, updatedAt: find(path) ?? 0, ledger }));
  };
  const putWaiting = async (): Promise<void> => {
    const found = await times;
    for (const row of waiting.splice(0)) put(row, found);
    timeOf = found;
    waitingText = 0;
  };
  const known = putWaiting();
  // Who waits is told.
  known.catch(() => undefined);
  return {
    put: (row) => {
      if (timeOf !== undefined) {
        put(row, timeOf);
        return;
      }
      waiting.push(row);
      waitingText += row.facts.text.length;
    },
    drain: async () => {
      if (waiting.length >= MOST_WAITING || waitingText >= MOST_TEXT) await known;
      await rows.drain();
    },
    settled: async () => known,
  };
}
