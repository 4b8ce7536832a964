import type { Touch } from "../git/change-log.ts";
import type { TouchOf } from "./change-times.ts";
import type { EntryRecord } from "./entry-writer.ts";
import { createRowPacker, type RowBatch, type TouchedBatch } from "./row-batch.ts";
import { createRowSink } from "./row-sink.ts";
import { takeRowThread, type RowAnswer } from "./row-thread.ts";

/** Rows on their way into a new index file, in the order in which they are put. */
export interface BuildRows {
  /** @param path of the file, which is asked who changed it when that is known */
  readonly put: (record: EntryRecord, path: string) => void;
  /** Waits while many rows wait for who changed them, or are on their way. */
  readonly drain: () => Promise<void>;
  /** Resolves when the rows and their indexes are in the file and nobody has it open. */
  readonly finish: () => Promise<void>;
  /** Lets go of the file, whatever is in it. */
  readonly abort: () => Promise<void>;
}

export interface CreateBuildRows {
  /** About how many rows there will be. */
  readonly count: number;
  readonly touches: Promise<TouchOf>;
}

/** For fewer a thread takes longer to start than they take. */
const WORKER_FROM = 2000;
const BATCH_ROWS = 250;
const BATCH_BYTES = 512 * 1024;
/** Batches: as many rows as are read while git goes through a log of one large commit. */
const MOST_WAITING = 8;
/** Batches: so much is in memory where the thread is the slower one. */
const MOST_ON_THE_WAY = 16;

/**
 * Files are read while git is still asked who changed them. Their rows wait packed: as objects they would
 * outlive two collections, and from then on the engine would take everything of an entry for long-lived.
 */
export function createBuildRows(path: string, { count, touches }: CreateBuildRows): BuildRows {
  const rows = createRowPacker();
  const target =
    count < WORKER_FROM ? writeHere(path, rows.reuse) : writeInThread(path, rows.reuse);
  const waiting: PackedRows[] = [];
  let paths: string[] = [];
  let touchOf: TouchOf | undefined;
  const sendWaiting = async (): Promise<void> => {
    const found = await touches;
    for (const packed of waiting.splice(0)) target.send(touched(packed, found));
    touchOf = found;
  };
  const known = sendWaiting();
  // Who waits is told.
  known.catch(() => undefined);
  const sendBatch = (): void => {
    if (rows.count() === 0) return;
    const packed = { batch: rows.take(), paths };
    paths = [];
    if (touchOf === undefined) waiting.push(packed);
    else target.send(touched(packed, touchOf));
  };
  return {
    put: (record, of) => {
      rows.put(record);
      paths.push(of);
      if (rows.count() === BATCH_ROWS || rows.byteSize() > BATCH_BYTES) sendBatch();
    },
    drain: async () => {
      if (waiting.length >= MOST_WAITING) await known;
      await target.drain();
    },
    finish: async () => {
      sendBatch();
      await known;
      await target.finish();
    },
    abort: target.abort,
  };
}

interface PackedRows {
  readonly batch: RowBatch;
  readonly paths: readonly string[];
}

function touched({ batch, paths }: PackedRows, touchOf: TouchOf): TouchedBatch {
  return { ...batch, touches: paths.map((path) => plainTouch(touchOf(path))) };
}

/** One value for all files of a commit stays one on its way to another thread. */
const plain = new WeakMap<Touch, Touch>();

function plainTouch(touch: Touch | undefined): Touch | undefined {
  if (touch === undefined) return undefined;
  const known = plain.get(touch);
  if (known !== undefined) return known;
  const made = { time: touch.time, author: touch.author };
  plain.set(touch, made);
  return made;
}

/** Who writes rows. */
interface RowTarget extends Pick<BuildRows, "drain" | "finish" | "abort"> {
  readonly send: (batch: TouchedBatch) => void;
}

function writeHere(path: string, reuse: (texts: RowBatch["texts"]) => void): RowTarget {
  const sink = createRowSink(path);
  return {
    send: (batch) => {
      sink.put(batch);
      reuse(batch.texts);
    },
    drain: async () => undefined,
    finish: async () => sink.finish(),
    abort: async () => sink.close(),
  };
}

function writeInThread(path: string, reuse: (texts: RowBatch["texts"]) => void): RowTarget {
  const closed = Promise.withResolvers<void>();
  // By their order: memory that came back in a message would be counted as new each time.
  const onTheWay: RowBatch["texts"][] = [];
  let room: PromiseWithResolvers<void> | undefined;
  const thread = takeRowThread((answer: RowAnswer) => {
    if (answer === "closed") {
      closed.resolve();
      return;
    }
    const texts = onTheWay.shift();
    if (texts !== undefined) reuse(texts);
    if (onTheWay.length < MOST_ON_THE_WAY) room?.resolve();
  });
  thread.send({ kind: "file", path });
  return {
    send: (batch) => {
      thread.send({ kind: "rows", rows: batch });
      onTheWay.push(batch.texts);
    },
    drain: async () => {
      if (onTheWay.length < MOST_ON_THE_WAY) return;
      room = Promise.withResolvers();
      await Promise.race([room.promise, thread.lost]);
    },
    finish: async () => {
      thread.send({ kind: "end" });
      await Promise.race([closed.promise, thread.lost]);
      thread.release();
    },
    abort: thread.end,
  };
}
