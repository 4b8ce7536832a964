import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { addAbortSignal, type Readable, Writable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { CmsError } from "../base/errors.ts";

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command sees of the world: replaced by plain values in tests. */
export interface Terminal {
  readonly environment: Environment;
  /** Relative folders are relative to this. */
  readonly folder: string;
  /** Everything on standard input. */
  readonly input: (options?: InputOptions) => Promise<string>;
  /** Asks a person; undefined when there is no answer. Absent where nobody is there. */
  readonly ask?: (question: string, options?: AskOptions) => Promise<string | undefined>;
  /** Standard output: data alone. */
  readonly out: (text: string) => void;
  /** Standard error: messages. */
  readonly err: (text: string) => void;
  /** Calls back at each request to stop (SIGINT, SIGTERM) until the returned function is called. */
  readonly onStop: (stop: () => void) => () => void;
}

interface InputOptions {
  /** Gives up waiting, and rejects. */
  readonly signal?: AbortSignal;
}

interface AskOptions extends InputOptions {
  /** Whether the answer must not be seen. @default false */
  readonly hidden?: boolean;
}

/** The part of a process that is its terminal. */
interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** The terminal that this process was started in. */
export function processTerminal(streams: Streams = process): Terminal {
  const { stdin, stdout, stderr } = streams;
  for (const stream of [stdout, stderr]) surviveClosedReader(stream);
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
 * Whoever reads a command's output may stop early, as `head` does. The command then finishes its work and what it
 * still prints is dropped: an unhandled error would end it halfway.
 */
function surviveClosedReader(stream: Writable): void {
  if (watched.has(stream)) return;
  watched.add(stream);
  stream.on("error", (error) => {
    if (!isClosedReader(error)) throw error;
  });
}

/** Whether a write failed because the reader of a pipe has gone. */
export function isClosedReader(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

/** The same terminal, which shows control characters of what it is given and obeys none of them. */
export function withoutEscapes<T extends Pick<Terminal, "out" | "err">>(terminal: T): T {
  const { out, err } = terminal;
  return {
    ...terminal,
    out: (text: string) => out(showControls(text, OBEYED)),
    err: (text: string) => err(showControls(text, OBEYED)),
  };
}

// oxlint-disable-next-line no-control-regex -- these are what it is about
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line no-control-regex -- these are what it is about
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** A value within a line, whose line breaks would begin another one. */
export function showInLine(text: string): string {
  return showControls(text, CONTROLS);
}

/** As JSON escapes them, so that JSON stays what it is. */
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
 * Reads a value that nobody else may see from standard input, or asks for it without showing it. Never an argument: the
 * list of processes and the shell's history would keep it.
 *
 * @throws CmsError `invalid` when the question is not answered.
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
