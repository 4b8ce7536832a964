import { lookup as resolveName } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { CmsError } from "@loam/cms-core";
import { Agent, type Dispatcher, request } from "undici";
import { type Cidr, isAddress } from "./address-rules.ts";
import { addressProblem, hostOf, isLocalName, parseTarget, refused } from "./parse-target.ts";

/** Every address of a name, as the operating system resolves it. */
export type Resolve = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

/** What a receiver said: the beginning of it. */
export interface EgressAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** At most `maxBytes`; replacement characters stand for what is no text. */
  readonly body: string;
}

interface EgressPost {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** From the first look-up to the last byte that is kept. */
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** The way out of HQ to addresses that people give it. Nothing that is not public is reached by it. */
export interface Egress {
  /**
   * Looks whether HQ would send there. A name that does not resolve now is taken: it may by then.
   *
   * @throws CmsError `target_refused`
   */
  check(address: string): Promise<URL>;
  /**
   * Sends a body, follows no redirect, and reads no more of the answer than asked for.
   *
   * @throws CmsError `target_refused`; and what the network says
   */
  post(address: string, post: EgressPost): Promise<EgressAnswer>;
  close(): Promise<void>;
}

export interface EgressOptions {
  /** Networks that are exempt from the rule of public addresses, and of https. */
  readonly allow: readonly Cidr[];
  /** @default the operating system's resolver */
  readonly resolve?: Resolve;
}

const resolveBySystem: Resolve = async (name) => resolveName(name, { all: true, verbatim: true });

/** Opens the way out (security notes, WHK-01 to WHK-06). */
export function createEgress({ allow, resolve = resolveBySystem }: EgressOptions): Egress {
  const checked = async (name: string, url: Pick<URL, "protocol">) => {
    const addresses = await resolve(name);
    for (const { address } of addresses) {
      const problem = addressProblem(address, url, allow);
      // One is enough to refuse: the next connection might take that one.
      if (problem !== undefined) throw refused(`leads to ${address}, which ${problem}`);
    }
    return addresses;
  };
  const agents = {
    "https:": createAgent((name) => checked(name, { protocol: "https:" })),
    "http:": createAgent((name) => checked(name, { protocol: "http:" })),
  };
  return {
    async check(text) {
      const url = parseTarget(text, { allow });
      const host = hostOf(url);
      if (isAddress(host)) return url;
      try {
        await checked(host, url);
      } catch (error) {
        if (!isUnknownName(error)) throw error;
        if (isLocalName(host)) throw refused("names a machine of a private network");
      }
      return url;
    },
    // A literal address is never looked up, so it is judged by the text, anew at each attempt.
    post: async (text, post) => {
      const url = parseTarget(text, { allow });
      return send(url, post, url.protocol === "https:" ? agents["https:"] : agents["http:"]);
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
  { headers, body, deadlineMs, maxBytes }: EgressPost,
  dispatcher: Dispatcher,
): Promise<EgressAnswer> {
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await request(url, { method: "POST", headers, body, dispatcher, signal });
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

const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(["ENOTFOUND", "EAI_AGAIN", "ENODATA"]);

function isUnknownName(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNKNOWN_NAME.has(error.code);
}

/** What went wrong on the way to a receiver, for people. */
export function egressProblem(error: unknown): string {
  if (error instanceof CmsError) return error.message;
  if (!(error instanceof Error)) return "The receiver could not be reached.";
  if (error.name === "TimeoutError") return "The receiver did not answer in time.";
  const code = "code" in error ? ` (${String(error.code)})` : "";
  const reason = error.cause instanceof CmsError ? error.cause.message : error.message;
  return `The receiver could not be reached: ${reason || "the connection failed"}${code}`;
}
