import type { EntryRecord } from "./entry-writer.ts";
import { createRowPacker } from "./row-batch.ts";
import { createRowSink } from "./row-sink.ts";
import { takeRowThread, type RowAnswer } from "./row-thread.ts";

/** Rows on their way into a new index file. */
export interface BuildRows {
  readonly put: (record: EntryRecord) => void;
  /** Waits while many rows are on their way. */
  readonly drain: () => Promise<void>;
  /** Resolves when the rows and their indexes are in the file and nobody has it open. */
  readonly finish: () => Promise<void>;
  /** Lets go of the file, whatever is in it. */
  readonly abort: () => Promise<void>;
}

/** For fewer a thread takes longer to start than they take. */
const WORKER_FROM = 2000;
const BATCH_ROWS = 250;
const BATCH_BYTES = 512 * 1024;
/** Batches: so much is in memory where the thread is the slower one. */
const MOST_ON_THE_WAY = 16;

/** @param count about how many rows there will be */
export function createBuildRows(path: string, count: number): BuildRows {
  return count < WORKER_FROM ? rowsHere(path) : rowsInThread(path);
}

function rowsHere(path: string): BuildRows {
  const sink = createRowSink(path);
  return {
    put: (record) => sink.put([record]),
    drain: async () => undefined,
    finish: async () => sink.finish(),
    abort: async () => sink.close(),
  };
}

function rowsInThread(path: string): BuildRows {
  const rows = createRowPacker();
  const closed = Promise.withResolvers<void>();
  let onTheWay = 0;
  let wake: (() => void) | undefined;
  const thread = takeRowThread((answer: RowAnswer) => {
    if (answer === null) {
      closed.resolve();
      return;
    }
    rows.reuse(answer);
    onTheWay -= 1;
    if (onTheWay < MOST_ON_THE_WAY) wake?.();
  });
  const sendBatch = (): void => {
    if (rows.count() === 0) return;
    thread.send({ kind: "rows", rows: rows.take() });
    onTheWay += 1;
  };
  thread.send({ kind: "file", path });
  return {
    put: (record) => {
      rows.put(record);
      if (rows.count() === BATCH_ROWS || rows.byteSize() > BATCH_BYTES) sendBatch();
    },
    drain: async () => {
      if (onTheWay < MOST_ON_THE_WAY) return;
      const room = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([room, thread.lost]);
    },
    finish: async () => {
      sendBatch();
      thread.send({ kind: "end" });
      await Promise.race([closed.promise, thread.lost]);
      thread.release();
    },
    abort: thread.end,
  };
}
