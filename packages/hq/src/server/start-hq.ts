import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { connectReadApi } from "../deliver/read-api/connect-read-api.ts";
import { openReadApi } from "../deliver/read-api/open-read-api.ts";
import { createMetrics } from "../operate/metrics/metrics.ts";
import { requireAuditKey } from "../people/audit/audit-chain.ts";
import { type FirstAdminState, setUpHq } from "../people/identity/setup/set-up-hq.ts";
import { type HqConfig, localUrl } from "../platform/config/config.ts";
import { type Hq, openHq } from "../platform/hq.ts";
import { rateLimiters } from "../platform/limits/rate-limit.ts";
import { createLog } from "../platform/log.ts";
import { openSealer, requireSecretKey } from "../platform/secrets/open-sealer.ts";
import { finishDeletedSites } from "../sites/manage/delete-site.ts";
import { createSites } from "../sites/registry/open-sites.ts";
import { openedSites } from "../sites/registry/opened-sites.ts";
import type { SiteRegistry } from "../sites/registry/site-registry.ts";
import { createReaderApp } from "./app.ts";
import { listen } from "./listen.ts";
import { openServices } from "./open-services.ts";

export interface StartHqOptions {
  /** @default JSON lines on standard error */
  readonly log?: Logger;
  readonly now?: () => Date;
  /** Serves `/api/commands`: runs `hq` commands in this process. @default there is no such path */
  readonly commands?: RequestHandler;
}

/** A running server. */
export interface RunningHq {
  /** `{base_url}`: the public URL. */
  readonly url: string;
  /** URL at which this machine reaches the server. */
  readonly localUrl: string;
  /** Data folder and control database, held by this process until it is closed. */
  readonly hq: Hq;
  readonly sites: SiteRegistry;
  /** The same `hq` for work in this process outside of requests, which uses the sites opened here. */
  readonly inside: Hq;
  readonly admin: FirstAdminState;
  /** Lets responses finish for up to ten seconds, then releases everything. */
  close(): Promise<void>;
}

/**
 * Starts the server in this process: locks the data folder, sets up what is missing, listens, and updates the public
 * files of every site. Public files are served immediately, the read API of each site as soon as the site is loaded,
 * and everything else when all sites are loaded. Until then, requests return 503.
 *
 * @throws CmsError `data_dir_locked`, `port_in_use`, …; nothing remains open then.
 */
export async function startHq(
  config: HqConfig,
  { log = createLog(config.logLevel), now: clock, commands }: StartHqOptions = {},
): Promise<RunningHq> {
  const now = clock ?? (() => new Date());
  await using opened = new AsyncDisposableStack();
  const hq = await openHq(config, { now });
  opened.defer(() => hq.close());
  // Closed in reverse order: the server, then the sites, then the data folder.
  const behind = opened.use(new AsyncDisposableStack());
  const server = await listen(config);
  opened.defer(() => server.close());
  const { admin } = await setUpHq(hq);
  const here = localUrl(config.host, server.port);
  const url = config.baseUrl ?? here;
  const publicStorageUrl = config.publicStorageUrl ?? `${url}/public`;
  const openLimiter = rateLimiters(hq.database, { now: clock });
  await requireSecretKey(hq.database, { keys: config.secretKeys, path: hq.paths.secretKey });
  const sealer = openSealer(config.secretKeys, hq.paths.secretKey);
  await requireAuditKey(hq.database, sealer);
  const metrics = createMetrics();
  const sites = createSites(hq, {
    publicStorageUrl,
    log,
    onFollowed: (followed) => metrics.observeFollow(followed),
  });
  behind.defer(() => sites.close());
  const place = { baseUrl: url, publicStorageUrl, log, openLimiter, sealer };
  const readApi = openReadApi(connectReadApi(hq, { sites, ...place }));
  const { listen: read } = readApi;
  const { storages } = hq;
  server.serve(createReaderApp({ read, storages, baseUrl: url, log }));
  await sites.open();
  await finishDeletedSites({ hq, sites, log });
  const parts = { hq, sites, metrics, readApi, ...place };
  const services = await openServices(parts, { first: opened, behind });
  server.serve(services.createApp(commands));
  await server.share();
  services.start();
  const started = { url, dataFolder: config.dataFolder, pid: process.pid };
  log.info(started, "HQ started");
  const running = opened.move();
  const inside: Hq = {
    ...hq,
    config: { ...config, baseUrl: url, publicStorageUrl },
    opened: openedSites(sites, services.intake),
  };
  return {
    url,
    localUrl: here,
    hq,
    sites,
    inside,
    admin,
    async close() {
      log.info("HQ is stopping");
      await running.disposeAsync();
      log.info("HQ stopped");
    },
  };
}
