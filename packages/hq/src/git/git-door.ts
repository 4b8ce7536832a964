import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import type { RequestHandler } from "express";
import pLimit from "p-limit";
import type { Logger } from "pino";
import { clientAddress } from "../platform/http/client-address.ts";
import { allowSlow } from "../platform/http/request-deadline.ts";
import { problemOf } from "../platform/http/send-problem.ts";
import { loggedPath } from "../platform/log.ts";
import type { GitPlace, OpenGitPlace, PushReceiver } from "./git-place.ts";
import {
  type GitRequest,
  parseGitRequest,
  readGitBody,
  readGitToken,
  readGitVersion,
  readWhole,
} from "./git-request.ts";
import { PktReader } from "./pkt-line.ts";
import { offerFetch, openFetch } from "./serve-fetch.ts";
import { answerPush, offerPush, readCommands } from "./serve-push.ts";

/** A client names what it has; a long history takes some hundred kilobytes. */
const MAX_ASKED_BYTES = 4 * 1024 * 1024;
/** A program and its memory for each. */
const FETCHES_AT_ONCE = 16;
const PUSHES_AT_ONCE = 4;
const MOST_WAITING = 64;
const IDLE_MS = 60_000;
const MAX_PUSH_MS = 10 * 60_000;

export interface GitDoorDeps {
  readonly open: OpenGitPlace;
  readonly log: Logger;
}

/**
 * Git over HTTP, in its smart form alone: clone, fetch and push of what `open` finds. Errors are plain text, which git
 * shows to people.
 */
export function gitDoor({ open, log }: GitDoorDeps): RequestHandler {
  const turns = { fetch: takeTurns(FETCHES_AT_ONCE), push: takeTurns(PUSHES_AT_ONCE) };
  return async (request, response) => {
    const { originalUrl: url, method } = request;
    const asked = parseGitRequest({ url, method });
    const signal = goneWith(response);
    try {
      if (asked === undefined) throw new CmsError("not_found", "There is no repository here.");
      const token = readGitToken(request);
      const place = await open({ ...asked, token, address: clientAddress(request) });
      response.setHeader("Cache-Control", "no-store");
      await answer({ request, response, signal }, asked, place, turns);
    } catch (error) {
      if (signal.aborted) return;
      if (!isCmsError(error) || error.status >= 500) {
        log.error({ err: error, method, path: loggedPath(url) });
      }
      refuse(response, error);
    }
  };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

async function answer(
  exchange: Exchange,
  { service, isFirst }: GitRequest,
  { repository, receiver }: GitPlace,
  turns: { readonly fetch: TakeTurns; readonly push: TakeTurns },
): Promise<void> {
  const { request, response } = exchange;
  const kind = `application/x-${service}-${isFirst ? "advertisement" : "result"}`;
  if (service === "git-receive-pack") {
    if (receiver === undefined) throw new CmsError("forbidden", "Nothing is pushed here.");
    if (!isFirst) return turns.push(() => takePush(exchange, { repository, receiver }, kind));
    const offered = await offerPush(repository, receiver);
    response.setHeader("Content-Type", kind);
    response.end(offered);
    return;
  }
  const version = readGitVersion(request);
  await turns.fetch(async () => {
    const said = isFirst
      ? offerFetch(repository, version)
      : await openFetch(repository, {
          asked: await readWhole(readGitBody(request), MAX_ASKED_BYTES),
          version,
        });
    response.setHeader("Content-Type", kind);
    await pipeline(Readable.from(said), response);
  });
}

async function takePush(
  { request, response, signal }: Exchange,
  { repository, receiver }: Required<GitPlace> & { readonly receiver: PushReceiver },
  kind: string,
): Promise<void> {
  // A large push takes longer than other requests; one that has come to a stand is cut.
  allowSlow(request);
  request.setTimeout(IDLE_MS, () => request.destroy());
  const reader = new PktReader(readGitBody(request));
  const { commands, ...said } = await readCommands(reader);
  response.setHeader("Content-Type", kind);
  // Before it sends much, a client asks so whether it may.
  if (commands.length === 0) {
    response.end();
    return;
  }
  const pack = reader.rest();
  const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_PUSH_MS)]);
  await answerPush({ repository, receiver, commands, ...said, pack, signal: ends }, response);
}

type TakeTurns = (work: () => Promise<void>) => Promise<void>;

/** @throws CmsError `unavailable` when too many wait */
function takeTurns(atOnce: number): TakeTurns {
  const limit = pLimit(atOnce);
  return async (work) => {
    if (limit.pendingCount >= MOST_WAITING) {
      const details = { retryAfterSeconds: 10 };
      throw new CmsError("unavailable", "Too many are cloning now; try again.", { details });
    }
    await limit(work);
  };
}

function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Git shows plain text to people as lines of the server. */
function refuse(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, body } = problemOf(error);
  const wait = isCmsError(error) ? error.details["retryAfterSeconds"] : undefined;
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 401 && { "WWW-Authenticate": 'Basic realm="Loam", charset="UTF-8"' }),
    ...(typeof wait === "number" && { "Retry-After": String(wait) }),
    // What is left of its body is not read.
    Connection: "close",
  });
  response.end(`${String(body["detail"])}\n`);
}
