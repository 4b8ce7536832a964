import type { LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { callbackify } from "node:util";
import { Agent, type Dispatcher, request } from "undici";

/** Resolves a name to all its IP addresses. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** The start of a response. */
export interface EgressAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** At most `maxBytes`. Invalid UTF-8 is replaced with replacement characters. */
  readonly body: string;
}

export interface EgressRequest extends Omit<EgressPost, "body"> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: string;
}

export interface EgressPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the DNS lookup to the last byte that is kept. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** A file that is being downloaded. */
export interface EgressFile {
  readonly status: number;
  readonly headers: EgressAnswer["headers"];
  /** The stream of bytes. The caller must read it to the end or destroy it. */
  readonly body: Readable;
}

export interface EgressGet {
  /** Aborts the request, even while the body is read. */
  readonly signal: AbortSignal;
}

/** Resolves a name to the IP addresses that can be connected to by this protocol. */
export type ResolveFor = (name: string, url: Pick<URL, "protocol">) => ReturnType<Resolve>;

/** Sends requests to checked targets. */
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
      // A compressed response would be stored as a different file.
      const headers = { accept: "*/*", "accept-encoding": "identity" };
      const dispatcher = agentOf(url);
      const answer = await request(url, { method: "GET", headers, dispatcher, signal });
      // Destroying an unread body emits an error that no one handles.
      answer.body.on("error", () => undefined);
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    },
    async close() {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/**
 * Connects sockets only to the checked IP addresses, so a name that resolves differently a moment later has no effect.
 * Connections aren't reused.
 */
function createAgent(resolve: Resolve): Agent {
  const answer = callbackify(async (name: string) => [...(await resolve(name))]);
  const lookup: LookupFunction = (name, _, done) => answer(name, done);
  return new Agent({
    // Tries all addresses of a host. Without this option, `lookup` is asked for only one.
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

/**
 * Reads until there is enough, the deadline passes, or the connection breaks. Errors are ignored, because only the
 * status matters.
 */
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
    // Keep what was received.
  }
  // PostgreSQL doesn't accept NUL in text.
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8").replaceAll("\0", "\uFFFD");
}
