import { type EventEmitter, once } from "node:events";
import { mkdirSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { Mask, Masker } from "@loam/cms-core/mask";
import { wholeCharacters } from "@loam/cms-core/program";
import type { LogPart } from "./runner.ts";

/** The log of a run in progress. */
export interface RunLog {
  readonly take: (chunk: Buffer, stream: "stdout" | "stderr") => void;
  /**
   * Writes what the masks hold back, and syncs the file.
   *
   * @returns why the log is incomplete, if writing failed
   */
  readonly close: () => Promise<string | undefined>;
}

/** Emits each addition to a log, by the id of its run. */
export type LogBell = EventEmitter<Record<string, []>>;

const IDLE_MS = 200;

/**
 * Each stream has a separate masker: text that one holds back must not delay the other. If the disk fails, the log is
 * cut there and the run continues, because its work matters more than its output.
 */
export async function createRunLog(
  path: string,
  { mask, added }: { readonly mask: Mask; readonly added: () => void },
): Promise<RunLog> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  const maskers: Readonly<Record<"stdout" | "stderr", Masker>> = {
    stdout: mask.createMasker(),
    stderr: mask.createMasker(),
  };
  let writing: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let failure: string | undefined;
  const attempt = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      failure ??= error instanceof Error ? error.message : String(error);
    }
  };
  const write = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    const before = writing;
    writing = (async () => {
      await before;
      // With a gap in the middle it would seem complete.
      if (failure !== undefined) return;
      await attempt(file.appendFile(bytes));
      added();
    })();
    // Reported by `close`.
    writing.catch(() => undefined);
  };
  // Otherwise a prompt without a line break would never be shown.
  const flush = (): void => {
    write(maskers.stdout.flush());
    write(maskers.stderr.flush());
  };
  return {
    take(chunk, stream) {
      write(maskers[stream].write(chunk));
      clearTimeout(idle);
      idle = setTimeout(flush, IDLE_MS);
    },
    async close() {
      clearTimeout(idle);
      write(maskers.stdout.end());
      write(maskers.stderr.end());
      try {
        await writing;
        await attempt(file.sync());
      } finally {
        await file.close();
      }
      return failure;
    },
  };
}

const PART_BYTES = 64 * 1024;

/** A log to follow. */
export interface FollowedLog {
  readonly path: string;
  readonly from: number;
  /** Whether writing has ended. */
  readonly hasEnded: () => boolean;
  readonly bell: LogBell;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Yields the log from a byte offset in parts that end with a line if possible, until the run has ended. */
export async function* followLog(log: FollowedLog): AsyncGenerator<LogPart> {
  let at = log.from;
  const file = await openIfExists(log.path);
  let opened = file;
  try {
    while (!log.signal.aborted) {
      const ended = log.hasEnded();
      // Subscribed before the read, so that later additions are noticed.
      const rung = ended ? undefined : ring(log);
      opened ??= await openIfExists(log.path);
      const part = opened === undefined ? undefined : await readPart(opened, at, ended);
      if (part !== undefined) {
        at = part.end;
        yield part;
      } else if (ended) return;
      else await rung;
    }
  } finally {
    await opened?.close();
  }
}

/** Polling interval: runs of another process emit no events. */
const LOOK_MS = 1000;

async function ring({ bell, id, signal }: FollowedLog): Promise<void> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
  await once(bell, id, { signal: either }).catch(() => undefined);
}

async function openIfExists(path: string): Promise<FileHandle | undefined> {
  return open(path, "r").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
}

async function readPart(
  file: FileHandle,
  at: number,
  ended: boolean,
): Promise<LogPart | undefined> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, at);
  if (bytesRead === 0) return undefined;
  const bytes = buffer.subarray(0, bytesRead);
  const newline = bytes.lastIndexOf(10);
  const isFull = bytesRead === PART_BYTES;
  if (newline === -1 && !ended && !isFull) return undefined;
  // Incomplete characters are kept if there is nothing else.
  const complete = wholeCharacters(bytes) || bytes.length;
  const end = newline === -1 || (ended && !isFull) ? complete : newline + 1;
  return { end: at + end, text: bytes.subarray(0, end).toString() };
}
