import { CmsError, countOf } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { z } from "zod";
import { parseInput, readJsonBody, readQuery } from "../../api/read-request.ts";
import { readReviewSetting } from "../../people/workspaces/skill-review-setting.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { nameRoute } from "../../platform/http/request-log.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { addressKey } from "../../platform/limits/rate-limit.ts";
import type { RateLimiter, RateStatus } from "../../platform/limits/rate-limiter.ts";
import { liveAnswer } from "./live-commands.ts";
import type { Polls } from "./polls.ts";
import { workerFacts } from "./worker-facts.ts";
import type { KnownWorker } from "./worker-keys.ts";
import { POLL_INTERVAL_SECONDS, registerWorker } from "./workers.ts";

/** Dependencies of the worker API. */
export interface WorkerApiDeps {
  readonly database: ControlDatabase;
  readonly polls: Polls;
  /** Precedence of variable scopes, which workers also use for live commands. */
  readonly precedence: VariablePrecedence;
  readonly now: () => Date;
  /** Counts invalid keys and tokens by IP address. */
  readonly guesses: RateLimiter;
}

/** Text from a worker, truncated to a maximum length. */
export const cutText = (characters: number): z.ZodType<string> =>
  z.string().transform((full) => full.slice(0, characters));

const text = z.string().max(200);
const id = z.object({ id: z.string() });

const registration = z.object({
  token: text,
  publicKey: z
    .string()
    .refine((key) => /^[\w-]{43}$/.test(key), "Must be 32 bytes of X25519 as base64url."),
  agent: text,
  version: text,
});

const pollBody = z.object({
  instance: z.uuid(),
  place: text.optional(),
  acknowledged: z.int().min(0),
  wait: z.int().min(0).max(25),
  facts: workerFacts.optional(),
});

const leaveBody = pollBody.pick({ instance: true });

/** The oldest compatible worker version. Raised when an API change breaks older workers. */
const MIN_WORKER_VERSION = "0.1.0";

/** Registration, polls, and reports. Workers send all requests, so they need no open port. */
export function workerApi(deps: WorkerApiDeps): Router {
  const { database, polls, now } = deps;
  return Router({ caseSensitive: true, strict: true })
    .all("/about", onlyMethods("GET"))
    .get("/about", (request, response) => {
      nameRoute(request, "/api/worker/about");
      send(response, 200, { minWorkerVersion: MIN_WORKER_VERSION });
    })
    .all("/register", onlyMethods("POST"))
    .post("/register", async (request, response) => {
      nameRoute(request, "/api/worker/register");
      const { body } = await readBody(request, response, { body: registration });
      await refuseGuesser(request, deps);
      const registered = await registerWorker(database, body, { now }).catch(
        async (error: unknown) => {
          await countGuess(request, deps);
          throw error;
        },
      );
      send(response, 201, { ...registered, variablePrecedence: deps.precedence });
    })
    .all("/poll", onlyMethods("POST"))
    .post(
      "/poll",
      asWorker(deps, async (request) => answerPoll(deps, request)),
    )
    .all("/leave", onlyMethods("POST"))
    .post(
      "/leave",
      asWorker(deps, async ({ request, response, worker }) => {
        nameRoute(request, "/api/worker/leave");
        const { body } = await readBody(request, response, { body: leaveBody });
        polls.leave(worker, body.instance);
        response.status(204).end();
      }),
    )
    .all("/answers/:id", onlyMethods("POST"))
    .post(
      "/answers/:id",
      asWorker(deps, async ({ request, response, worker }) => {
        nameRoute(request, "/api/worker/answers/{id}");
        const { params, body } = await readBody(request, response, {
          params: id,
          body: liveAnswer,
        });
        if (!polls.live.answer(worker.workerId, params.id, body)) {
          throw new CmsError("not_found", "The request for this response has ended.");
        }
        response.status(204).end();
      }),
    );
}

/** Heartbeat, acknowledgment, and long poll in one request. */
async function answerPoll(
  { database, polls, precedence }: WorkerApiDeps,
  { request, response, worker }: WorkerRequest,
): Promise<void> {
  nameRoute(request, "/api/worker/poll", { waits: true });
  const { body } = await readBody(request, response, { body: pollBody });
  const { wait: waitSeconds, facts, ...rest } = body;
  const disconnected = new AbortController();
  response.once("close", () => disconnected.abort());
  const poll = { ...rest, waitSeconds, facts };
  const commands = await polls.poll(worker, poll, { gone: disconnected.signal });
  // Read after the commands, so that a command queued before the setting changed is subject to the new setting.
  const setting = await readReviewSetting(database, worker.workspaceId);
  send(response, 200, {
    commands,
    intervalSeconds: POLL_INTERVAL_SECONDS,
    variablePrecedence: precedence,
    skillReview: setting === "off" ? "off" : "required",
  });
}

/** An authenticated request of a worker. */
export interface WorkerRequest {
  readonly request: Request;
  readonly response: Response;
  readonly worker: KnownWorker;
}

/** Authenticates the worker and passes the request to `handle`. */
export function asWorker(
  deps: Pick<WorkerApiDeps, "polls" | "guesses">,
  handle: (asked: WorkerRequest) => Promise<void>,
): RequestHandler {
  return async (request, response) => {
    response.set("Cache-Control", "no-store");
    const [, bearer = ""] =
      /^Bearer ([\x21-\x7e]+)$/i.exec(request.get("Authorization") ?? "") ?? [];
    const worker = await deps.polls.keys.find(bearer);
    if (worker === undefined) {
      await countGuess(request, deps);
      throw new CmsError("invalid_credentials", "Unknown worker key.");
    }
    await handle({ request, response, worker });
  };
}

/** Counts an invalid key or token. @throws CmsError `rate_limited` */
async function countGuess(
  request: Request,
  { guesses }: Pick<WorkerApiDeps, "guesses">,
): Promise<void> {
  const caller = addressKey(clientAddress(request));
  if ((await guesses.take(caller)) === undefined) throw tooMany(await guesses.status(caller));
}

/**
 * Valid tokens aren't counted, because a whole fleet can register from one IP address. @throws CmsError `rate_limited`
 */
async function refuseGuesser(
  request: Request,
  { guesses }: Pick<WorkerApiDeps, "guesses">,
): Promise<void> {
  const status = await guesses.status(addressKey(clientAddress(request)));
  if (status.remaining === 0) throw tooMany(status);
}

function tooMany({ retryAfterSeconds }: RateStatus): CmsError {
  return new CmsError(
    "rate_limited",
    `Too many attempts from this IP address. Try again in ${countOf(retryAfterSeconds, "second")}.`,
    { details: { retryAfterSeconds } },
  );
}

/** Parses the parts of a worker's request with their schemas. */
export async function readBody<const I extends Readonly<Record<string, z.ZodType>>>(
  request: Request,
  response: Response,
  input: I,
): Promise<z.output<z.ZodObject<I>>> {
  const params = Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [name, String(value)]),
  );
  const body =
    "body" in input ? await readJsonBody(request, response, { content: false }) : undefined;
  return parseInput(input, { params, query: readQuery(request), body });
}

export function send(response: Response, status: number, body: unknown): void {
  response.status(status).set("Cache-Control", "no-store").json(body);
}
