import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { addAbortSignal, type Readable, Writable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { CmsError } from "../base/errors.ts";

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of a command, replaced with plain values in tests. */
export interface Terminal {
  readonly environment: Environment;
  /** Base of relative paths. */
  readonly folder: string;
  /** Reads all of standard input. */
  readonly input: (options?: InputOptions) => Promise<string>;
  /** Asks the user; undefined without an answer. Absent without a terminal. */
  readonly ask?: (question: string, options?: AskOptions) => Promise<string | undefined>;
  /** Writes data to standard output. */
  readonly out: (text: string) => void;
  /** Writes messages to standard error. */
  readonly err: (text: string) => void;
  /** Calls back at each stop request (SIGINT, SIGTERM) until the returned function is called. */
  readonly onStop: (stop: () => void) => () => void;
}

interface InputOptions {
  /** Aborts the wait with a rejection. */
  readonly signal?: AbortSignal;
}

interface AskOptions extends InputOptions {
  /** Whether the answer is hidden while typing. @default false */
  readonly hidden?: boolean;
}

/** The standard streams of a process. */
interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** Returns the terminal of this process. */
export function processTerminal(streams: Streams = process): Terminal {
  const { stdin, stdout, stderr } = streams;
  for (const stream of [stdout, stderr]) ignoreClosedReader(stream);
  return {
    environment: process.env,
    folder: process.cwd(),
    input: async ({ signal } = {}) =>
      readText(signal === undefined ? stdin : addAbortSignal(signal, stdin)),
    ...(stdin.isTTY === true && {
      ask: async (question: string, options: AskOptions = {}) => askAt(streams, question, options),
    }),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    onStop(stop) {
      process.on("SIGINT", stop).on("SIGTERM", stop);
      return () => void process.off("SIGINT", stop).off("SIGTERM", stop);
    },
  };
}

const watched = new WeakSet<Writable>();

/**
 * Handles a reader that closes the pipe early, like `head`. The command finishes its work and further output is
 * dropped; an unhandled error would abort it.
 */
function ignoreClosedReader(stream: Writable): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  stream.on("error", (error) => {
    if (!isClosedReader(error)) throw error;
  });
}

/** Returns whether a write failed because the reader of a pipe closed it. */
export function isClosedReader(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

/** Wraps a terminal so that control characters are shown instead of executed. */
export function withoutEscapes<T extends Pick<Terminal, "out" | "err">>(terminal: T): T {
  const { out, err } = terminal;
  return {
    ...terminal,
    out: (text: string) => out(showControls(text, EXECUTED_CONTROLS)),
    err: (text: string) => err(showControls(text, EXECUTED_CONTROLS)),
  };
}

// oxlint-disable-next-line no-control-regex -- these are what it is about
const EXECUTED_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line no-control-regex -- these are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** Escapes line breaks in a value, to keep output on one line. */
export function showInLine(text: string): string {
  return showControls(text, CONTROLS);
}

/** Escapes control characters as in JSON, so that JSON output stays valid. */
function showControls(text: string, controls: RegExp): string {
  return text.replaceAll(
    controls,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

async function askAt(
  { stdin, stderr }: Streams,
  question: string,
  { hidden = false, signal }: AskOptions,
): Promise<string | undefined> {
  stderr.write(`${question} `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: stdin,
    ...(hidden && { output: silent, terminal: true }),
  });
  try {
    const line = once(lines, "line", { signal });
    const ended = once(lines, "close").then(() => [undefined]);
    const [answered] = await Promise.race([line, ended]);
    return typeof answered === "string" ? answered : undefined;
  } finally {
    lines.close();
    if (hidden) stderr.write("\n");
  }
}

/**
 * Reads a secret from standard input, or prompts for it without echo. Secrets are never arguments, which would be
 * visible in the process list and the shell history.
 *
 * @throws CmsError `invalid` if the prompt isn't answered
 */
export async function readHidden(
  { ask, input }: Pick<Terminal, "ask" | "input">,
  question: string,
): Promise<string> {
  if (ask === undefined) return (await input()).replace(/\r?\n$/, "");
  const value = await ask(question, { hidden: true });
  if (value !== undefined) return value;
  throw new CmsError("invalid", "No value was entered.");
}
