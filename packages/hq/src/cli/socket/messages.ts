import { isAbsolute } from "node:path";
import { CmsError, parseJson } from "@loam/cms-core";
import { z } from "zod";

/** Messages from the command line: first the command to run, later answers to its questions. */
export type Request =
  | RunRequest
  /** Answers `ask` or `input`. Null without an answer. */
  | { readonly kind: "answer"; readonly text: string | null }
  /** The user wants to stop the command. */
  | { readonly kind: "stop" };

export interface RunRequest {
  readonly kind: "run";
  readonly args: readonly string[];
  /** The user's current folder, as an absolute path. */
  readonly folder: string;
  /** Whether there is a terminal for questions. */
  readonly asks: boolean;
}

/** Messages from the server: that it is ready, then output and questions of the command, then its exit code. */
export type Reply =
  | { readonly kind: "ready" }
  | { readonly kind: "out" | "err"; readonly text: string }
  /** Followed by bytes for standard output, in base64 messages, until `piped`. */
  | { readonly kind: "pipe" }
  | { readonly kind: "bytes"; readonly base64: string }
  | { readonly kind: "piped" }
  | { readonly kind: "ask"; readonly question: string; readonly hidden: boolean }
  | { readonly kind: "input" }
  | { readonly kind: "exit"; readonly code: number };

const request: z.ZodType<Request> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("run"),
    args: z.array(z.string()),
    folder: z.string().refine(isAbsolute),
    asks: z.boolean(),
  }),
  z.object({ kind: z.literal("answer"), text: z.string().nullable() }),
  z.object({ kind: z.literal("stop") }),
]);

const reply: z.ZodType<Reply> = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["out", "err"]), text: z.string() }),
  z.object({ kind: z.literal("bytes"), base64: z.string() }),
  z.object({ kind: z.literal("ask"), question: z.string(), hidden: z.boolean() }),
  z.object({ kind: z.literal("exit"), code: z.int() }),
  z.object({ kind: z.enum(["ready", "pipe", "piped", "input"]) }),
]);

/** Longer lines close the connection. On every system, all arguments together are shorter. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** Text and bytes are sent in pieces far below that limit, however they are escaped. */
const PIECE = 64 * 1024;

/** Formats a message for sending. @throws CmsError `too_large` */
export function printMessage(message: Request | Reply): string {
  const line = `${JSON.stringify(message)}\n`;
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  throw new CmsError("too_large", "The command is too large to send to the server.");
}

/** Splits text into pieces without splitting characters. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + PIECE;
    const isCut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const to = isCut ? end - 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Converts bytes to messages. */
export function* bytesMessages(bytes: Uint8Array): Generator<Reply> {
  for (let from = 0; from < bytes.length; from += PIECE) {
    yield {
      kind: "bytes",
      base64: Buffer.from(bytes.subarray(from, from + PIECE)).toString("base64"),
    };
  }
}

type Chunks = AsyncIterable<Uint8Array>;
type Messages<T> = AsyncGenerator<T, undefined>;

/**
 * Reads the messages of a connection.
 *
 * @throws CmsError `too_large` for a line above the limit, `invalid_request` for an invalid message
 */
export function readRequests(chunks: Chunks): Messages<Request> {
  return readMessages(chunks, request);
}

/** Reads the messages of the other side. */
export function readReplies(chunks: Chunks): Messages<Reply> {
  return readMessages(chunks, reply);
}

async function* readMessages<T>(chunks: Chunks, schema: z.ZodType<T>): Messages<T> {
  for await (const line of readLines(chunks)) {
    const message = schema.safeParse(parseJson(line));
    if (!message.success) throw new CmsError("invalid_request", "The message is not from hq.");
    yield message.data;
  }
}

async function* readLines(chunks: Chunks): AsyncGenerator<string> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...waiting, chunk.subarray(from, end)]).toString();
      waiting = [];
      length = 0;
      from = end + 1;
    }
    waiting.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES) throw new CmsError("too_large", "The message is too long.");
  }
}
