import { CmsError } from "@loam/cms-core";
import { listSites } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { SiteFollower } from "./follow-sites.ts";
import { createMoveReports } from "./move-reports.ts";
import { listWriting, type OpenSite } from "./open-site.ts";
import type { QueryableSite } from "./site-content.ts";
import type { ClosedSites, SiteRegistry, SiteRegistryOptions } from "./site-registry.ts";
import { SiteSet } from "./site-set.ts";
import { createSiteTroubles } from "./site-troubles.ts";

/** Opens all sites and updates their public files to the `published` branch, unless another process writes them. */
export async function openSites(hq: Hq, options: SiteRegistryOptions): Promise<SiteRegistry> {
  const sites = createSites(hq, options);
  await sites.open();
  return sites;
}

/** Creates the registry without opening the sites. */
export function createSites(hq: Hq, options: SiteRegistryOptions): ClosedSites {
  const troubles = createSiteTroubles(options.log);
  const reports = createMoveReports(options.log);
  const sites = new SiteSet(hq, options, troubles);
  const follower = new SiteFollower({ hq, options, sites, troubles, reports });

  return {
    async open() {
      const ids = (await listSites(hq.database)).map(({ id }) => id);
      for (const id of ids) sites.add(id);
      // Sequential, because rendering one site uses the whole machine.
      for (const id of ids) await follower.followWithoutWaiting(id);
      follower.start();
    },
    async close() {
      await follower.close();
      await sites.close();
    },
    drop: (siteId) => follower.drop(siteId),

    has: (siteId) => sites.has(siteId),
    live: (siteId, at) => liveSite(sites.require(siteId, { loaded: true }), at),
    repository: (siteId) => sites.get(siteId)?.repository,
    content: (siteId) => follower.content(siteId),
    alone: async (siteId, work) => sites.require(siteId).publisher.alone(work),

    follow: (siteId) => follower.follow(siteId),
    followContent: (siteId) => follower.followContent(siteId),
    followSoon: (siteId) => follower.followSoon(siteId),
    onMoved: (listener) => reports.onMoved(listener),
    onRewritten: (listener) => reports.onRewritten(listener),

    unavailable: () => troubles.list("unavailable").map(({ site }) => site),
    troubles: () => troubles.lookAt(sites.all()),
    inTrouble: () => troubles.list(),
    writing: () => listWriting(sites.all()),
    stuck: () => follower.stuck.ids(),
    onStuck: (listener) => follower.stuck.onChange(listener),
  };
}

/** @throws CmsError `snapshot_gone` */
function liveSite({ publisher, snapshots }: OpenSite, at: string | undefined): QueryableSite {
  const live = snapshots.now(publisher.live());
  if (at === undefined || at === live.commit) return live;
  const before = snapshots.at(at);
  if (before !== undefined) return before;
  throw new CmsError("snapshot_gone", "The live content at this commit is no longer available.", {
    details: { param: "at" },
  });
}
