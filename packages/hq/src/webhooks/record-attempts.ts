import type { Logger } from "pino";
import type { ControlDatabase } from "../db/database.ts";
import { transact } from "../db/transact.ts";
import type { Attempt } from "./attempt-delivery.ts";
import { disableWebhooks } from "./disable-webhooks.ts";
import { retryDelay } from "./retry-schedule.ts";

/** A receiver that has answered nothing well for so long gets nothing more (WHK-15). */
const GIVE_UP_MS = 120 * 60 * 60 * 1000;
const GONE = 410;

/** Writes attempts down; those that end at one time share a transaction, and so a sync of the disk. */
export interface AttemptRecorder {
  /** Resolves when it is on the disk. @returns whether the webhook still wants deliveries */
  record(attempt: Attempt): Promise<boolean>;
}

export interface RecorderDeps {
  readonly database: ControlDatabase;
  readonly random: () => number;
  readonly log: Logger;
}

interface Waiting {
  readonly attempt: Attempt;
  readonly done: (goOn: boolean) => void;
  readonly fail: (error: unknown) => void;
}

const ATTEMPTS_AT_ONCE = 100;

export function createAttemptRecorder(deps: RecorderDeps): AttemptRecorder {
  const waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, ATTEMPTS_AT_ONCE);
      try {
        const goOn = await recordAttempts(
          deps,
          group.map(({ attempt }) => attempt),
        );
        for (const [at, { done }] of group.entries()) done(goOn[at] ?? false);
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
  { database, random, log }: RecorderDeps,
  attempts: readonly Attempt[],
): Promise<readonly boolean[]> {
  const randoms = attempts.map(() => random());
  return transact(database, async (transaction) => {
    const goOn: boolean[] = [];
    for (const [at, attempt] of attempts.entries()) {
      const goes = await recordAttempt(transaction, attempt, { random: randoms[at] ?? 0, log });
      goOn.push(goes);
    }
    return goOn;
  });
}

interface Chance {
  readonly random: number;
  readonly log: Logger;
}

async function recordAttempt(
  transaction: ControlDatabase,
  attempt: Attempt,
  chance: Chance,
): Promise<boolean> {
  const delivery = await transaction
    .selectFrom("webhook_deliveries")
    .innerJoin("webhooks", "webhooks.id", "webhook_id")
    .select(["webhook_deliveries.id", "webhook_id", "status", "attempts", "tries"])
    .select(["enabled", "failing_since"])
    .where("webhook_deliveries.id", "=", attempt.deliveryId)
    .executeTakeFirst();
  // The webhook was deleted meanwhile.
  if (delivery === undefined) return false;
  await insertAttempt(transaction, attempt, delivery.attempts + 1);
  const counts = { attempts: delivery.attempts + 1, tries: delivery.tries + 1 };
  const update = transaction
    .updateTable("webhook_deliveries")
    .where("id", "=", attempt.deliveryId)
    .set(counts);
  const at = attempt.at.toISOString();
  if (attempt.problem === undefined) {
    await update.set({ status: "delivered", next_at: null, finished_at: at }).execute();
    await setFailingSince(transaction, delivery, null);
    return delivery.enabled === 1;
  }
  if (delivery.enabled === 1) {
    const delay = retryDelay({ ...counts, ...attempt, ...chance });
    const next =
      delay === undefined
        ? ({ status: "failed", next_at: null, finished_at: at } as const)
        : { next_at: new Date(endOf(attempt) + delay).toISOString() };
    await update.set(next).execute();
    return noteFailure(transaction, delivery, { attempt, log: chance.log });
  }
  await update.execute();
  return false;
}

function endOf({ at, durationMs }: Attempt): number {
  return at.getTime() + durationMs;
}

interface DeliveryState {
  readonly webhook_id: string;
  readonly failing_since: string | null;
}

/** @returns whether the webhook is still enabled */
async function noteFailure(
  transaction: ControlDatabase,
  delivery: DeliveryState,
  { attempt, log }: { readonly attempt: Attempt; readonly log: Logger },
): Promise<boolean> {
  const since = delivery.failing_since ?? attempt.at.toISOString();
  await setFailingSince(transaction, delivery, since);
  const isTooLong = attempt.at.getTime() - Date.parse(since) >= GIVE_UP_MS;
  if (attempt.status !== GONE && !isTooLong) return true;
  const { webhook_id: id } = delivery;
  const reason = attempt.status === GONE ? "gone" : "failing";
  await disableWebhooks(transaction, { id }, { reason, now: attempt.at });
  log.warn({ webhookId: id, reason }, "a webhook was disabled");
  return false;
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

async function insertAttempt(
  transaction: ControlDatabase,
  attempt: Attempt,
  number: number,
): Promise<void> {
  await transaction
    .insertInto("webhook_attempts")
    .values({
      delivery_id: attempt.deliveryId,
      number,
      at: attempt.at.toISOString(),
      url: attempt.url,
      request_headers: JSON.stringify(attempt.requestHeaders),
      duration_ms: attempt.durationMs,
      status: attempt.status ?? null,
      response: attempt.response ?? null,
      problem: attempt.problem ?? null,
    })
    .execute();
}
