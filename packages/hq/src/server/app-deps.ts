import { idempotencyKeys } from "../api/idempotency.ts";
import { authenticateRequest, requireCsrfToken } from "../people/identity/authenticate-request.ts";
import { requireRecent } from "../people/identity/sessions/require-session.ts";
import { clientAddress } from "../platform/http/client-address.ts";
import { addressKey } from "../platform/limits/rate-limit.ts";
import { tellChange } from "../sites/events/tell-change.ts";
import type { AppDeps } from "./app.ts";
import type { HqServices } from "./services.ts";

/** What each interface of the application needs, out of the parts of a running server. */
export function appDeps(services: HqServices): AppDeps {
  const { hq, baseUrl, sites, identity, metrics, audit, readApi, writeLimit } = services;
  const { config, database, now } = hq;
  return {
    baseUrl,
    publicSource: hq.storages.publicSource,
    log: services.log,
    read: readApi.listen,
    setup: { database, baseUrl, now, suggestedEmail: config.firstAdmin?.email },
    services,
    manage: {
      database,
      requireIntactDatabase: () => hq.databaseWatch.requireIntact(),
      baseUrl,
      authenticate: (request) => authenticateRequest(request, identity),
      takeAnonymous: (request) =>
        identity.limits.anonymous.take(addressKey(clientAddress(request))),
      requireCsrfToken: (request) => requireCsrfToken(request, identity),
      requireRecent: (provenAt) => requireRecent(provenAt, { now }),
      takeWrite: writeLimit.take,
      idempotency: idempotencyKeys(database, { sealer: identity.sealer, now }),
      audit: (act) => audit.append(act),
      tell: (done) => tellChange(services, done),
      countRefusal: (act) => audit.countRefusal(act),
    },
    health: {
      readiness: services.readiness,
      unavailableSites: () => sites.unavailable(),
      stuckSites: () => sites.stuck(),
    },
    metrics: { metrics, token: config.metricsToken },
  };
}
