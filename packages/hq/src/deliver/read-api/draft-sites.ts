import { createDrafts, type Drafts, type DraftSite } from "@loam/cms-core/drafts";
import { LRUCache } from "lru-cache";
import type { SiteContent } from "../../sites/registry/site-content.ts";

export interface DraftSitesOptions {
  readonly content: (siteId: string) => Promise<SiteContent>;
  /** `{public_storage_url}`, without a slash at its end. */
  readonly publicStorageUrl: string;
}

/** The working content of sites in a form that can be queried, kept while it is in use. */
export interface DraftSites {
  /** @throws CmsError `site_not_found`, `unavailable` */
  read(siteId: string): Promise<DraftSite>;
}

/** Drafts of a site are as large as what is live of it: unused ones are forgotten. */
const KEPT_MS = 5 * 60_000;

interface Kept {
  readonly content: SiteContent;
  readonly drafts: Drafts;
}

export function createDraftSites({ content, publicStorageUrl }: DraftSitesOptions): DraftSites {
  const kept = new LRUCache<string, Kept>({
    ttl: KEPT_MS,
    updateAgeOnGet: true,
    ttlAutopurge: true,
  });

  return {
    async read(siteId) {
      const opened = await content(siteId);
      const known = kept.get(siteId);
      // A site that was opened again has another store.
      if (known?.content === opened) return known.drafts.follow();
      const drafts = createDrafts({ ...opened, publicUrl: `${publicStorageUrl}/${siteId}` });
      kept.set(siteId, { content: opened, drafts });
      return drafts.follow();
    },
  };
}
