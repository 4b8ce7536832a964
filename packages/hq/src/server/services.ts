import type { WebhookServices } from "../automation/webhooks/webhooks.ts";
import type { ReadApi } from "../deliver/read-api/open-read-api.ts";
import type { Hub } from "../hub/open-hub.ts";
import type { SkillRepositories } from "../hub/skills/skill-repositories.ts";
import type { Readiness } from "../operate/health/health-routes.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import type { AuditLog } from "../people/audit/audit-log.ts";
import type { WriteLimit } from "../platform/limits/rate-limit.ts";
import type { UpstreamServices } from "../upstream/open-upstreams.ts";

/** What the routes of a running server work with; each part is made once, by `startHq`. */
export interface HqServices extends WebhookServices, UpstreamServices {
  /** What the server counts of itself; areas add gauges of their own. */
  readonly metrics: Metrics;
  /** Whether everything that the server depends on answers. */
  readonly readiness: () => Promise<Readiness>;
  readonly audit: AuditLog;
  readonly skills: SkillRepositories;
  /** Workers and what they run. */
  readonly hub: Hub;
  readonly readApi: ReadApi;
  /** Over every door that writes. */
  readonly writeLimit: WriteLimit;
}
