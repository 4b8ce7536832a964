import { createDrafts, type Drafts, type DraftSite } from "@loam/cms-core/drafts";
import { openSiteStoreOn, type SiteStore } from "@loam/cms-core/site";
import { LRUCache } from "lru-cache";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import { branchIndex } from "./branch-index.ts";

export interface DraftSitesOptions {
  readonly content: (siteId: string) => Promise<SiteContent>;
  /** `{public_storage_url}` without a trailing slash. */
  readonly publicStorageUrl: string;
}

/** The working content of sites in queryable form, cached while in use. */
export interface DraftSites {
  /**
   * Returns the content of `main`, or of another branch (a full ref); `undefined` if the branch doesn't exist.
   *
   * @throws CmsError `site_not_found`, `unavailable`
   */
  read(siteId: string, branch?: string): Promise<DraftSite | undefined>;
}

/** Drafts of a site are as large as its live content, so unused ones are evicted. */
const KEPT_MS = 5 * 60_000;
/** Each branch has its own index and a parsed form of every entry. */
const MAX_BRANCHES = 8;

interface Kept {
  readonly content: SiteContent;
  readonly drafts: Drafts;
}

interface KeptBranch extends Kept {
  readonly store: SiteStore;
}

export function createDraftSites({ content, publicStorageUrl }: DraftSitesOptions): DraftSites {
  const times = { ttl: KEPT_MS, updateAgeOnGet: true, ttlAutopurge: true };
  const cached = new LRUCache<string, Kept>(times);
  const branches = new LRUCache<string, KeptBranch>({ ...times, max: MAX_BRANCHES });
  const publicUrlOf = (siteId: string): string => `${publicStorageUrl}/${siteId}`;

  return {
    async read(siteId, branch) {
      const opened = await content(siteId);
      if (branch !== undefined) return readBranch(siteId, branch, opened);
      const known = cached.get(siteId);
      // A reopened site has a different store.
      if (known?.content === opened) return known.drafts.follow();
      const drafts = createDrafts({ ...opened, publicUrl: publicUrlOf(siteId) });
      cached.set(siteId, { content: opened, drafts });
      return drafts.follow();
    },
  };

  async function readBranch(
    siteId: string,
    branch: string,
    opened: SiteContent,
  ): Promise<DraftSite | undefined> {
    const { repository } = opened.store;
    const key = `${siteId} ${branch}`;
    if ((await repository.resolveRef(branch)) === undefined) {
      branches.delete(key);
      return undefined;
    }
    const known = branches.get(key);
    if (known?.content === opened) {
      await known.store.refresh();
      return known.drafts.follow();
    }
    const store = await openSiteStoreOn(repository, { siteId, branch });
    const index = branchIndex(store, opened.index);
    const drafts = createDrafts({ store, index, publicUrl: publicUrlOf(siteId) });
    branches.set(key, { content: opened, store, drafts });
    return drafts.follow();
  }
}
