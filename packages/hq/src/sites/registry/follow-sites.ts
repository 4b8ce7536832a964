import { CmsError, type Issue } from "@loam/cms-core";
import { throttle } from "@loam/cms-core/lock";
import { findSiteById, isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  type FollowedSites,
  type FollowingOthers,
  followOthers,
  type KnownSite,
} from "../cluster/follow-others.ts";
import type { FollowOptions } from "../cluster/shared-publisher.ts";
import type { MoveReports } from "./move-reports.ts";
import {
  checkForLosses,
  isBehind,
  isMovedByOthers,
  lagsBehindOthers,
  type OpenSite,
} from "./open-site.ts";
import type { SiteContent } from "./site-content.ts";
import type { SiteRegistryOptions } from "./site-registry.ts";
import type { SiteSet } from "./site-set.ts";
import { keepsServing, type SiteTroubles } from "./site-troubles.ts";
import { createStuckSites, type StuckSites } from "./stuck-sites.ts";
import { followWorkingContent, openWorkingContent } from "./working-content.ts";

/** Each publish rewrites the whole list of a type, regardless of its size. A third of the time is enough for that. */
const PACE = { everyMs: 500, restShare: 2, maxRestMs: 2000 } as const;

export interface FollowerDeps {
  readonly hq: Hq;
  readonly options: SiteRegistryOptions;
  readonly sites: SiteSet;
  readonly troubles: SiteTroubles;
  readonly reports: MoveReports;
}

/**
 * Updates sites to their branches, after commits of this process and of others: their public files, unless another
 * process writes them, and their working content.
 */
export class SiteFollower implements FollowedSites {
  readonly #deps: FollowerDeps;
  readonly stuck: StuckSites = createStuckSites((siteId) => this.follow(siteId));
  readonly #soon = throttle((siteId) => this.follow(siteId), PACE);
  #others: FollowingOthers | undefined;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** Starts following other processes. */
  start(): void {
    const { hq, options } = this.#deps;
    this.#others = followOthers(hq, { sites: this, log: options.log });
  }

  known(): Iterable<string> {
    return [...this.#deps.sites.all().keys()];
  }

  async follow(siteId: string): Promise<void> {
    this.#deps.sites.restore(siteId);
    // Before waiting for the files, because another process might have to write them.
    this.#others?.announce(siteId);
    await this.#update(siteId, {});
  }

  followSoon(siteId: string): void {
    this.#soon.request(siteId);
  }

  async followWithoutWaiting(siteId: string): Promise<boolean> {
    return this.#update(siteId, { patient: false });
  }

  async followContent(siteId: string): Promise<void> {
    const { sites, reports } = this.#deps;
    const site = sites.get(siteId);
    if (site?.content === undefined || this.#isFailing(siteId)) return this.follow(siteId);
    this.#others?.announce(siteId);
    reports.report(siteId, site, await followWorkingContent(this.#deps, siteId, site));
  }

  /** @throws CmsError `site_not_found`, `unavailable` */
  async content(siteId: string): Promise<SiteContent> {
    const { sites, reports } = this.#deps;
    // Another process might have created it a moment ago.
    if (!sites.has(siteId) && (await this.#isKnown(siteId)))
      await this.followWithoutWaiting(siteId);
    if (!sites.has(siteId)) throw new CmsError("site_not_found", "Site not found.");
    const site = sites.require(siteId);
    const opened = site.content;
    const content = await openWorkingContent(this.#deps, siteId, site);
    // Writes acknowledged by another process must be visible to the next request.
    if (!this.#isShared() || opened === undefined || !(await isBehind(site))) return content;
    reports.report(siteId, site, await followWorkingContent(this.#deps, siteId, site));
    return openWorkingContent(this.#deps, siteId, site);
  }

  async lags({ siteId, publishing }: KnownSite): Promise<boolean> {
    const { hq, options, sites } = this.#deps;
    if (sites.isDropped(siteId)) return false;
    const site = sites.get(siteId);
    if (site !== undefined) await checkForLosses(hq, siteId, { site, log: options.log });
    if (this.#isFailing(siteId) || site?.lost === true) return true;
    // Code that creates or moves a site in this process follows it itself.
    if (!this.#isShared()) return site !== undefined && isMovedByOthers(site);
    return site === undefined || lagsBehindOthers(site, publishing);
  }

  /** A site that cannot be checked must not stop following the others. */
  async failed(siteId: string, error: unknown): Promise<void> {
    const { sites, troubles } = this.#deps;
    troubles.note(siteId, "unreadable", error);
    await sites.get(siteId)?.repository.rebuild();
  }

  async drop(siteId: string): Promise<void> {
    const dropped = this.#deps.sites.drop(siteId);
    this.stuck.delete(siteId);
    await dropped;
  }

  async close(): Promise<void> {
    await this.#others?.close();
    this.stuck.close();
    await this.#soon.close();
  }

  async #isKnown(siteId: string): Promise<boolean> {
    const { hq, sites } = this.#deps;
    if (!this.#isShared() || sites.isDropped(siteId)) return false;
    return (await findSiteById(hq.database, siteId)) !== undefined;
  }

  /** With PostgreSQL several processes share the database. With SQLite only Git pushes come from outside. */
  #isShared(): boolean {
    return this.#deps.hq.config.database.kind === "postgres";
  }

  #isFailing(siteId: string): boolean {
    return this.#deps.troubles.has(siteId, "unavailable");
  }

  async #update(siteId: string, options: FollowOptions): Promise<boolean> {
    const start = performance.now();
    const done = await this.#tryToUpdate(siteId, options);
    this.#deps.options.onFollowed?.({ ms: performance.now() - start, failed: !done });
    return done;
  }

  async #tryToUpdate(siteId: string, options: FollowOptions): Promise<boolean> {
    const { sites, troubles, reports } = this.#deps;
    const { log } = this.#deps.options;
    try {
      const site = await sites.open(siteId);
      // Git data might have been lost while the site was open.
      if (this.#isFailing(siteId)) await site.repository.rebuild();
      const [problems, content] = await Promise.all([
        this.#followPublishedOrLater(siteId, site, options),
        followWorkingContent(this.#deps, siteId, site),
      ]);
      troubles.clear(siteId, "unavailable");
      troubles.noteDamage(siteId, site, content);
      site.loaded ||= problems !== undefined || site.publisher.live().commit !== undefined;
      if (problems !== undefined && problems.length > 0) {
        log.warn({ siteId, problems }, "published with problems");
      }
      reports.report(siteId, site, content);
      return problems !== undefined;
    } catch (error) {
      sites.add(siteId);
      troubles.note(siteId, "unavailable", error);
      return false;
    }
  }

  /** @returns undefined if the storage rejects the files; all other work continues */
  async #followPublishedOrLater(
    siteId: string,
    site: OpenSite,
    options: FollowOptions,
  ): Promise<readonly Issue[] | undefined> {
    const { hq, troubles } = this.#deps;
    try {
      const problems = await followPublished(hq, { siteId, site }, options);
      delete site.lost;
      this.stuck.delete(siteId);
      troubles.clear(siteId, "stuck");
      return problems;
    } catch (error) {
      // From now on it is retried at increasing intervals.
      delete site.lost;
      if (!keepsServing(error, site)) throw error;
      this.stuck.add(siteId);
      troubles.note(siteId, "stuck", error);
      return undefined;
    } finally {
      delete site.writing;
    }
  }
}

/** If publishing is off there are no files, regardless of the branch. */
async function followPublished(
  { database }: Pick<Hq, "database">,
  { siteId, site }: { readonly siteId: string; readonly site: OpenSite },
  options: FollowOptions,
): Promise<readonly Issue[]> {
  if (await isPublishing(database, siteId)) {
    site.withdrawn = false;
    return (await site.publisher.follow(options)).problems;
  }
  site.snapshots.clear();
  if (site.withdrawn !== true) site.withdrawn = await site.publisher.withdraw(options);
  return [];
}
