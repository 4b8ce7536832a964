import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import type { RequestHandler } from "express";
import pLimit, { type LimitFunction } from "p-limit";
import type { Logger } from "pino";
import { clientAddress } from "../platform/http/client-address.ts";
import { allowSlow } from "../platform/http/end-connections.ts";
import { toProblem } from "../platform/http/send-problem.ts";
import { loggedPath } from "../platform/log.ts";
import type { GitPlace, OpenGitPlace, PushReceiver } from "./git-place.ts";
import {
  drainRequest,
  type GitRequest,
  parseGitRequest,
  readGitBody,
  readGitToken,
  readGitVersion,
  readWhole,
} from "./git-request.ts";
import { pktLine, PktReader } from "./pkt-line.ts";
import { type Commands, readCommands } from "./push-commands.ts";
import { offerFetch, openFetch } from "./serve-fetch.ts";
import { answerPush, offerPush, refusePush } from "./serve-push.ts";

/** Clients list the commits they have; a long history takes a few hundred kilobytes. */
const MAX_ASKED_BYTES = 4 * 1024 * 1024;
/** Each fetch needs a process and memory. The limit per repository leaves room for others when clients are slow. */
const FETCHES = { ofOne: 8, ofAll: 32 };
const PUSHES = { ofOne: 2, ofAll: 8 };
const MAX_WAITING = 64;
/** Maximum data read from a rejected push. Beyond it the connection is cut and the client sees no reason. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024 * 1024;
const IDLE_MS = 60_000;

export interface GitHandlerDeps {
  readonly open: OpenGitPlace;
  readonly log: Logger;
  /** A push must finish within this time, however slow it is. @default ten minutes */
  readonly maxPushMs?: number;
}

/**
 * Serves Git's smart HTTP protocol: clone, fetch, and push of repositories found by `open`. Errors are plain text,
 * which Git shows to users.
 */
export function gitHandler({ open, log, maxPushMs = 10 * 60_000 }: GitHandlerDeps): RequestHandler {
  const turns = {
    fetch: createConcurrencyLimiter(FETCHES),
    push: createConcurrencyLimiter(PUSHES),
  };
  return async (request, response) => {
    const { originalUrl: url, method } = request;
    const ends = AbortSignal.timeout(maxPushMs);
    const asked = parseGitRequest({ url, method });
    const signal = abortOnDisconnect(response);
    const logFault = (err: unknown): void => log.error({ err, method, path: loggedPath(url) });
    try {
      if (asked === undefined)
        throw new CmsError("not_found", "There is no repository at this URL.");
      const token = readGitToken(request);
      const caller = { ...asked, token, address: clientAddress(request) };
      const place = await open(caller);
      response.setHeader("Cache-Control", "no-store");
      const reopen = async (): Promise<GitPlace> => open(caller);
      await answer({ request, response, signal, maxPushMs, logFault, reopen }, asked, place, turns);
    } catch (error) {
      if (signal.aborted) return;
      if (!isCmsError(error) || error.status >= 500) {
        logFault(error);
      }
      await refuse({ request, response, ends }, asked, error);
    }
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  readonly maxPushMs: number;
  readonly logFault: (error: unknown) => void;
  /** Opens the repository again with the caller's current permissions. */
  readonly reopen: () => Promise<GitPlace>;
}

async function answer(
  exchange: Exchange,
  { service, isFirst }: GitRequest,
  { repository, receiver }: GitPlace,
  turns: { readonly fetch: ConcurrencyLimiter; readonly push: ConcurrencyLimiter },
): Promise<void> {
  const { request, response, signal, logFault } = exchange;
  const kind = `application/x-${service}-${isFirst ? "advertisement" : "result"}`;
  if (service === "git-receive-pack") {
    if (receiver === undefined) throw new CmsError("forbidden", "This URL does not accept pushes.");
    if (!isFirst) {
      // A large push takes longer than other requests and might be queued.
      allowSlow(request);
      const work = async (): Promise<void> => handlePush(exchange, { repository, receiver }, kind);
      return turns.push({ repository, signal }, work);
    }
    const offered = await offerPush(repository, receiver);
    response.setHeader("Content-Type", kind);
    response.end(offered);
    return;
  }
  const version = readGitVersion(request);
  await turns.fetch({ repository, signal }, async () => {
    const output = isFirst
      ? offerFetch(repository, version)
      : await openFetch(repository, {
          asked: await readWhole(readGitBody(request), MAX_ASKED_BYTES),
          version,
        });
    // Before the first bytes, an error response is still possible.
    const first = await output.next();
    response.setHeader("Content-Type", kind);
    await pipeline(Readable.from(streamOutput(first, output, logFault)), response);
  });
}

/** Streams Git's output. If Git fails midway, it reports the error itself, or the client detects missing data. */
async function* streamOutput(
  first: IteratorResult<Uint8Array>,
  output: AsyncGenerator<Uint8Array>,
  logFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return;
  try {
    yield first.value;
    yield* output;
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    logFault(error);
  }
}

async function handlePush(
  { request, response, signal, maxPushMs, logFault, reopen }: Exchange,
  { repository, receiver }: Required<GitPlace> & { readonly receiver: PushReceiver },
  kind: string,
): Promise<void> {
  // Cuts stalled connections.
  request.setTimeout(IDLE_MS, () => request.destroy());
  const ends = AbortSignal.any([signal, AbortSignal.timeout(maxPushMs)]);
  ends.addEventListener("abort", () => request.destroy());
  const reader = new PktReader(readGitBody(request));
  const { commands, ...options } = await readCommands(reader);
  response.setHeader("Content-Type", kind);
  // An empty request: clients check with it whether they have permission before sending much.
  if (commands.length === 0) {
    response.end();
    return;
  }
  const pack = reader.rest();
  const parts = { repository, receiver, commands, ...options, pack, signal: ends, logFault };
  const receiverNow = async (): Promise<PushReceiver> => (await reopen()).receiver ?? receiver;
  const drain = async (): Promise<void> =>
    drainRequest(request, { maxBytes: MAX_DRAINED_BYTES, signal: ends });
  await answerPush({ ...parts, receiverNow }, { answer: response, drain });
}

type ConcurrencyLimiter = (
  asked: Pick<GitPlace, "repository"> & Pick<Exchange, "signal">,
  work: () => Promise<void>,
) => Promise<void>;

/** @throws CmsError `unavailable` if too many requests are queued */
function createConcurrencyLimiter({
  ofOne,
  ofAll,
}: {
  readonly ofOne: number;
  readonly ofAll: number;
}): ConcurrencyLimiter {
  const all = pLimit(ofAll);
  const ones = new Map<string, { readonly limit: LimitFunction; asking: number }>();
  return async ({ repository: { gitDir }, signal }, work) => {
    const one = ones.get(gitDir) ?? { limit: pLimit(ofOne), asking: 0 };
    ones.set(gitDir, one);
    if (one.limit.pendingCount >= MAX_WAITING || all.pendingCount >= MAX_WAITING) {
      const details = { retryAfterSeconds: 10 };
      throw new CmsError("unavailable", "Too many clones and pushes are running. Try again.", {
        details,
      });
    }
    one.asking += 1;
    try {
      await one.limit(async () => all(async () => (signal.aborted ? undefined : work())));
    } finally {
      one.asking -= 1;
      if (one.asking === 0) ones.delete(gitDir);
    }
  };
}

function abortOnDisconnect(response: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) disconnected.abort();
  });
  return disconnected.signal;
}

interface Refusing extends Pick<Exchange, "request" | "response"> {
  readonly ends: AbortSignal;
}

/**
 * Sends the reason of a rejection. Git shows the text of an HTTP error only for the first request and later only the
 * status, so later rejections use Git's own protocol. A missing token always results in an HTTP challenge.
 */
async function refuse(
  { request, response, ends }: Refusing,
  asked: GitRequest | undefined,
  error: unknown,
): Promise<void> {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, body } = toProblem(error);
  const detail = String(body["detail"]);
  const isAsked = status === 401 && request.headers.authorization === undefined;
  if (asked === undefined || asked.isFirst || isAsked) {
    refuseByHttp(response, { status, detail, error });
    return;
  }
  response.setHeader("Content-Type", `application/x-${asked.service}-result`);
  const drain = async (): Promise<void> =>
    drainRequest(request, { maxBytes: MAX_DRAINED_BYTES, signal: ends });
  if (asked.service === "git-upload-pack") {
    await drain();
    response.end(pktLine(`ERR ${detail}\n`));
    return;
  }
  // If nothing was read or it isn't a list of refs, there are none to report.
  const read = async (): Promise<Commands> => readCommands(new PktReader(readGitBody(request)));
  await refusePush(read, { detail, code: String(body["code"]) }, { answer: response, drain });
}

interface HttpRefusal {
  readonly status: number;
  readonly detail: string;
  readonly error: unknown;
}

/** Git shows plain text to users as lines from the server. */
function refuseByHttp(response: ServerResponse, { status, detail, error }: HttpRefusal): void {
  const wait = isCmsError(error) ? error.details["retryAfterSeconds"] : undefined;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 401 && { "WWW-Authenticate": 'Basic realm="Loam", charset="UTF-8"' }),
    ...(typeof wait === "number" && { "Retry-After": String(wait) }),
    // The rest of the body isn't read.
    Connection: "close",
  });
  response.end(`${detail}\n`);
}
