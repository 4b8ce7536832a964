import { isCmsError } from "@loam/cms-core";
import { z } from "zod";
import { keepPrecedence, lastHandled, revokeLink } from "../state/links.ts";
import { answerLive } from "./answer-live.ts";
import { backOffMs } from "./back-off.ts";
import { type CommandServices, handleQueued } from "./handle-command.ts";
import type { Knocks, Pause } from "./knocks.ts";
import type { HqCommand, LiveAnswer, WorkerApi } from "./worker-api.ts";

/** A registration that is followed. */
export interface FollowedLink {
  readonly services: CommandServices;
  readonly api: WorkerApi;
  /** Of this process. */
  readonly instance: string;
  /** Where it is, so that HQ knows the next process there from a copy of this machine. */
  readonly place?: string;
  /** What the worker is and has, without what changes all the time. */
  readonly facts: () => { readonly lasting: object; readonly momentary: object };
  readonly knocks: Pick<Knocks, "listen">;
  readonly signal: AbortSignal;
  /** How long HQ may wait for something to tell. @default 25 */
  readonly waitSeconds?: number;
}

/** What changes all the time is told this often. */
const FACTS_MS = 60_000;
/** An answer that comes so soon and brings nothing is not to be asked for at once again. */
const SOON_MS = 1000;

/**
 * Asks HQ what there is to do, and does it, until the signal aborts or HQ revokes the key; HQ may be away for as long
 * as it likes.
 */
export async function followLink(link: FollowedLink): Promise<"stopped" | "revoked"> {
  const { services, knocks, signal } = link;
  const telling = factsTeller(link);
  for (let failures = 0; !signal.aborted;) {
    const pause = knocks.listen();
    try {
      await pollOnce(link, telling, pause);
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      if (isCmsError(error) && error.details["status"] === 401) {
        revokeLink(services.state, services.workerId, new Date());
        services.log("HQ has revoked this worker; its runs are ended. Register it again to go on.");
        return "revoked";
      }
      if (!isCmsError(error) && !(error instanceof z.ZodError)) throw error;
      telling.again();
      failures += 1;
      // Once: HQ may be away for days.
      if (failures === 1) services.log(error.message);
      await pause(backOffMs(failures, isCmsError(error) ? error : undefined), signal);
    }
  }
  // HQ that is away finds it out by itself.
  await link.api.leave(link.instance).catch(() => undefined);
  return "stopped";
}

async function pollOnce(link: FollowedLink, telling: FactsTeller, pause: Pause): Promise<void> {
  const { services, api, instance, place, signal, waitSeconds = 25 } = link;
  const { state, workerId } = services;
  const asked = performance.now();
  const facts = telling.next();
  const { commands, intervalSeconds, variablePrecedence } = await api.poll(
    {
      instance,
      ...(place !== undefined && { place }),
      acknowledged: lastHandled(state, workerId),
      wait: waitSeconds,
      ...(facts !== undefined && { facts }),
    },
    signal,
  );
  if (variablePrecedence !== undefined) keepPrecedence(state, workerId, variablePrecedence);
  for (const command of commands) {
    // Those that are waited for do not wait for each other.
    if (command.sequence === null) void answer(link, command);
    else await handleQueued(services, command);
  }
  if (commands.length === 0 && performance.now() - asked < SOON_MS) {
    await pause(Math.min(intervalSeconds, waitSeconds) * 1000, signal);
  }
}

async function answer({ services, api }: FollowedLink, command: HqCommand): Promise<void> {
  try {
    await api.answer(command.id, await answerOf(services, command));
  } catch (error) {
    // Whoever asked has waited in vain, and is told so by HQ.
    services.log(
      `HQ did not take an answer: ${error instanceof Error ? error.message : String(error)}`,
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
      problem: { code: "internal", detail: "The worker failed; its log says how." },
    };
  }
}

interface FactsTeller {
  /** What is to be told now. */
  readonly next: () => object | undefined;
  /** What was told last did not arrive. */
  readonly again: () => void;
}

function factsTeller({ facts }: FollowedLink): FactsTeller {
  let told: { readonly text: string; readonly at: number } | undefined;
  return {
    next() {
      const { lasting, momentary } = facts();
      const text = JSON.stringify(lasting);
      const now = performance.now();
      if (told?.text === text && now - told.at < FACTS_MS) return undefined;
      told = { text, at: now };
      return { ...lasting, ...momentary };
    },
    again() {
      told = undefined;
    },
  };
}
