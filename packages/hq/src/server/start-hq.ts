import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { connectReadApi } from "../deliver/read-api/connect-read-api.ts";
import { createReadListener, type ReadListener } from "../deliver/read-api/read-listener.ts";
import type { Metrics } from "../operate/metrics/metrics.ts";
import { type FirstAdminState, setUpHq } from "../people/identity/setup/set-up-hq.ts";
import { type HqConfig, localUrl } from "../platform/config/config.ts";
import { type Hq, openHq } from "../platform/hq.ts";
import { rateLimiters } from "../platform/limits/rate-counters.ts";
import { createLog } from "../platform/log.ts";
import { openSealer, requireSecretKey } from "../platform/secrets/open-sealer.ts";
import { createSites } from "../sites/registry/open-sites.ts";
import type { SiteRegistry } from "../sites/registry/site-registry.ts";
import { answerStarting, listen } from "./listen.ts";
import { loadServices } from "./load-services.ts";

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
 * brings every site's public files up to date. The read API answers for each site as soon as that one is
 * there, everything else when all is: until then it is told to try again.
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
  const server = await listen(config);
  opened.defer(() => server.close());
  const { admin } = await setUpHq(hq);
  const url = config.baseUrl ?? localUrl(config.host, server.port);
  const publicStorageUrl = config.publicStorageUrl ?? `${url}/public`;
  const openLimiter = rateLimiters(hq.database, { now: clock });
  await requireSecretKey(hq.database, { keys: config.secretKeys, path: hq.paths.secretKey });
  const sealer = openSealer(config.secretKeys, hq.paths.secretKey);
  let metrics: Metrics | undefined;
  const followed: Parameters<Metrics["observeFollow"]>[0][] = [];
  const sites = createSites(hq, {
    publicStorageUrl,
    log,
    onFollowed: (one) => {
      if (metrics === undefined) followed.push(one);
      else metrics.observeFollow(one);
    },
  });
  behind.defer(() => sites.close());
  const place = { baseUrl: url, publicStorageUrl, log, openLimiter, sealer };
  const read = createReadListener(connectReadApi(hq, { sites, ...place }));
  server.serve(orStarting(read));
  await sites.open();
  const openServices = await loadServices();
  const services = await openServices({ hq, sites, ...place }, { first: opened, behind });
  ({ metrics } = services);
  for (const one of followed) metrics.observeFollow(one);
  server.serve(services.createApp(read));
  await server.share();
  services.start();
  const running = opened.move();
  return { url, hq, sites, admin, close: () => running.disposeAsync() };
}

function orStarting(read: ReadListener): RequestListener {
  return (request, response) => {
    if (!read(request, response)) answerStarting(request, response);
  };
}
