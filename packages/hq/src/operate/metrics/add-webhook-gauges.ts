import type { Hq } from "../../platform/hq.ts";
import type { Metrics } from "./metrics.ts";

/** Number of pending deliveries, and the age of the oldest due one. */
export function addWebhookGauges(metrics: Metrics, { database, now }: Hq): void {
  metrics.addGauge({
    name: "loam_webhook_deliveries_pending",
    help: "Webhook deliveries waiting for an attempt.",
    read: async () => {
      const { count } = await database
        .selectFrom("webhook_deliveries")
        .select((eb) => eb.fn.countAll().as("count"))
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  });
  metrics.addGauge({
    name: "loam_webhook_queue_age_seconds",
    help: "Age of the oldest due webhook delivery; 0 if there is none.",
    read: async () => {
      const due = await database
        .selectFrom("webhook_deliveries")
        .select((eb) => eb.fn.min("next_at").as("next_at"))
        .where("status", "=", "pending")
        .executeTakeFirst();
      const at = due?.next_at ?? undefined;
      return at === undefined ? 0 : Math.max(0, now().getTime() - Date.parse(at)) / 1000;
    },
  });
}
