import { CmsError } from "@loam/cms-core";
import type { MediaIntake } from "@loam/cms-core/media";
import type { OpenedSites } from "../../platform/hq.ts";
import type { SiteRegistry } from "./site-registry.ts";

/** The sites of a running server, for work in its process outside of requests. */
export function openedSites(sites: SiteRegistry, intake: MediaIntake): OpenedSites {
  async function follow(siteId: string): Promise<void> {
    await sites.follow(siteId);
    if (!sites.unavailable().includes(siteId)) return;
    const message = `HQ cannot update the site ${siteId}. See the server log.`;
    throw new CmsError("unavailable", message);
  }

  return {
    async use(siteId, work) {
      // The site might be new, or someone pushed directly to its repository.
      await follow(siteId);
      const { store } = await sites.content(siteId);
      try {
        return await work(store);
      } finally {
        // Even failed work might have committed something.
        await sites.follow(siteId);
      }
    },
    follow,
    alone: (siteId, work) => sites.alone(siteId, work),
    drop: (siteId) => sites.drop(siteId),
    async reopen(siteId) {
      await sites.drop(siteId);
      await sites.follow(siteId);
    },
    intake,
  };
}
