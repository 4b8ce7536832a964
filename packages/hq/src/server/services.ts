import type { WebhookServices } from "../automation/webhooks/webhooks.ts";
import type { ReadApi } from "../deliver/read-api/open-read-api.ts";
import type { Hub } from "../hub/open-hub.ts";
import type { SkillRepositories } from "../hub/skills/skill-repositories.ts";
import type { Readiness } from "../operate/health/health-routes.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import type { AuditLog } from "../people/audit/audit-log.ts";
import type { WriteLimit } from "../platform/limits/rate-limit.ts";
import type { UpstreamServices } from "../upstream/open-upstreams.ts";

/** Dependencies of the routes of a running server, each created once by `startHq`. */
export interface HqServices extends WebhookServices, UpstreamServices {
  /** Metrics of the server. Areas add their own gauges. */
  readonly metrics: Metrics;
  /** Checks everything that the server depends on. */
  readonly readiness: () => Promise<Readiness>;
  readonly audit: AuditLog;
  readonly skills: SkillRepositories;
  /** Workers and their runs. */
  readonly hub: Hub;
  readonly readApi: ReadApi;
  /** Shared by all interfaces that write. */
  readonly writeLimit: WriteLimit;
}
