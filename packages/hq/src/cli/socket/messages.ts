import { isAbsolute } from "node:path";
import { CmsError } from "@loam/cms-core";
import { z } from "zod";

/** What the command line sends: first what to run, later answers to questions of the command. */
export type Request =
  | RunRequest
  /** To `ask` or `input`; null when there was none. */
  | { readonly kind: "answer"; readonly text: string | null }
  /** The person wants the command to end. */
  | { readonly kind: "stop" };

export interface RunRequest {
  readonly kind: "run";
  readonly args: readonly string[];
  /** Where the person is; an absolute path. */
  readonly folder: string;
  /** Whether somebody can be asked. */
  readonly asks: boolean;
}

/** What the server sends: that it listens, then what the command writes and asks, then how it ended. */
export type Reply =
  | { readonly kind: "ready" }
  | { readonly kind: "out" | "err"; readonly text: string }
  /** Bytes for standard output follow, as many messages of base64 as it takes, until `piped`. */
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

/** A longer line ends the connection. All arguments together are shorter on every system. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
/** Text and bytes are sent in pieces that stay far below that, whatever they are escaped as. */
const PIECE = 64 * 1024;

/** A message as it is sent. @throws CmsError `too_large` */
export function printMessage(message: Request | Reply): string {
  const line = `${JSON.stringify(message)}\n`;
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  throw new CmsError("too_large", "The command is too large to send to the server.");
}

/** A text in pieces, none of which ends inside a character. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = from + PIECE;
    const isCut = /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
    const to = isCut ? end - 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Bytes in messages. */
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
 * The messages that a connection brings.
 *
 * @throws CmsError `too_large` for a line over the limit, `invalid_request` for one that is no message
 */
export function readRequests(chunks: Chunks): Messages<Request> {
  return readMessages(chunks, request);
}

/** The same of the other side. */
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

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
