import { CmsError, type SiteEventName } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { insertDeliveries, makeDue } from "../../sites/outbox/outbox.ts";
import { requireWebhook } from "../../sites/outbox/webhooks-table.ts";

interface Which {
  readonly siteId: string;
  readonly webhookId: string;
}

/**
 * Sends a delivery again, with the same event id, whatever became of it; one that waits for its next
 * attempt does not wait (WHK-14).
 *
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function sendAgain(
  database: ControlDatabase,
  { siteId, webhookId, id }: Which & { readonly id: string },
  now: Date,
): Promise<void> {
  await transact(database, async (transaction) => {
    await requireEnabled(transaction, { siteId, webhookId });
    const { numUpdatedRows } = await transaction
      .updateTable("webhook_deliveries")
      .set(dueNow(now))
      .where("webhook_id", "=", webhookId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new CmsError("not_found", `The webhook has no delivery ${id}.`);
    }
    await makeDue(transaction, [webhookId], now);
  });
}

/**
 * Sends again what failed and was made in a stretch of time; everything that failed without one.
 *
 * @returns how many
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function sendFailedAgain(
  database: ControlDatabase,
  {
    from,
    until,
    ...which
  }: Which & { readonly from?: string | undefined; readonly until?: string | undefined },
  now: Date,
): Promise<number> {
  return transact(database, async (transaction) => {
    await requireEnabled(transaction, which);
    let update = transaction
      .updateTable("webhook_deliveries")
      .set(dueNow(now))
      .where("webhook_id", "=", which.webhookId)
      .where("status", "=", "failed");
    if (from !== undefined) update = update.where("created_at", ">=", from);
    if (until !== undefined) update = update.where("created_at", "<", until);
    const { numUpdatedRows } = await update.executeTakeFirst();
    await makeDue(transaction, [which.webhookId], now);
    return Number(numUpdatedRows);
  });
}

function dueNow(now: Date) {
  return { status: "pending", next_at: now.toISOString(), tries: 0, finished_at: null } as const;
}

/**
 * Sends an event that did not happen, marked `"test":true`, to see whether it arrives.
 *
 * @returns the id of the delivery
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function sendTest(
  database: ControlDatabase,
  { siteId, webhookId, event }: Which & { readonly event: SiteEventName },
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const isOfEntry = event.startsWith("entry.");
  const row = {
    id: `evt_${randomText(32)}`,
    site_id: siteId,
    event,
    content_type: event === "site.published" ? "" : "test",
    entry_id: isOfEntry ? "test" : "",
    entry_slug: isOfEntry ? "test" : "",
    occurred_at: at,
    test: 1,
    created_at: at,
  };
  return transact(database, async (transaction) => {
    await requireEnabled(transaction, { siteId, webhookId });
    const addressed = [{ event: row, to: [webhookId] }];
    const [delivery] = await insertDeliveries(transaction, addressed, now);
    return delivery?.id ?? "";
  });
}

async function requireEnabled(
  transaction: ControlDatabase,
  { siteId, webhookId }: Which,
): Promise<void> {
  const { enabled } = await requireWebhook(transaction, siteId, webhookId);
  if (enabled === 1) return;
  throw new CmsError("conflict", "The webhook is disabled; enable it first.");
}
