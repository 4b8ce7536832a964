import type { Logger } from "pino";
import { appDeps } from "./app-deps.ts";
import { createApp } from "./app.ts";
import type { HqConfig } from "./config.ts";
import { rateLimiters } from "./db/rate-counters.ts";
import { createSiteEvents } from "./events/site-events.ts";
import { createIdentity } from "./identity/identity.ts";
import { localUrl } from "./local-url.ts";
import { createLog } from "./log.ts";
import { addSiteGauges } from "./metrics/add-site-gauges.ts";
import { createMetrics, type Metrics } from "./metrics/metrics.ts";
import { type Hq, openHq } from "./open-hq.ts";
import { startScheduler } from "./scheduler/scheduler.ts";
import { listen } from "./server.ts";
import { type FirstAdminState, setUpHq } from "./set-up-hq.ts";
import { openSites, type SiteRegistry } from "./sites/site-registry.ts";
import { openIntake } from "./storage/open-intake.ts";
import { addWebhookGauges } from "./webhooks/add-webhook-gauges.ts";
import { openWebhooks } from "./webhooks/webhooks.ts";

export interface StartHqOptions {
  /** @default JSON lines on standard error */
  readonly log?: Logger;
  readonly now?: () => Date;
}

/** A running server. */
export interface RunningHq {
  /** `{base_url}`: where people reach it. */
  readonly url: string;
  /** Data folder and control database, held by this process until it is closed. */
  readonly hq: Hq;
  readonly sites: SiteRegistry;
  readonly admin: FirstAdminState;
  /** Ends running answers, at most ten seconds long, then gives everything free. */
  close(): Promise<void>;
}

/**
 * Starts the server in this process: takes the data folder, sets up what is missing, listens, and
 * brings every site's public files up to date before it answers.
 *
 * @throws CmsError `data_dir_locked`, `port_in_use`, … when it cannot; nothing is left open then.
 */
export async function startHq(
  config: HqConfig,
  { log = createLog(config.logLevel), now: clock }: StartHqOptions = {},
): Promise<RunningHq> {
  const now = clock ?? (() => new Date());
  await using opened = new AsyncDisposableStack();
  const hq = await openHq(config, { now });
  opened.defer(() => hq.close());
  // What is closed first stands last: the server, then the sites, then the data folder.
  const behind = opened.use(new AsyncDisposableStack());
  const intake = await openIntake(hq);
  opened.defer(() => intake.close());
  const server = await listen(config.host, config.port);
  opened.defer(() => server.close());
  const { admin } = await setUpHq(hq);
  const url = config.baseUrl ?? localUrl(config.host, server.port);
  const openLimiter = rateLimiters(hq.database, { now: clock });
  const identity = createIdentity(hq, { baseUrl: url, log, openLimiter });
  behind.defer(() => identity.close());
  const publicStorageUrl = config.publicStorageUrl ?? `${url}/public`;
  const metrics = createMetrics();
  const onFollowed: Metrics["observeFollow"] = (followed) => metrics.observeFollow(followed);
  const sites = await openSites(hq, { publicStorageUrl, log, onFollowed });
  behind.defer(() => sites.close());
  const events = createSiteEvents(sites, { log });
  // Before the server waits for running answers: these would never end.
  opened.defer(() => events.close());
  const webhooks = openWebhooks(hq, { sites, sealer: identity.sealer, log });
  behind.defer(() => webhooks.close());
  await webhooks.start();
  addWebhookGauges(metrics, hq);
  addSiteGauges(metrics, { sites, events, database: hq.database });
  const place = { baseUrl: url, publicStorageUrl, log };
  const parts = { sites, events, intake, identity, webhooks, metrics };
  server.serve(createApp(appDeps({ hq, ...place, ...parts }, { openLimiter })));
  const scheduler = startScheduler({ hq, sites, log });
  opened.defer(() => scheduler.close());
  const running = opened.move();
  return { url, hq, sites, admin, close: () => running.disposeAsync() };
}
