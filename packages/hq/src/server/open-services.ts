import type { RequestListener } from "node:http";
import type { MediaIntake } from "@loam/cms-core/media";
import type { RequestHandler } from "express";
import { startScheduler } from "../automation/scheduler/scheduler.ts";
import { openWebhooks } from "../automation/webhooks/webhooks.ts";
import { createChangeMaintenance } from "../content/changes/change-maintenance.ts";
import { createDueWork } from "../content/releases/fire-schedules.ts";
import { openHub } from "../hub/open-hub.ts";
import { openSkillRepositories } from "../hub/skills/skill-repositories.ts";
import { createReadiness } from "../operate/health/health-routes.ts";
import { addGitGauges } from "../operate/metrics/add-git-gauges.ts";
import { addSiteGauges } from "../operate/metrics/add-site-gauges.ts";
import { addUpstreamGauges } from "../operate/metrics/add-upstream-gauges.ts";
import { addWebhookGauges } from "../operate/metrics/add-webhook-gauges.ts";
import { openAuditLog } from "../people/audit/audit-log.ts";
import { createIdentity } from "../people/identity/identity.ts";
import { limitWrites, type OpenRateLimiter } from "../platform/limits/rate-limit.ts";
import { openPartialUploads } from "../platform/partial-uploads/partial-uploads.ts";
import type { Sealer } from "../platform/secrets/sealer.ts";
import { createSiteEvents } from "../sites/events/site-events.ts";
import { openIntake } from "../sites/open-intake.ts";
import { createDueTimes } from "../sites/services.ts";
import { followGitHost } from "../upstream/git-hosts/follow-git-host.ts";
import { openUpstreams } from "../upstream/open-upstreams.ts";
import { appDeps, createApp } from "./app.ts";
import type { HqServices } from "./services.ts";

/** Dependencies for opening a server. */
export interface ServiceParts extends Pick<
  HqServices,
  "hq" | "sites" | "baseUrl" | "publicStorageUrl" | "metrics" | "log" | "readApi"
> {
  readonly openLimiter: OpenRateLimiter;
  readonly sealer: Sealer;
}

/** Resources that are closed with the server. */
export interface Closing {
  /** Closed before waiting for active responses. */
  readonly first: AsyncDisposableStack;
  /** Closed after them. */
  readonly behind: AsyncDisposableStack;
}

/** All services of a server except the live content, ready to start. */
export interface OpenedServices {
  readonly intake: MediaIntake;
  /** `commands` runs `hq` commands in this process. */
  createApp(commands?: RequestHandler): RequestListener;
  /** Starts scheduled work. */
  start(): void;
}

/** Opens the services after all sites are open. */
export async function openServices(
  parts: ServiceParts,
  { first, behind }: Closing,
): Promise<OpenedServices> {
  const { hq, sites, baseUrl, log, openLimiter, sealer } = parts;
  const identity = createIdentity(hq, { baseUrl, log, openLimiter, sealer });
  behind.defer(() => identity.close());
  const audit = openAuditLog(hq.database, { sealer, now: hq.now, log });
  behind.defer(() => audit.close());
  const intake = await openIntake(hq);
  behind.defer(() => intake.close());
  const events = createSiteEvents(hq, { sites, log });
  const partialUploads = await openPartialUploads(hq, { log });
  behind.defer(() => partialUploads.close());
  // These responses would never end.
  first.defer(() => events.close());
  const skills = await openSkillRepositories(hq);
  behind.defer(() => skills.close());
  const hub = openHub(hq, { log, openLimiter, skills });
  // Workers are waiting in long polls.
  first.defer(() => hub.close());
  const webhooks = openWebhooks(hq, { sites, events, sealer, mailer: identity.mailer, log });
  behind.defer(() => webhooks.close());
  await webhooks.start();
  const upstreams = openUpstreams({ ...parts, events, audit, followForge: followGitHost });
  behind.defer(() => upstreams.close());
  addGauges({ ...parts, events });
  const dueTimes = createDueTimes();
  const opened = {
    events,
    intake,
    partialUploads,
    identity,
    audit,
    hub,
    webhooks,
    upstreams,
    dueTimes,
    skills,
    readiness: createReadiness(hq, { log, siteTroubles: () => sites.troubles() }),
    writeLimit: limitWrites(hq.config.writeLimit, openLimiter),
  };
  const services = { ...parts, ...opened };
  return {
    intake,
    createApp: (commands) => createApp({ ...appDeps(services), ...(commands && { commands }) }),
    start() {
      const due = createDueWork(services);
      const changes = createChangeMaintenance(hq);
      async function run(siteId: string): Promise<void> {
        await due.run(siteId);
        const { repository } = (await sites.content(siteId)).store;
        if (await changes.run(siteId, repository)) events.announce(siteId, "change.merged");
      }
      const scheduler = startScheduler({ ...services, due: { ...due, run } });
      first.defer(() => scheduler.close());
      upstreams.start();
    },
  };
}

function addGauges({
  hq,
  sites,
  metrics,
  events,
}: Pick<HqServices, "hq" | "sites" | "metrics" | "events">): void {
  addWebhookGauges(metrics, hq);
  addUpstreamGauges(metrics, hq.database);
  addGitGauges(metrics, hq);
  addSiteGauges(metrics, { sites, events, database: hq.database });
}
