/**
 * Run by `row-thread.ts` in a thread of its own: writes batches of rows into new index files, which
 * would hold up everything else for seconds.
 */
import { parentPort } from "node:worker_threads";
import { createRowSink, type RowSink } from "./row-sink.ts";
import type { RowAnswer, RowMessage } from "./row-thread.ts";

let sink: RowSink | undefined;

parentPort?.on("message", (message: RowMessage) => {
  switch (message.kind) {
    case "file":
      sink = createRowSink(message.path);
      break;
    case "rows":
      sink?.put(message.rows);
      answer("written");
      break;
    case "end":
      sink?.finish();
      sink = undefined;
      answer("closed");
  }
});

function answer(done: RowAnswer): void {
  parentPort?.postMessage(done, []);
}
