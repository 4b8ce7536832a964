import type { WebhookServices } from "../automation/webhooks/webhooks.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import type { AuditLog } from "../people/audit/audit-log.ts";

/** What the routes of a running server work with; each part is made once, by `startHq`. */
export interface HqServices extends WebhookServices {
  /** What the server counts of itself; areas add gauges of their own. */
  readonly metrics: Metrics;
  readonly audit: AuditLog;
}
