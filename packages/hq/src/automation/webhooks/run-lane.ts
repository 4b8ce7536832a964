import { settleClaim } from "../../platform/db/claim-due.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { WebhookRow } from "../../sites/outbox/webhooks-table.ts";
import { type AttemptDeps, attemptDelivery, type DueDelivery } from "./attempt-delivery.ts";
import type { AttemptRecorder } from "./record-attempts.ts";
import { openSecrets } from "./webhook-secrets.ts";

export interface LaneDeps extends AttemptDeps {
  readonly database: ControlDatabase;
  readonly sealer: Sealer;
  readonly recorder: AttemptRecorder;
  /** Aborted when the server stops: attempts in progress end, and no new ones start. */
  readonly stopping: AbortSignal;
}

/** Duration of a claim on a webhook. Work under it stops earlier, by the deadline of one attempt. */
export const LANE_HOLD_MS = 60_000;
const LANE_WORK_MS = 20_000;
const DELIVERIES_AT_ONCE = 32;
/** A failing endpoint gets one request at a time. */
const CONCURRENCY = { healthy: 4, failing: 1 } as const;

/** Delivers everything due to one endpoint and sets its next due time. */
export async function runLane(deps: LaneDeps, webhook: WebhookRow): Promise<void> {
  const end = performance.now() + LANE_WORK_MS;
  const isOver = (): boolean => performance.now() >= end || deps.stopping.aborted;
  let isAccepting = true;
  while (isAccepting && !isOver()) {
    const due = await dueDeliveries(deps, webhook.id);
    if (due.length === 0) break;
    isAccepting = await deliverAll(deps, webhook, { due, isOver });
  }
  await settle(deps, webhook);
}

/** @returns whether the webhook accepts more deliveries */
async function deliverAll(
  deps: LaneDeps,
  webhook: WebhookRow,
  { due, isOver }: { readonly due: readonly DueDelivery[]; readonly isOver: () => boolean },
): Promise<boolean> {
  const secrets = openSecrets(deps.sealer, webhook, deps.now());
  const left = due.values();
  let isAccepting = true;
  const work = async (): Promise<void> => {
    for (const delivery of left) {
      if (!isAccepting || isOver()) return;
      const attempt = await attemptDelivery(deps, delivery, { webhook, secrets });
      // This process aborted the attempt because it is stopping. The next process repeats it.
      if (deps.stopping.aborted && attempt.status === undefined) return;
      if (!(await deps.recorder.record(attempt))) isAccepting = false;
    }
  };
  const workers = CONCURRENCY[webhook.failing_since === null ? "healthy" : "failing"];
  await Promise.all(Array.from({ length: workers }, work));
  return isAccepting;
}

async function dueDeliveries(
  { database, now }: LaneDeps,
  webhookId: string,
): Promise<readonly DueDelivery[]> {
  const rows = await database
    .selectFrom("webhook_deliveries")
    .innerJoin("webhook_events as event", "event.id", "event_id")
    .select(["webhook_deliveries.id as delivery", "event.id", "event.site_id", "event.event"])
    .select(["event.content_type", "event.entry_id", "event.entry_slug"])
    .select(["event.occurred_at", "event.sequence", "event.test"])
    .where("webhook_id", "=", webhookId)
    .where("next_at", "<=", now().toISOString())
    .orderBy("next_at")
    .orderBy("event.sequence")
    .orderBy("webhook_deliveries.id")
    .limit(DELIVERIES_AT_ONCE)
    .execute();
  return rows.map(({ delivery, ...event }) => ({ id: delivery, event }));
}

/** Sets the next due time. Deliveries queued in the meantime are either seen here or make the webhook due. */
async function settle({ database }: LaneDeps, { id, claim }: WebhookRow): Promise<void> {
  await transact(database, async (transaction) => {
    const { next } = await transaction
      .selectFrom("webhook_deliveries")
      .select(({ fn }) => fn.min("next_at").as("next"))
      .where("webhook_id", "=", id)
      .executeTakeFirstOrThrow();
    await settleClaim(transaction, "webhooks", { id, claim }, { dueAt: next });
  });
}
