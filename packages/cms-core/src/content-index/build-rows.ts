import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { EntryRecord } from "./entry-writer.ts";
import { createRowPacker } from "./row-batch.ts";
import { createRowSink } from "./row-sink.ts";
import type { RowAnswer, RowMessage } from "./row-worker.ts";

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

const PROGRAM = new URL(
  import.meta.url.endsWith(".ts") ? "row-worker.ts" : "row-worker.js",
  import.meta.url,
);

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
  const worker = new Worker(PROGRAM, { workerData: path });
  const ended = once(worker, "exit");
  // Who drains or finishes is told.
  ended.catch(() => undefined);
  const rows = createRowPacker();
  let onTheWay = 0;
  let wake: (() => void) | undefined;
  worker.on("message", (texts: RowAnswer) => {
    rows.reuse(texts);
    onTheWay -= 1;
    if (onTheWay < MOST_ON_THE_WAY) wake?.();
  });
  const send = (message: RowMessage): void => {
    worker.postMessage(message, message === null ? [] : [message.texts.buffer]);
  };
  const sendBatch = (): void => {
    if (rows.count() === 0) return;
    send(rows.take());
    onTheWay += 1;
  };
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
      await Promise.race([room, ended]);
    },
    finish: async () => {
      sendBatch();
      send(null);
      await ended;
    },
    abort: async () => void (await worker.terminate()),
  };
}
