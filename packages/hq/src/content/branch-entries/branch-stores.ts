import { openSiteStoreOn, type SiteStore } from "@loam/cms-core/site";
import { LRUCache } from "lru-cache";
import type { SiteContent } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { branchHead } from "../changes/change-branch.ts";
import type { Change } from "../changes/changes.ts";

/** Content on the branches of change requests. */
export interface BranchStores {
  /**
   * Opens the current branch of a change request alongside the working content.
   *
   * @throws CmsError `conflict` if the branch was removed
   */
  open(siteId: string, change: Pick<Change, "branch">): Promise<OpenedBranch>;
}

export interface OpenedBranch {
  readonly store: SiteStore;
  /** Content of `main`. */
  readonly content: SiteContent;
}

/** Reading the index of a site with 10,000 entries takes a moment, and users save repeatedly. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 8;

export function createBranchStores({
  hq,
  sites,
}: Pick<SiteServices, "hq" | "sites">): BranchStores {
  const times = { ttl: KEPT_MS, updateAgeOnGet: true, ttlAutopurge: true };
  const kept = new LRUCache<string, OpenedBranch>({ ...times, max: MAX_KEPT });
  return {
    async open(siteId, change) {
      const content = await sites.content(siteId);
      const { repository } = content.store;
      const key = `${siteId} ${change.branch}`;
      await branchHead(repository, change);
      const known = kept.get(key);
      // A reopened site has a different store.
      if (known?.content === content) {
        await known.store.refresh();
        return known;
      }
      const store = await openSiteStoreOn(repository, {
        siteId,
        branch: change.branch,
        now: hq.now,
      });
      const opened = { store, content };
      kept.set(key, opened);
      return opened;
    },
  };
}
