import { randomUUID } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import { z } from "zod";
import type { Hq } from "../../platform/hq.ts";
import type { WorkerCommand } from "./commands.ts";
import { openProcessMessages } from "./process-messages.ts";

/** Commands that exist only while a caller waits for their answer. */
type LiveKind =
  | "secret.put"
  | "secret.delete"
  | "secret.list"
  | "variable.list"
  | "memory.search"
  | "memory.add"
  | "memory.change"
  | "memory.delete"
  | "artifact.list"
  | "artifact.read"
  | "check"
  | "doctor";

/** A worker's answer to a live command. */
export type LiveAnswer =
  | { readonly ok: true; readonly result?: unknown }
  | { readonly ok: false; readonly problem: { readonly code: string; readonly detail: string } };

export const liveAnswer: z.ZodType<LiveAnswer> = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), result: z.unknown().optional() }),
  z.object({
    ok: z.literal(false),
    problem: z.object({ code: z.string().max(200), detail: z.string().max(4000) }),
  }),
]);

/** Messages between processes. */
const processMessage = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("asked"),
    id: z.string(),
    workerId: z.string(),
    command: z.string(),
    body: z.unknown(),
  }),
  /** Another process has sent it to the worker. */
  z.object({ kind: z.literal("handed"), id: z.string() }),
  z.object({
    kind: z.literal("answered"),
    id: z.string(),
    workerId: z.string(),
    answer: liveAnswer,
  }),
]);

interface LiveCommand {
  readonly workerId: string;
  readonly command: WorkerCommand;
  /** Whether the caller waits in this process. */
  readonly isOwn: boolean;
  handed: boolean;
  /** Delivers the answer, or relays it to the process in which the caller waits. */
  readonly resolve: (answer: LiveAnswer) => void;
}

interface LiveOptions {
  /** Ends the long poll of a worker, for a command from this or another process. */
  readonly wake: (workerId: string, options: { readonly isOwn: boolean }) => void;
  readonly log: Logger;
}

const LIVE_MS = 10_000;
const OFFLINE: LiveAnswer = { ok: false, problem: { code: "worker_offline", detail: "" } };

/**
 * Live commands, which are never stored. A worker can poll any process, so each process knows the pending commands of
 * the others.
 */
export class LiveCommands {
  readonly #live = new Map<string, LiveCommand>();
  readonly #wake: LiveOptions["wake"];
  readonly #others: ReturnType<typeof openProcessMessages>;

  constructor(hq: Pick<Hq, "database" | "config">, { wake, log }: LiveOptions) {
    this.#wake = wake;
    const onMessage = (message: unknown): void => this.#handleMessage(message);
    this.#others = openProcessMessages(hq, { onMessage, log });
  }

  /**
   * Sends a command to a worker and waits for its answer.
   *
   * @throws CmsError `worker_offline` after ten seconds without an answer, or the worker's error, as `conflict` if its
   * code is unknown
   */
  async ask(workerId: string, kind: LiveKind, body: unknown): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<LiveAnswer>();
    const id = randomUUID();
    const command = { sequence: null, id, kind, body };
    this.#add({ workerId, command, isOwn: true, handed: false, resolve });
    this.#others.send({ kind: "asked", id, workerId, command: kind, body });
    return resultOf(await promise);
  }

  /** Returns the commands that were not sent to the worker yet. */
  handOut(workerId: string): readonly WorkerCommand[] {
    const mine = [...this.#live.values()].filter(
      (each) => each.workerId === workerId && !each.handed,
    );
    for (const each of mine) {
      each.handed = true;
      this.#others.send({ kind: "handed", id: each.command.id });
    }
    return mine.map(({ command }) => command);
  }

  /** Accepts an answer. Returns `false` if no one is waiting for it. */
  answer(workerId: string, commandId: string, answer: LiveAnswer): boolean {
    const pending = this.#live.get(commandId);
    if (pending?.workerId !== workerId) return false;
    pending.resolve(answer);
    this.#live.delete(commandId);
    return true;
  }

  /** Fails pending commands of one worker, or of all. */
  drop(workerId?: string): void {
    for (const each of this.#live.values()) {
      if (workerId === undefined || each.workerId === workerId) each.resolve(OFFLINE);
    }
  }

  async close(): Promise<void> {
    this.drop();
    await this.#others.close();
  }

  #add(live: LiveCommand): void {
    const { id } = live.command;
    const timeout = setTimeout(() => {
      this.#live.delete(id);
      live.resolve(OFFLINE);
    }, LIVE_MS).unref();
    const resolve = (answer: LiveAnswer): void => {
      clearTimeout(timeout);
      this.#live.delete(id);
      live.resolve(answer);
    };
    this.#live.set(id, { ...live, resolve });
    this.#wake(live.workerId, live);
  }

  #handleMessage(message: unknown): void {
    const { data } = processMessage.safeParse(message);
    if (data === undefined) return;
    const { id } = data;
    switch (data.kind) {
      case "asked": {
        const { workerId, command: kind, body } = data;
        const resolve = (answer: LiveAnswer): void => {
          if (answer === OFFLINE) return;
          this.#others.send({ kind: "answered", id, workerId, answer });
        };
        const command = { sequence: null, id, kind, body };
        this.#add({ workerId, command, isOwn: false, handed: false, resolve });
        return;
      }
      case "handed": {
        const live = this.#live.get(id);
        if (live !== undefined) live.handed = true;
        return;
      }
      case "answered":
        this.#handleAnswer(data);
    }
  }

  /**
   * Handles an answer received by another process: delivers it to a caller in this process; otherwise drops the
   * command.
   */
  #handleAnswer({
    id,
    workerId,
    answer,
  }: {
    id: string;
    workerId: string;
    answer: LiveAnswer;
  }): void {
    const live = this.#live.get(id);
    if (live?.workerId === workerId && live.isOwn) live.resolve(answer);
    else this.#live.delete(id);
  }
}

function resultOf(answer: LiveAnswer): unknown {
  if (answer.ok) return answer.result;
  if (answer === OFFLINE) throw workerOffline();
  const { code, detail } = answer.problem;
  const known = CALLER_ERRORS.find((each) => each === code);
  throw new CmsError(known ?? "conflict", `The worker rejected the request (${code}): ${detail}`);
}

/** Errors of a worker that the caller can fix. */
const CALLER_ERRORS = ["invalid", "reserved_name", "too_large", "not_found"] as const;

const RETRY_SECONDS = 15;

export function workerOffline(): CmsError {
  return new CmsError("worker_offline", "The worker does not respond. Start it, then try again.", {
    details: { retryAfterSeconds: RETRY_SECONDS },
  });
}
