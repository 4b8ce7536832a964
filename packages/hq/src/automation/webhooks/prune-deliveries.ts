import type { ControlDatabase } from "../../platform/db/database.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets deliveries that ended thirty days ago, with their attempts, and events that none is left of. */
export async function pruneDeliveries(database: ControlDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await database
    .deleteFrom("webhook_deliveries")
    .where("created_at", "<", before)
    .where("status", "!=", "pending")
    .execute();
  await database
    .deleteFrom("webhook_events")
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhook_deliveries")
            .select("webhook_deliveries.id")
            .whereRef("event_id", "=", "webhook_events.id"),
        ),
      ),
    )
    .execute();
}
