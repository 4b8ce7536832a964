import { CmsError, ERROR_CODES, type ErrorCode } from "@loam/cms-core";
import type { VariablePrecedence } from "@loam/cms-core/template";
import { z } from "zod";
import type { SkillReview } from "../state/links.ts";

// An older HQ doesn't send it.
const PRECEDENCE = z.enum(["worker-last", "workflow-last"]).exactOptional();

const COMMANDS = z.object({
  commands: z.array(
    z.object({
      sequence: z.int().positive().nullable(),
      id: z.string(),
      kind: z.string(),
      body: z.unknown(),
    }),
  ),
  intervalSeconds: z.number().positive().max(3600),
  variablePrecedence: PRECEDENCE,
  // An older HQ doesn't send it and has no reviews.
  skillReview: z.enum(["off", "required"]).default("required"),
});

const REGISTERED = z.object({
  id: z.string().regex(/^w[a-z2-7]{19}$/),
  key: z.string().startsWith("loam_wrk_"),
  // An older HQ doesn't send the slug.
  workspace: z.object({ id: z.string(), name: z.string(), slug: z.string().exactOptional() }),
  fingerprint: z.string(),
  variablePrecedence: PRECEDENCE,
});

const SKILL = z.object({ version: z.int().positive() });

const PROBLEM = z.object({
  code: z.string().exactOptional(),
  detail: z.string().exactOptional(),
  offset: z.int().nonnegative().exactOptional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).exactOptional(),
});

/** A command from HQ to this worker. */
export interface HqCommand {
  /** Null for a live request, which isn't queued. */
  readonly sequence: number | null;
  readonly id: string;
  readonly kind: string;
  readonly body?: unknown;
}

/** What a worker reports when it registers. */
export interface Registration {
  readonly token: string;
  /** Host name, for an older HQ: otherwise the worker has the name it was given in HQ. */
  readonly name: string;
  readonly publicKey: string;
  readonly agent: string;
  readonly version: string;
}

export interface Registered {
  readonly id: string;
  readonly key: string;
  readonly workspace: { readonly id: string; readonly name: string; readonly slug?: string };
  readonly fingerprint: string;
  readonly variablePrecedence?: VariablePrecedence;
}

interface PollQuestion {
  /** Id of this process: HQ rejects a second one with the same key, unless it is in the same place. */
  readonly instance: string;
  readonly place?: string;
  readonly acknowledged: number;
  /** How many seconds HQ can hold the request. */
  readonly wait: number;
  readonly facts?: object;
}

interface PollAnswer {
  readonly commands: readonly HqCommand[];
  readonly intervalSeconds: number;
  readonly variablePrecedence?: VariablePrecedence;
  readonly skillReview: SkillReview;
}

export type LiveAnswer =
  | { readonly ok: true; readonly result: object }
  | { readonly ok: false; readonly problem: { readonly code: string; readonly detail: string } };

/** HQ's API for workers, with one key. Every call throws as `failureOf`. */
export interface WorkerApi {
  readonly poll: (question: PollQuestion, signal: AbortSignal) => Promise<PollAnswer>;
  /** Announces that this process stops polling, so that the next one needn't wait for its timeout. */
  readonly leave: (instance: string) => Promise<void>;
  readonly answer: (commandId: string, answer: LiveAnswer) => Promise<void>;
  /** Returns which version of a skill this worker should have. */
  readonly findSkill: (name: string) => Promise<{ readonly version: number }>;
  readonly putRun: (runId: string, report: object) => Promise<void>;
  /** @throws CmsError `conflict` with `offset` in its details if HQ's end of the log differs */
  readonly putLog: (runId: string, offset: number, bytes: Uint8Array) => Promise<void>;
}

const CALL_MS = 30_000;
/** Limits the wait when a machine shuts down. */
const LEAVE_MS = 2000;

export function openWorkerApi(hqUrl: string, key: string): WorkerApi {
  const base = `${hqUrl}/api/worker`;
  const json = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const send = async (method: string, path: string, body: object): Promise<void> => {
    await call(base + path, { method, headers: json, body: JSON.stringify(body) });
  };
  return {
    async poll(question, signal) {
      const answer = await call(`${base}/poll`, {
        method: "POST",
        headers: json,
        body: JSON.stringify(question),
        signal: AbortSignal.any([signal, AbortSignal.timeout(question.wait * 1000 + CALL_MS)]),
      });
      return COMMANDS.parse(answer);
    },
    async leave(instance) {
      const signal = AbortSignal.timeout(LEAVE_MS);
      const body = JSON.stringify({ instance });
      await call(`${base}/leave`, { method: "POST", headers: json, body, signal });
    },
    answer: async (id, answer) => send("POST", `/answers/${encodeURIComponent(id)}`, answer),
    async findSkill(name) {
      const url = `${base}/skills/${encodeURIComponent(name)}`;
      return SKILL.parse(await call(url, { headers: { authorization: json.authorization } }));
    },
    putRun: async (id, report) => send("PUT", `/runs/${id}`, report),
    async putLog(id, offset, bytes) {
      await call(`${base}/runs/${id}/log?offset=${offset}`, {
        method: "PUT",
        headers: { ...json, "content-type": "application/octet-stream" },
        body: Buffer.from(bytes),
      });
    },
  };
}

/**
 * Registers this machine as a worker of a workspace, with a single-use token.
 *
 * @throws CmsError `forbidden` if the token is used, expired, or invalid; `source_unreachable`
 */
export async function registerWorker(
  hqUrl: string,
  registration: Registration,
): Promise<Registered> {
  const answer = await call(`${hqUrl}/api/worker/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(registration),
  });
  return REGISTERED.parse(answer);
}

/**
 * Redirects are rejected: a key is only for the given URL.
 *
 * @returns the JSON of the response; undefined if it has no body
 */
async function call(url: string, init: RequestInit): Promise<unknown> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(CALL_MS), ...init, redirect: "error" });
    // Inside the `try`, because the connection can break while the body is read.
    text = await answer.text();
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    const what = reason instanceof Error ? reason.message : String(reason);
    throw new CmsError(
      "source_unreachable",
      `HQ at ${new URL(url).origin} cannot be reached: ${what}`,
      {
        cause,
      },
    );
  }
  if (!answer.ok) throw failureOf(answer.status, text, answer.headers);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { origin } = new URL(url);
    const message = `HQ at ${origin} cannot be reached: the server at this URL is not HQ.`;
    throw new CmsError("source_unreachable", message, { cause });
  }
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: "invalid",
  401: "not_signed_in",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  413: "too_large",
  422: "invalid",
  429: "rate_limited",
};

/** Converts HQ's error response; `details` contains its status and, if present, `offset` and `retryAfter`. */
function failureOf(status: number, text: string, headers: Headers): CmsError {
  const { code, detail = `HQ returned ${status}.`, offset, errors = [] } = parseProblem(text);
  const known = code !== undefined && isErrorCode(code) ? code : undefined;
  const retryAfter = Number(headers.get("retry-after") ?? "");
  return new CmsError(
    known ?? BY_STATUS[status] ?? "source_unreachable",
    [detail, ...errors.map(({ path, message }) => `${path}: ${message}`)].join(" "),
    {
      details: {
        status,
        ...(offset !== undefined && { offset }),
        ...(retryAfter > 0 && { retryAfter }),
      },
    },
  );
}

function parseProblem(text: string): z.output<typeof PROBLEM> {
  try {
    return PROBLEM.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
