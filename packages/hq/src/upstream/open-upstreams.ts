import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CmsError } from "@loam/cms-core";
import type { AuditLog } from "../people/audit/audit-log.ts";
import { findSiteById } from "../people/workspaces/sites.ts";
import { createEgress, type Egress } from "../platform/egress/egress.ts";
import type { Sealer } from "../platform/secrets/sealer.ts";
import type { SiteServices } from "../sites/services.ts";
import { followUpstreams } from "./follow-upstreams.ts";
import { leaseUpstream, releaseKilled, scratchFolder } from "./lease-upstream.ts";
import { isAhead } from "./sync/is-ahead.ts";
import type { SyncedSite } from "./sync/sync-context.ts";
import { type FollowForge, type SyncParts, syncUpstream } from "./sync/sync-upstream.ts";
import { createTakeOverJobs, type TakeOverJobs } from "./take-over/take-over-jobs.ts";
import { findTrouble, type UpstreamTrouble } from "./upstream-answer.ts";
import { findUpstream } from "./upstreams.ts";

/** The upstreams of a running server. */
export interface Upstreams {
  readonly egress: Egress;
  readonly sealer: Sealer;
  /** A folder for what ssh reads from files; what is in it lives no longer than what made it. */
  readonly scratch: string;
  readonly takeOvers: TakeOverJobs;
  /** Looks now for what is due, instead of in a moment. */
  wake(): void;
  /** Syncs a site now, after a sync that is under way. @throws CmsError `not_found` without an upstream */
  sync(siteId: string): Promise<void>;
  /** What somebody has to look at, of what a site mirrors; undefined while nothing is wrong. */
  trouble(siteId: string): Promise<UpstreamTrouble | undefined>;
  /** Follows every site from now on, and what moved while no process ran. */
  start(): void;
  /** Ends what is under way: it goes on with the next start. */
  close(): Promise<void>;
}

/** What the routes of upstreams work with. */
export interface UpstreamServices extends SiteServices {
  readonly upstreams: Upstreams;
}

export interface OpenUpstreams extends Pick<
  SiteServices,
  "hq" | "sites" | "events" | "baseUrl" | "log"
> {
  readonly audit: AuditLog;
  readonly sealer: Sealer;
  readonly followForge: FollowForge;
  /** @default to public addresses, and those that the configuration allows */
  readonly egress?: Egress;
}

const TAKEN_MS = 1000;

/** Opens them; nothing is synced before the start. */
export function openUpstreams(opening: OpenUpstreams): Upstreams {
  const { hq, events, sites, sealer } = opening;
  const egress = opening.egress ?? createEgress({ allow: hq.config.upstreamAllow });
  const scratch = scratchFolder(hq);
  const closing = new AbortController();

  /** @returns whether it was done here: not while another process is at it */
  async function syncHere(siteId: string, isWanted: () => Promise<boolean>): Promise<boolean> {
    await using lease = await leaseUpstream(hq, siteId);
    if (lease === undefined) return false;
    const signal = AbortSignal.any([closing.signal, lease.signal]);
    const parts: SyncParts = { ...opening, egress, sealer, scratch, signal };
    if (await isWanted()) await syncUpstream(parts, await openSynced(opening, siteId));
    return true;
  }

  /** Looks again under the lease: another process may have done it meanwhile. */
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
  const takeOvers = createTakeOverJobs({ hq, egress, scratch }, opening);
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
      // Of a process before this one, which was killed.
      for (const name of readdirSync(scratch)) {
        rmSync(join(scratch, name), { recursive: true, force: true });
      }
      stops.push(
        sites.onMoved(({ siteId }) => follower.note(siteId)),
        events.onTold((siteId, event) => {
          if (event.startsWith("change.")) follower.note(siteId);
        }),
      );
      // Where that fails, they run out by themselves.
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

async function openSynced(
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
