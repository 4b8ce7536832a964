import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { TouchedBatch } from "./row-batch.ts";

/** A file to write rows to, rows for it, or null when there are no more. One file after the other. */
export type RowMessage =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "rows"; readonly rows: TouchedBatch }
  | { readonly kind: "end" };

/** The oldest rows that were sent are written, and their memory is not needed any more; or the file is closed. */
export type RowAnswer = "written" | "closed";

/** A thread that writes rows into one file. */
export interface RowThread {
  readonly send: (message: RowMessage) => void;
  /** Rejects when the thread ends, which it should not. */
  readonly lost: Promise<never>;
  /** To be called when the file is closed. */
  readonly release: () => void;
  readonly end: () => Promise<void>;
}

const PROGRAM = new URL(
  import.meta.url.endsWith(".ts") ? "row-worker.ts" : "row-worker.js",
  import.meta.url,
);

/**
 * For so long a thread waits for another file. Starting one and compiling what it runs takes as long as
 * the rows of 3,000 entries, and who opens one site often opens more.
 */
const IDLE_MS = 5000;

interface Waiting {
  readonly worker: Worker;
  readonly lost: Promise<never>;
  readonly timer: NodeJS.Timeout;
}

const waiting = new Set<Waiting>();

/** Starts a thread, or takes one that has just written another file. */
export function takeRowThread(onAnswer: (answer: RowAnswer) => void): RowThread {
  const { worker, lost } = takeWaiting() ?? startWorker();
  worker.on("message", onAnswer);
  return {
    lost,
    send: (message) => worker.postMessage(message, []),
    release: () => {
      worker.off("message", onAnswer);
      keepWaiting(worker, lost);
    },
    end: async () => void (await worker.terminate()),
  };
}

function startWorker(): Pick<Waiting, "worker" | "lost"> {
  const worker = new Worker(PROGRAM);
  const lost = once(worker, "exit").then(() => {
    throw new Error("The thread that writes an index has ended.");
  });
  // Who waits for it is told.
  lost.catch(() => undefined);
  return { worker, lost };
}

function takeWaiting(): Waiting | undefined {
  const [found] = waiting;
  if (found === undefined) return undefined;
  waiting.delete(found);
  clearTimeout(found.timer);
  found.worker.ref();
  return found;
}

function keepWaiting(worker: Worker, lost: Promise<never>): void {
  const timer = setTimeout(() => {
    waiting.delete(kept);
    void worker.terminate();
  }, IDLE_MS);
  const kept: Waiting = { worker, lost, timer };
  // It keeps no program from ending.
  timer.unref();
  worker.unref();
  waiting.add(kept);
  lost.catch(() => waiting.delete(kept));
}
