import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import type { AuditLog } from "../people/audit/audit-log.ts";
import { findSiteById } from "../people/workspaces/sites.ts";
import { createEgress, type Egress } from "../platform/egress/egress.ts";
import type { Sealer } from "../platform/secrets/sealer.ts";
import type { SiteServices } from "../sites/services.ts";
import { createAdoptJobs, type AdoptJobs } from "./adopt/adopt-jobs.ts";
import { findTrouble, type UpstreamTrouble } from "./connection/upstream-answer.ts";
import { findUpstream } from "./connection/upstreams.ts";
import { followUpstreams } from "./follow-upstreams.ts";
import { leaseUpstream, releaseKilled, scratchFolder } from "./lease-upstream.ts";
import { isAhead } from "./sync/is-ahead.ts";
import type { SyncedSite } from "./sync/sync-context.ts";
import { type FollowGitHost, type SyncParts, syncUpstream } from "./sync/sync-upstream.ts";

/** The upstreams of a running server. */
export interface Upstreams {
  readonly egress: Egress;
  readonly sealer: Sealer;
  /** Folder for temporary files that SSH reads. */
  readonly scratch: string;
  readonly takeOvers: AdoptJobs;
  /** Checks for due syncs immediately. */
  wake(): void;
  /** Syncs a site now, after a sync in progress. @throws CmsError `not_found` without an upstream */
  sync(siteId: string): Promise<void>;
  /** Returns what needs attention in a site's upstream, or undefined. */
  trouble(siteId: string): Promise<UpstreamTrouble | undefined>;
  /** Starts following all sites, first those that changed while no process was running. */
  start(): void;
  /** Aborts syncs in progress. They continue after the next start. */
  close(): Promise<void>;
}

/** Dependencies of upstream routes. */
export interface UpstreamServices extends SiteServices {
  readonly upstreams: Upstreams;
}

export interface OpenUpstreams extends Pick<
  SiteServices,
  "hq" | "sites" | "events" | "baseUrl" | "log"
> {
  readonly audit: AuditLog;
  readonly sealer: Sealer;
  readonly followForge: FollowGitHost;
  /** @default access to public hosts and those allowed by the configuration */
  readonly egress?: Egress;
}

const TAKEN_MS = 1000;

/** Creates the upstreams. Nothing syncs before `start`. */
export function openUpstreams(opening: OpenUpstreams): Upstreams {
  const { hq, events, sites, sealer } = opening;
  const egress = opening.egress ?? createEgress({ allow: hq.config.upstreamAllow });
  const scratch = scratchFolder(hq);
  const closing = new AbortController();

  /** @returns false if another process is syncing the site */
  async function syncHere(siteId: string, isWanted: () => Promise<boolean>): Promise<boolean> {
    await using lease = await leaseUpstream(hq, siteId);
    if (lease === undefined) return false;
    const signal = AbortSignal.any([closing.signal, lease.signal]);
    const parts: SyncParts = { ...opening, egress, sealer, scratch, signal };
    if (await isWanted()) await syncUpstream(parts, await openForSync(opening, siteId));
    return true;
  }

  /** Checks again under the lease, because another process might have synced in the meantime. */
  async function needsSync(siteId: string): Promise<boolean> {
    const row = await findUpstream(hq.database, siteId);
    if (row === undefined) return false;
    if (row.due_at <= hq.now().toISOString()) return true;
    return isAhead(hq.database, row, (await sites.content(siteId)).store);
  }

  const follower = followUpstreams(opening, {
    sync: (siteId) => syncHere(siteId, () => needsSync(siteId)),
    closing: closing.signal,
  });
  const takeOvers = createAdoptJobs({ hq, egress, scratch }, opening);
  const stops: (() => void)[] = [];
  return {
    egress,
    sealer,
    scratch,
    takeOvers,
    wake: () => follower.wake(),
    trouble: (siteId) => findTrouble(hq.database, siteId),
    async sync(siteId) {
      while (!(await syncHere(siteId, async () => Promise.resolve(true)))) {
        closing.signal.throwIfAborted();
        await delay(TAKEN_MS);
      }
    },
    start() {
      // Left behind by a killed process.
      for (const name of readdirSync(scratch)) {
        rmSync(join(scratch, name), { recursive: true, force: true });
      }
      stops.push(
        sites.onMoved(({ siteId }) => follower.note(siteId)),
        events.onAnnounced((siteId, event) => {
          if (event.startsWith("change.")) follower.note(siteId);
        }),
      );
      // If this fails, the leases expire.
      const free = releaseKilled(hq).catch((error: unknown) => opening.log.error({ err: error }));
      void free.then(() => follower.start());
    },
    async close() {
      for (const stop of stops) stop();
      closing.abort(new CmsError("aborted", "The server is stopping."));
      await Promise.all([follower.ended(), takeOvers.close()]);
      await egress.close();
    },
  };
}

async function openForSync(
  { hq, sites }: Pick<SiteServices, "hq" | "sites">,
  siteId: string,
): Promise<SyncedSite> {
  const site = await findSiteById(hq.database, siteId);
  if (site === undefined) throw new CmsError("site_not_found", "Site not found.");
  const { store } = await sites.content(siteId);
  const follow: SyncedSite["follow"] = async ({ all } = { all: false }) =>
    all ? sites.follow(siteId) : sites.followContent(siteId);
  return { site, store, follow };
}
