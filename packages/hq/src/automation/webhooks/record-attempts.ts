import { setTimeout as wait } from "node:timers/promises";
import type { Insertable } from "kysely";
import type { Logger } from "pino";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { disableWebhooks } from "../../sites/outbox/webhooks-table.ts";
import { type Attempt, retryDelay } from "./attempt-delivery.ts";
import type { DisabledWebhook } from "./notify-webhook-disabled.ts";

/** An endpoint that has only failed for this long is disabled (WHK-15). */
const GIVE_UP_MS = 120 * 60 * 60 * 1000;
const GONE = 410;

/** Records attempts. Attempts that end at the same time share a transaction and thus an fsync. */
export interface AttemptRecorder {
  /** Resolves when it is on disk. @returns whether the webhook still accepts deliveries */
  record(attempt: Attempt): Promise<boolean>;
}

export interface RecorderDeps {
  readonly database: ControlDatabase;
  readonly random: () => number;
  readonly log: Logger;
  /** Called when it is on disk. */
  readonly onDisabled: (disabled: DisabledWebhook) => void;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly done: (isAccepting: boolean) => void;
  readonly fail: (error: unknown) => void;
}

const ATTEMPTS_AT_ONCE = 100;
/** Each transaction needs an fsync, which takes longer than waiting for responses that are about to arrive. */
const GATHER_MS = 10;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  const waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      await wait(GATHER_MS);
      const group = waiting.splice(0, ATTEMPTS_AT_ONCE);
      try {
        const accepting = await recordAttempts(
          deps,
          group.map(({ attempt }) => attempt),
        );
        for (const [at, { done }] of group.entries()) done(accepting[at] ?? false);
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    writing = false;
  }

  return {
    record: (attempt) =>
      new Promise((done, fail) => {
        waiting.push({ attempt, done, fail });
        if (!writing) void writeAll();
      }),
  };
}

async function recordAttempts(
  { database, random, log, onDisabled }: RecorderDeps,
  attempts: readonly Attempt[],
): Promise<readonly boolean[]> {
  const randoms = attempts.map(() => random());
  const recorded = await transact(database, async (transaction) => {
    const accepting: boolean[] = [];
    const disabled: DisabledWebhook[] = [];
    const rows: NewAttempt[] = [];
    const last = new Map<string, Attempt>();
    for (const [at, attempt] of attempts.entries()) {
      const chance = { random: randoms[at] ?? 0 };
      const { isAccepting, number, webhookId, stopped } = await recordAttempt(
        transaction,
        attempt,
        chance,
      );
      accepting.push(isAccepting);
      if (webhookId !== undefined) last.set(webhookId, attempt);
      if (stopped !== undefined) disabled.push(stopped);
      if (number !== undefined) rows.push(attemptRow(attempt, number));
    }
    for (const [id, attempt] of last) await storeLastAttempt(transaction, id, attempt);
    if (rows.length > 0) await transaction.insertInto("webhook_attempts").values(rows).execute();
    return { accepting, disabled };
  });
  for (const each of recorded.disabled) {
    log.warn({ webhookId: each.id, reason: each.reason }, "a webhook was disabled");
    onDisabled(each);
  }
  return recorded.accepting;
}

interface RandomSource {
  readonly random: number;
}

interface RecordedAttempt {
  /** Whether the webhook still accepts deliveries. */
  readonly isAccepting: boolean;
  /** Absent if the delivery was deleted. */
  readonly number?: number;
  readonly webhookId?: string;
  /** The webhook, if this attempt disabled it. */
  readonly stopped?: DisabledWebhook;
}

async function recordAttempt(
  transaction: ControlDatabase,
  attempt: Attempt,
  chance: RandomSource,
): Promise<RecordedAttempt> {
  const delivery = await transaction
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_id")
    .select(["webhook_deliveries.id", "webhook_id", "status", "attempts", "tries"])
    .select(["enabled", "failing_since"])
    .where("webhook_deliveries.id", "=", attempt.deliveryId)
    .executeTakeFirst();
  // The webhook was deleted in the meantime.
  if (delivery === undefined) return { isAccepting: false };
  const { webhook_id: webhookId } = delivery;
  const number = delivery.attempts + 1;
  const counts = { attempts: number, tries: delivery.tries + 1 };
  const update = transaction
    .updateTable("webhook_deliveries")
    .where("id", "=", attempt.deliveryId)
    .set(counts);
  const at = attempt.at.toISOString();
  if (attempt.problem === undefined) {
    await update.set({ status: "delivered", next_at: null, finished_at: at }).execute();
    await setFailingSince(transaction, delivery, null);
    return { isAccepting: delivery.enabled === 1, number, webhookId };
  }
  if (delivery.enabled === 1) {
    const delay = retryDelay({ ...counts, ...attempt, ...chance });
    const next =
      delay === undefined
        ? ({ status: "failed", next_at: null, finished_at: at } as const)
        : { next_at: new Date(deliveryOutcome(attempt) + delay).toISOString() };
    await update.set(next).execute();
    const stopped = await recordFailure(transaction, delivery, attempt);
    const isAccepting = stopped === undefined;
    return {
      isAccepting: isAccepting,
      number,
      webhookId,
      ...(stopped !== undefined && { stopped }),
    };
  }
  await update.execute();
  return { isAccepting: false, number, webhookId };
}

/** Stores what the list of webhooks shows, so that it needn't read deliveries. */
async function storeLastAttempt(
  transaction: ControlDatabase,
  id: string,
  { at, status, problem }: Attempt,
): Promise<void> {
  await transaction
    .updateTable("webhooks")
    .set({
      last_attempt_at: at.toISOString(),
      last_status: status ?? null,
      last_problem: problem ?? null,
    })
    .where("id", "=", id)
    .execute();
}

function deliveryOutcome({ at, durationMs }: Attempt): number {
  return at.getTime() + durationMs;
}

interface DeliveryState {
  readonly webhook_id: string;
  readonly failing_since: string | null;
}

/** @returns the webhook if this failure disabled it */
async function recordFailure(
  transaction: ControlDatabase,
  delivery: DeliveryState,
  attempt: Attempt,
): Promise<DisabledWebhook | undefined> {
  const since = delivery.failing_since ?? attempt.at.toISOString();
  await setFailingSince(transaction, delivery, since);
  const isTooLong = attempt.at.getTime() - Date.parse(since) >= GIVE_UP_MS;
  if (attempt.status !== GONE && !isTooLong) return undefined;
  const { webhook_id: id } = delivery;
  const reason = attempt.status === GONE ? "gone" : "failing";
  await disableWebhooks(transaction, { id }, { reason, now: attempt.at });
  return { id, reason };
}

async function setFailingSince(
  transaction: ControlDatabase,
  { webhook_id, failing_since }: DeliveryState,
  since: string | null,
): Promise<void> {
  if (failing_since === since) return;
  await transaction
    .updateTable("webhooks")
    .set({ failing_since: since })
    .where("id", "=", webhook_id)
    .execute();
}

type NewAttempt = Insertable<ControlTables["webhook_attempts"]>;

function attemptRow(attempt: Attempt, number: number): NewAttempt {
  return {
    delivery_id: attempt.deliveryId,
    number,
    at: attempt.at.toISOString(),
    url: attempt.url,
    request_headers: JSON.stringify(attempt.requestHeaders),
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    response: attempt.response ?? null,
    problem: attempt.problem ?? null,
  };
}
