/**
 * Run by `build-rows.ts` in a thread of its own: writes batches of rows into a new index file, which
 * would hold up everything else for seconds.
 */
import { parentPort, workerData } from "node:worker_threads";
import { unpackRows, type RowBatch } from "./row-batch.ts";
import { createRowSink } from "./row-sink.ts";

/** A batch to write, or null when there are no more. */
export type RowMessage = RowBatch | null;

/** What is said when a batch is written: its texts, which are not needed any more. */
export type RowAnswer = RowBatch["texts"];

const path: unknown = workerData;
const sink = createRowSink(String(path));

parentPort?.on("message", (message: RowMessage) => {
  if (message === null) {
    sink.finish();
    parentPort?.close();
  } else {
    sink.put(unpackRows(message));
    const answer: RowAnswer = message.texts;
    parentPort?.postMessage(answer, [answer.buffer]);
  }
});
