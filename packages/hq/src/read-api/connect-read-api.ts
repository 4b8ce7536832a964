import type { Logger } from "pino";
import { createSiteKeys } from "../access/site-keys.ts";
import type { OpenRateLimiter } from "../db/rate-counters.ts";
import type { Hq } from "../open-hq.ts";
import type { SiteRegistry } from "../sites/site-registry.ts";
import type { ReadApiDeps } from "./read-listener.ts";

export interface ConnectReadApiOptions {
  readonly sites: SiteRegistry;
  readonly openLimiter: OpenRateLimiter;
  readonly baseUrl: string;
  readonly log: Logger;
}

/** What the read API of a running server works with. */
export function connectReadApi(
  { database, config, now }: Hq,
  { sites, openLimiter, baseUrl, log }: ConnectReadApiOptions,
): ReadApiDeps {
  const keys = createSiteKeys(database, { now });
  return {
    siteOfReadKey: (text) => keys.siteOfReadKey(text),
    hasSite: (siteId) => sites.has(siteId),
    liveSite: (siteId, at) => sites.live(siteId, at),
    readLimit: config.readLimit,
    openLimiter,
    baseUrl,
    log,
  };
}
