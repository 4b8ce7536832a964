import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { callbackify } from "node:util";
import { Agent, type Dispatcher, request } from "undici";

/** Every address of a name, as the operating system resolves it. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** What a receiver said: the beginning of it. */
export interface EgressAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** At most `maxBytes`; replacement characters take the place of what is not text. */
  readonly body: string;
}

export interface EgressRequest extends Omit<EgressPost, "body"> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: string;
}

export interface EgressPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the first look-up to the last byte that is kept. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** A file that is read from an address. */
export interface EgressFile {
  readonly status: number;
  readonly headers: EgressAnswer["headers"];
  /** Its bytes as they come; whoever takes it reads it to the end or destroys it. */
  readonly body: Readable;
}

export interface EgressGet {
  /** Ends it, also while the body is read. */
  readonly signal: AbortSignal;
}

/** The addresses of a name that may be connected to by this protocol. */
export type ResolveFor = (name: string, url: Pick<URL, "protocol">) => ReturnType<Resolve>;

/** Sends to addresses that were judged. */
export interface Sender {
  send(url: URL, request: EgressRequest): Promise<EgressAnswer>;
  get(url: URL, get: EgressGet): Promise<EgressFile>;
  close(): Promise<void>;
}

export function createSender(resolve: ResolveFor): Sender {
  const agents = {
    "https:": createAgent((name) => resolve(name, { protocol: "https:" })),
    "http:": createAgent((name) => resolve(name, { protocol: "http:" })),
  };
  const agentOf = (url: URL): Agent => agents[url.protocol === "https:" ? "https:" : "http:"];
  return {
    send: (url, asked) => send(url, asked, agentOf(url)),
    async get(url, { signal }) {
      // What is packed on the way would be taken for another file.
      const headers = { accept: "*/*", "accept-encoding": "identity" };
      const dispatcher = agentOf(url);
      const answer = await request(url, { method: "GET", headers, dispatcher, signal });
      // One that is destroyed unread says so as an error, which nobody waits for.
      answer.body.on("error", () => undefined);
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/**
 * The socket connects to the very addresses that were checked, so that a name which resolves otherwise a
 * moment later changes nothing. No connection is used twice.
 */
function createAgent(resolve: Resolve): Agent {
  const answer = callbackify(async (name: string) => [...(await resolve(name))]);
  const lookup: LookupFunction = (name, _, done) => answer(name, done);
  return new Agent({
    // Of several addresses, those that answer are found; without it, `lookup` is asked for one alone.
    connect: { lookup, autoSelectFamily: true },
    pipelining: 0,
    maxHeaderSize: 16_384,
  });
}

async function send(
  url: URL,
  { deadlineMs, maxBytes, ...asked }: EgressRequest,
  dispatcher: Dispatcher,
): Promise<EgressAnswer> {
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await request(url, { ...asked, dispatcher, signal });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await readBeginning(answer.body, maxBytes),
  };
}

/** What came until enough was read, the deadline passed or the receiver broke off: the status counts. */
async function readBeginning(
  body: Dispatcher.ResponseData["body"],
  maxBytes: number,
): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body) {
      if (!Buffer.isBuffer(part)) break;
      parts.push(part);
      bytes += part.length;
      // Leaving the loop destroys the connection.
      if (bytes >= maxBytes) break;
    }
  } catch {
    // Its beginning is all that is kept anyway.
  }
  // PostgreSQL takes no NUL in text.
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8").replaceAll("\0", "\uFFFD");
}
