import { isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { storePrecedence, storeSkillReview, lastHandled, revokeLink } from "../state/links.ts";
import { answerLive } from "./answer-live.ts";
import { backOffMs } from "./back-off.ts";
import { type CommandServices, handleQueued } from "./handle-command.ts";
import type { PollWaker, Pause } from "./poll-waker.ts";
import type { HqCommand, LiveAnswer, WorkerApi } from "./worker-api.ts";

/** A followed registration. */
export interface FollowedLink {
  readonly services: CommandServices;
  readonly api: WorkerApi;
  /** Id of this process. */
  readonly instance: string;
  /** Location of the worker, so that HQ can tell the next process there from a copy of this machine. */
  readonly place?: string;
  /** Facts about the worker; `momentary` ones change continuously. */
  readonly facts: () => { readonly lasting: object; readonly momentary: object };
  readonly waker: Pick<PollWaker, "listen">;
  readonly signal: AbortSignal;
  /** How long HQ can hold a request until there is something to report. @default 25 */
  readonly waitSeconds?: number;
}

/** Interval for reporting facts that change continuously. */
const FACTS_MS = 60_000;
/** HQ's status codes for a report that is too large or invalid. */
const REFUSED: ReadonlySet<unknown> = new Set([413, 422]);
/** After an empty response that arrives this soon, the worker waits before it asks again. */
const SOON_MS = 1000;

/**
 * Polls HQ for commands and runs them, until the signal aborts or HQ revokes the key. HQ can be unreachable for any
 * length of time.
 */
export async function followLink(link: FollowedLink): Promise<"stopped" | "revoked"> {
  const { services, waker, signal } = link;
  const telling = createFactsReporter(link);
  let lastMessage: string | undefined;
  for (let failures = 0; !signal.aborted;) {
    const pause = waker.listen();
    try {
      if ((await pollOnce(link, telling, pause)) === "revoked") return "revoked";
      failures = 0;
      lastMessage = undefined;
    } catch (error) {
      // Retries after any error: disks and proxies recover, and nobody restarts the worker for that.
      if (signal.aborted) break;
      telling.again();
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      // Logged once, because HQ may be unreachable for days.
      if (message !== lastMessage) services.log(message);
      lastMessage = message;
      await pause(backOffMs(failures, isCmsError(error) ? error : undefined), signal);
    }
  }
  // An unreachable HQ notices by timeout.
  await link.api.leave(link.instance).catch(() => undefined);
  return "stopped";
}

async function pollOnce(
  link: FollowedLink,
  telling: FactsReporter,
  pause: Pause,
): Promise<"done" | "revoked"> {
  const { services, api, instance, place, signal, waitSeconds = 25 } = link;
  const { state, workerId } = services;
  const startedMs = performance.now();
  const facts = telling.next();
  const question = {
    instance,
    ...(place !== undefined && { place }),
    acknowledged: lastHandled(state, workerId),
    wait: waitSeconds,
  };
  const body = { ...question, ...(facts !== undefined && { facts }) };
  const answered = await api.poll(body, signal).catch(async (error: unknown) => {
    if (!isCmsError(error)) throw error;
    if (error.details["status"] === 401) return undefined;
    if (facts === undefined || !REFUSED.has(error.details["status"])) throw error;
    // The worker can work even if HQ rejects its facts.
    telling.refused(error.message);
    return api.poll(question, signal);
  });
  if (answered === undefined) {
    revokeLink(state, workerId, new Date());
    services.log(
      "HQ revoked this worker and its runs were stopped. Register it again to continue.",
    );
    return "revoked";
  }
  const { commands, intervalSeconds, variablePrecedence, skillReview } = answered;
  if (variablePrecedence !== undefined) storePrecedence(state, workerId, variablePrecedence);
  // Must precede the commands, which depend on it.
  storeSkillReview(state, workerId, skillReview);
  await handleAll(link, commands);
  if (commands.length === 0 && performance.now() - startedMs < SOON_MS) {
    await pause(Math.min(intervalSeconds, waitSeconds) * 1000, signal);
  }
  return "done";
}

async function handleAll(link: FollowedLink, commands: readonly HqCommand[]): Promise<void> {
  try {
    for (const command of commands) {
      if (command.sequence !== null) await handleQueued(link.services, command);
    }
  } finally {
    // Live requests wait neither for each other nor for a command that cannot run yet.
    for (const command of commands) if (command.sequence === null) void answer(link, command);
  }
}

async function answer({ services, api }: FollowedLink, command: HqCommand): Promise<void> {
  try {
    await api.answer(command.id, await answerOf(services, command));
  } catch (error) {
    // The caller has timed out, and HQ reports that to them.
    services.log(
      `HQ rejected a response: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function answerOf(services: CommandServices, command: HqCommand): Promise<LiveAnswer> {
  try {
    return { ok: true, result: await answerLive(services, command) };
  } catch (error) {
    if (isCmsError(error))
      return { ok: false, problem: { code: error.code, detail: error.message } };
    if (error instanceof z.ZodError) {
      return { ok: false, problem: { code: "invalid", detail: z.prettifyError(error) } };
    }
    services.log(`${command.kind} failed: ${String(error)}`);
    return {
      ok: false,
      problem: { code: "internal", detail: "The worker failed. See its log." },
    };
  }
}

interface FactsReporter {
  /** Returns what to report now. */
  readonly next: () => object | undefined;
  /** Reports again, because the last report didn't arrive. */
  readonly again: () => void;
  /** HQ rejected the report, with this reason. */
  readonly refused: (reason: string) => void;
}

function createFactsReporter({ facts, services }: FollowedLink): FactsReporter {
  let lastReport: { readonly text: string; readonly at: number } | undefined;
  let lastRefusal: string | undefined;
  return {
    next() {
      const { lasting, momentary } = facts();
      const text = JSON.stringify(lasting);
      const now = performance.now();
      if (lastReport?.text === text && now - lastReport.at < FACTS_MS) return undefined;
      lastReport = { text, at: now };
      return { ...lasting, ...momentary };
    },
    again() {
      lastReport = undefined;
    },
    refused(reason) {
      const kib = Math.ceil(Buffer.byteLength(lastReport?.text ?? "") / 1024);
      const message = `HQ rejected this worker's status report (${kib} KiB) and doesn't show it: ${reason} The worker keeps running. Delete unused skills, variables, or secrets.`;
      if (message !== lastRefusal) services.log(message);
      lastRefusal = message;
    },
  };
}
