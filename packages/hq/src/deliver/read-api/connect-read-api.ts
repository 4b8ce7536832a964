import { draftIndex } from "@loam/cms-core/drafts";
import type { Logger } from "pino";
import { isDraftKey } from "../../people/access/draft-key.ts";
import { openPreviewToken } from "../../people/access/preview-token.ts";
import { createSiteKeys } from "../../people/access/read-keys.ts";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import type { OpenRateLimiter } from "../../platform/limits/rate-limit.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import { openDraftMedia } from "../draft-media/open-draft-media.ts";
import { createDraftSites } from "./draft-sites.ts";
import type { ReadApiDeps } from "./open-read-api.ts";

export interface ConnectReadApiOptions {
  readonly sites: SiteRegistry;
  readonly openLimiter: OpenRateLimiter;
  readonly sealer: Sealer;
  /** `{public_storage_url}` without a trailing slash. */
  readonly publicStorageUrl: string;
  readonly baseUrl: string;
  readonly log: Logger;
}

/** Creates the dependencies of the read API in a running server. */
export function connectReadApi(
  { database, config, now }: Hq,
  { sites, openLimiter, sealer, publicStorageUrl, baseUrl, log }: ConnectReadApiOptions,
): ReadApiDeps {
  const keys = createSiteKeys(database, { now });
  const deps = { database, sealer, now, baseUrl, publicStorageUrl };
  const drafts = createDraftSites({ content: (siteId) => sites.content(siteId), publicStorageUrl });
  return {
    siteOfReadKey: (text) => keys.siteOfReadKey(text),
    hasSite: (siteId) => sites.has(siteId),
    liveSite: (siteId, at) => sites.live(siteId, at),
    isPublishing: (siteId) => isPublishing(database, siteId),
    isDraftKey: (siteId, text) => isDraftKey(database, siteId, text),
    previewed: (siteId, text) => openPreviewToken(siteId, text, { database, sealer, now }),
    async draftSite(siteId, branch) {
      const read = await drafts.read(siteId, branch);
      if (read === undefined) return undefined;
      const { mediaIn, ...site } = read;
      const openMedia = (json: string): Promise<string> =>
        openDraftMedia(json, { siteId, branch, mediaIn, live: sites.live(siteId) }, deps);
      const index = async (): Promise<string> => draftIndex(read, `${publicStorageUrl}/${siteId}`);
      return { ...site, index, openMedia };
    },
    readLimit: config.readLimit,
    openLimiter,
    baseUrl,
    log,
  };
}
