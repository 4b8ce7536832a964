import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import type { RequestHandler } from "express";
import pLimit, { type LimitFunction } from "p-limit";
import type { Logger } from "pino";
import { clientAddress } from "../platform/http/client-address.ts";
import { allowSlow } from "../platform/http/end-connections.ts";
import { problemOf } from "../platform/http/send-problem.ts";
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

/** A client names what it has; a long history takes some hundred kilobytes. */
const MAX_ASKED_BYTES = 4 * 1024 * 1024;
/** A program and its memory for each; slow clients of one repository leave room for those of others. */
const FETCHES = { ofOne: 8, ofAll: 32 };
const PUSHES = { ofOne: 2, ofAll: 8 };
const MOST_WAITING = 64;
/** Of a push that is refused: beyond this a client is cut off, and sees no reason. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024 * 1024;
const IDLE_MS = 60_000;

export interface GitDoorDeps {
  readonly open: OpenGitPlace;
  readonly log: Logger;
  /** However slowly it arrives, a push is over by then. @default ten minutes */
  readonly maxPushMs?: number;
}

/**
 * Git over HTTP, in its smart form alone: clone, fetch and push of what `open` finds. Errors are plain text, which git
 * shows to people.
 */
export function gitDoor({ open, log, maxPushMs = 10 * 60_000 }: GitDoorDeps): RequestHandler {
  const turns = { fetch: takeTurns(FETCHES), push: takeTurns(PUSHES) };
  return async (request, response) => {
    const { originalUrl: url, method } = request;
    const ends = AbortSignal.timeout(maxPushMs);
    const asked = parseGitRequest({ url, method });
    const signal = goneWith(response);
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
  /** The place as the caller may use it by now. */
  readonly reopen: () => Promise<GitPlace>;
}

async function answer(
  exchange: Exchange,
  { service, isFirst }: GitRequest,
  { repository, receiver }: GitPlace,
  turns: { readonly fetch: TakeTurns; readonly push: TakeTurns },
): Promise<void> {
  const { request, response, signal, logFault } = exchange;
  const kind = `application/x-${service}-${isFirst ? "advertisement" : "result"}`;
  if (service === "git-receive-pack") {
    if (receiver === undefined) throw new CmsError("forbidden", "This URL does not accept pushes.");
    if (!isFirst) {
      // A large push takes longer than other requests, and may have to wait.
      allowSlow(request);
      const work = async (): Promise<void> => takePush(exchange, { repository, receiver }, kind);
      return turns.push({ repository, signal }, work);
    }
    const offered = await offerPush(repository, receiver);
    response.setHeader("Content-Type", kind);
    response.end(offered);
    return;
  }
  const version = readGitVersion(request);
  await turns.fetch({ repository, signal }, async () => {
    const said = isFirst
      ? offerFetch(repository, version)
      : await openFetch(repository, {
          asked: await readWhole(readGitBody(request), MAX_ASKED_BYTES),
          version,
        });
    // Before the first bytes there is still an answer that says what failed.
    const first = await said.next();
    response.setHeader("Content-Type", kind);
    await pipeline(Readable.from(follow(first, said, logFault)), response);
  });
}

/** What git says, to its end: where it fails by then, it has said so itself, or the client misses what is not there. */
async function* follow(
  first: IteratorResult<Uint8Array>,
  said: AsyncGenerator<Uint8Array>,
  logFault: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  if (first.done === true) return;
  try {
    yield first.value;
    yield* said;
  } catch (error) {
    if (!isCmsError(error) || error.code !== "git_failed") throw error;
    logFault(error);
  }
}

async function takePush(
  { request, response, signal, maxPushMs, logFault, reopen }: Exchange,
  { repository, receiver }: Required<GitPlace> & { readonly receiver: PushReceiver },
  kind: string,
): Promise<void> {
  // One that has come to a stand is cut.
  request.setTimeout(IDLE_MS, () => request.destroy());
  const ends = AbortSignal.any([signal, AbortSignal.timeout(maxPushMs)]);
  ends.addEventListener("abort", () => request.destroy());
  const reader = new PktReader(readGitBody(request));
  const { commands, ...said } = await readCommands(reader);
  response.setHeader("Content-Type", kind);
  // Before it sends much, a client asks so whether it may.
  if (commands.length === 0) {
    response.end();
    return;
  }
  const pack = reader.rest();
  const parts = { repository, receiver, commands, ...said, pack, signal: ends, logFault };
  const receiverNow = async (): Promise<PushReceiver> => (await reopen()).receiver ?? receiver;
  const drain = async (): Promise<void> =>
    drainRequest(request, { maxBytes: MAX_DRAINED_BYTES, signal: ends });
  await answerPush({ ...parts, receiverNow }, { answer: response, drain });
}

type TakeTurns = (
  asked: Pick<GitPlace, "repository"> & Pick<Exchange, "signal">,
  work: () => Promise<void>,
) => Promise<void>;

/** @throws CmsError `unavailable` when too many wait */
function takeTurns({
  ofOne,
  ofAll,
}: {
  readonly ofOne: number;
  readonly ofAll: number;
}): TakeTurns {
  const all = pLimit(ofAll);
  const ones = new Map<string, { readonly limit: LimitFunction; asking: number }>();
  return async ({ repository: { gitDir }, signal }, work) => {
    const one = ones.get(gitDir) ?? { limit: pLimit(ofOne), asking: 0 };
    ones.set(gitDir, one);
    if (one.limit.pendingCount >= MOST_WAITING || all.pendingCount >= MOST_WAITING) {
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

function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

interface Refusing extends Pick<Exchange, "request" | "response"> {
  readonly ends: AbortSignal;
}

/**
 * Says why. Git shows people the plain text of an HTTP error when it asks what there is; later it shows the number alone,
 * so there a refusal goes by git's own protocol. Who sent no token is asked for one by HTTP in any case.
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
  const { status, body } = problemOf(error);
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
  // Nothing of it was read, or what was read is no list of refs: then there is none to answer for.
  const read = async (): Promise<Commands> => readCommands(new PktReader(readGitBody(request)));
  await refusePush(read, { detail, code: String(body["code"]) }, { answer: response, drain });
}

interface HttpRefusal {
  readonly status: number;
  readonly detail: string;
  readonly error: unknown;
}

/** Git shows plain text to people as lines of the server. */
function refuseByHttp(response: ServerResponse, { status, detail, error }: HttpRefusal): void {
  const wait = isCmsError(error) ? error.details["retryAfterSeconds"] : undefined;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 401 && { "WWW-Authenticate": 'Basic realm="Loam", charset="UTF-8"' }),
    ...(typeof wait === "number" && { "Retry-After": String(wait) }),
    // What is left of its body is not read.
    Connection: "close",
  });
  response.end(`${detail}\n`);
}
