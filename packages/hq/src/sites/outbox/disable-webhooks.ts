import type { ControlDatabase } from "../../platform/db/database.ts";
import type { DisabledReason } from "./webhooks-table.ts";

/**
 * Stops webhooks, as part of a transaction: nothing is sent any more, and what was on its way has failed,
 * so that it can be sent again by hand when they are enabled again (WHK-13). Disabled ones stay as they are.
 */
export async function disableWebhooks(
  transaction: ControlDatabase,
  which: { readonly id: string } | { readonly siteId: string },
  { reason, now }: { readonly reason: DisabledReason; readonly now: Date },
): Promise<void> {
  const at = now.toISOString();
  const update = transaction
    .updateTable("webhooks")
    .set({ enabled: 0, disabled_reason: reason, disabled_at: at, due_at: null, claim: null })
    .where("enabled", "=", 1)
    .returning("id");
  const stopped = await (
    "id" in which ? update.where("id", "=", which.id) : update.where("site_id", "=", which.siteId)
  ).execute();
  if (stopped.length === 0) return;
  await transaction
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_at: null, finished_at: at })
    .where("status", "=", "pending")
    .where(
      "webhook_id",
      "in",
      stopped.map(({ id }) => id),
    )
    .execute();
}
