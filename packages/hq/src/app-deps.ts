import type { AppDeps } from "./app.ts";
import { appendAudit } from "./audit/audit-log.ts";
import type { OpenRateLimiter } from "./db/rate-counters.ts";
import { createReadiness } from "./health/readiness.ts";
import { limitWrites } from "./http/limit-writes.ts";
import { authenticateRequest, requireCsrfToken } from "./identity/authenticate-request.ts";
import { requireRecent } from "./identity/sessions/require-recent.ts";
import type { ReadListener } from "./read-api/read-listener.ts";
import type { HqServices } from "./services.ts";

/** What each interface of the application needs, out of the parts of a running server. */
export function appDeps(
  services: HqServices,
  { openLimiter, read }: { readonly openLimiter: OpenRateLimiter; readonly read: ReadListener },
): AppDeps {
  const { hq, baseUrl, sites, identity, metrics, log } = services;
  const { config, database, now } = hq;
  return {
    baseUrl,
    publicSource: hq.storages.publicSource,
    log,
    read,
    setup: { database, baseUrl, now, suggestedEmail: config.firstAdmin?.email },
    services,
    manage: {
      database,
      baseUrl,
      authenticate: (request) => authenticateRequest(request, identity),
      requireCsrfToken: (request) => requireCsrfToken(request, identity),
      requireRecent: (provenAt) => requireRecent(provenAt, { now }),
      takeWrite: limitWrites(config.writeLimit, openLimiter),
      audit: (act) => appendAudit(database, act, { now }),
    },
    health: {
      readiness: createReadiness(hq, { log }),
      unavailableSites: () => sites.unavailable(),
    },
    metrics: { metrics, token: config.metricsToken },
  };
}
