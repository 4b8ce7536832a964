import { CmsError, type Issue } from "@loam/cms-core";
import type { GitRepository } from "@loam/cms-core/git";
import { throttle } from "@loam/cms-core/lock";
import { findSiteById, isPublishing, listSites } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";
import { type FollowingOthers, followOthers, type KnownSite } from "../cluster/follow-others.ts";
import type { FollowOptions } from "../cluster/shared-publisher.ts";
import {
  readBranches,
  closeSite,
  countMedia,
  isBehind,
  lagsBehindOthers,
  isMovedByOthers,
  checkForLosses,
  type OpenSite,
  openSite,
  type SiteMoved,
  type SiteRewritten,
  type SiteWriting,
  listWriting,
} from "./open-site.ts";
import {
  followSiteContent,
  openSiteContent,
  type QueryableSite,
  type SiteContent,
} from "./site-content.ts";
import type {
  ClosedSites,
  SiteRegistry,
  SiteRegistryOptions,
  StuckChange,
} from "./site-registry.ts";
import {
  createSiteTroubles,
  keepsServing,
  notServed,
  type SiteTrouble,
  type SiteTroubles,
} from "./site-troubles.ts";
import { createStuckSites } from "./stuck-sites.ts";

/** Each publish rewrites the whole list of a type, regardless of its size. A third of the time is enough for that. */
const PACE = { everyMs: 500, restShare: 2, maxRestMs: 2000 } as const;

/** Opens all sites and updates their public files to the `published` branch, unless another process writes them. */
export async function openSites(hq: Hq, options: SiteRegistryOptions): Promise<SiteRegistry> {
  const sites = createSites(hq, options);
  await sites.open();
  return sites;
}

/** Creates the registry without opening the sites. */
export function createSites(hq: Hq, options: SiteRegistryOptions): ClosedSites {
  return new OpenSites(hq, options);
}

class OpenSites implements ClosedSites {
  readonly #hq: Hq;
  readonly #options: SiteRegistryOptions;
  /** `undefined` marks a known site that could not be opened. */
  readonly #sites = new Map<string, OpenSite | undefined>();
  readonly #opening = new Map<string, Promise<OpenSite>>();
  readonly #troubles: SiteTroubles;
  readonly #listeners = new Set<(moved: SiteMoved) => void>();
  readonly #stuck = createStuckSites((siteId) => this.follow(siteId));
  readonly #rewriteListeners = new Set<(rewritten: SiteRewritten) => void>();
  readonly #soon = throttle((siteId) => this.follow(siteId), PACE);
  /** Deleted sites whose rows still exist: rows are deleted last. */
  readonly #dropped = new Set<string>();
  #others: FollowingOthers | undefined;

  constructor(hq: Hq, options: SiteRegistryOptions) {
    this.#hq = hq;
    const onWriting = (siteId: string, done: number, total: number): void => {
      const site = this.#sites.get(siteId);
      if (site !== undefined) site.writing = { done, total };
    };
    this.#options = { onWriting, ...options };
    this.#troubles = createSiteTroubles(options.log);
  }

  async open(): Promise<void> {
    const ids = (await listSites(this.#hq.database)).map(({ id }) => id);
    for (const id of ids) this.#sites.set(id, undefined);
    // Sequential, because rendering one site uses the whole machine.
    for (const id of ids) await this.followWithoutWaiting(id);
    this.#others = followOthers(this.#hq, { sites: this, log: this.#options.log });
  }

  has(siteId: string): boolean {
    return this.#sites.has(siteId);
  }

  known(): Iterable<string> {
    return [...this.#sites.keys()];
  }

  live(siteId: string, at?: string): QueryableSite {
    const { publisher, snapshots } = this.#require(siteId, { loaded: true });
    const live = snapshots.now(publisher.live());
    if (at === undefined || at === live.commit) return live;
    const before = snapshots.at(at);
    if (before !== undefined) return before;
    throw new CmsError("snapshot_gone", "The live content at this commit is no longer available.", {
      details: { param: "at" },
    });
  }

  repository(siteId: string): GitRepository | undefined {
    return this.#sites.get(siteId)?.repository;
  }

  async content(siteId: string): Promise<SiteContent> {
    // Another process might have created it a moment ago.
    if (!this.#sites.has(siteId) && (await this.#isKnown(siteId)))
      await this.followWithoutWaiting(siteId);
    if (!this.#sites.has(siteId)) throw new CmsError("site_not_found", "Site not found.");
    const site = this.#require(siteId);
    const opened = site.content;
    const content = await this.#openContent(siteId, site);
    // Writes acknowledged by another process must be visible to the next request.
    if (!this.#isShared() || opened === undefined || !(await isBehind(site))) return content;
    this.#report(siteId, site, await this.#followContent(siteId, site));
    return this.#openContent(siteId, site);
  }

  /** With PostgreSQL several processes share the database. With SQLite only Git pushes come from outside. */
  #isShared(): boolean {
    return this.#hq.config.database.kind === "postgres";
  }

  async #openContent(siteId: string, site: OpenSite): Promise<SiteContent> {
    if (site.content === undefined) {
      site.followed = await readBranches(site);
      const { repository, index } = site;
      const opening = { siteId, repository, ...(index && { index }) };
      site.content ??= openSiteContent(this.#hq, opening).then(async (content) => {
        await countMedia(this.#hq, siteId, { site, content });
        return content;
      });
    }
    try {
      const content = await site.content;
      site.index = content.index;
      this.#noteContent(siteId, site, { content });
      return content;
    } catch (error) {
      this.#noteContent(siteId, site, { error });
      throw this.#notServed(siteId, error);
    }
  }

  #noteContent(
    siteId: string,
    site: OpenSite,
    { content, error }: { readonly content?: SiteContent; readonly error?: unknown },
  ): void {
    if (content === undefined) {
      delete site.content;
      site.unread = error;
      this.#troubles.note(siteId, "unreadable", error);
    } else if (site.unread !== undefined) {
      delete site.unread;
      this.#troubles.clear(siteId, "unreadable");
    }
    this.#troubles.noteDamage(siteId, site, content);
  }

  async #isKnown(siteId: string): Promise<boolean> {
    if (!this.#isShared() || this.#dropped.has(siteId)) return false;
    return (await findSiteById(this.#hq.database, siteId)) !== undefined;
  }

  async follow(siteId: string): Promise<void> {
    this.#dropped.delete(siteId);
    // Before waiting for the files, because another process might have to write them.
    this.#others?.announce(siteId);
    await this.#bring(siteId, {});
  }

  async followContent(siteId: string): Promise<void> {
    const site = this.#sites.get(siteId);
    if (site?.content === undefined || this.#isFailing(siteId)) return this.follow(siteId);
    this.#others?.announce(siteId);
    this.#report(siteId, site, await this.#followContent(siteId, site));
  }

  followSoon(siteId: string): void {
    this.#soon.request(siteId);
  }

  async followWithoutWaiting(siteId: string): Promise<boolean> {
    return this.#bring(siteId, { patient: false });
  }

  async lags({ siteId, publishing }: KnownSite): Promise<boolean> {
    if (this.#dropped.has(siteId)) return false;
    const site = this.#sites.get(siteId);
    if (site !== undefined) await checkForLosses(this.#hq, siteId, { site, ...this.#options });
    if (this.#isFailing(siteId) || site?.lost === true) return true;
    // Code that creates or moves a site in this process follows it itself.
    if (!this.#isShared()) return site !== undefined && isMovedByOthers(site);
    return site === undefined || lagsBehindOthers(site, publishing);
  }

  /** A site that cannot be checked must not stop following the others. */
  async failed(siteId: string, error: unknown): Promise<void> {
    this.#troubles.note(siteId, "unreadable", error);
    await this.#sites.get(siteId)?.repository.rebuild();
  }

  #isFailing(siteId: string): boolean {
    return this.#troubles.has(siteId, "unavailable");
  }

  async #bring(siteId: string, options: FollowOptions): Promise<boolean> {
    const start = performance.now();
    const done = await this.#tryToBring(siteId, options);
    this.#options.onFollowed?.({ ms: performance.now() - start, failed: !done });
    return done;
  }

  async #tryToBring(siteId: string, options: FollowOptions): Promise<boolean> {
    const { log } = this.#options;
    try {
      const site = this.#sites.get(siteId) ?? (await this.#open(siteId));
      // Git data might have been lost while the site was open.
      if (this.#isFailing(siteId)) await site.repository.rebuild();
      const [problems, content] = await Promise.all([
        this.#followPublishedOrLater(siteId, site, options),
        this.#followContent(siteId, site),
      ]);
      this.#troubles.clear(siteId, "unavailable");
      this.#troubles.noteDamage(siteId, site, content);
      site.loaded ||= problems !== undefined || site.publisher.live().commit !== undefined;
      if (problems === undefined) {
        this.#report(siteId, site, content);
        return false;
      }
      if (problems.length > 0) log.warn({ siteId, problems }, "published with problems");
      this.#report(siteId, site, content);
      return true;
    } catch (error) {
      if (!this.#sites.has(siteId)) this.#sites.set(siteId, undefined);
      this.#troubles.note(siteId, "unavailable", error);
      return false;
    }
  }

  /** @returns undefined if the storage rejects the files; all other work continues */
  async #followPublishedOrLater(
    siteId: string,
    site: OpenSite,
    options: FollowOptions,
  ): Promise<readonly Issue[] | undefined> {
    try {
      const problems = await this.#followPublished(siteId, site, options);
      delete site.lost;
      this.#stuck.delete(siteId);
      this.#troubles.clear(siteId, "stuck");
      return problems;
    } catch (error) {
      // From now on it is retried at increasing intervals.
      delete site.lost;
      if (!keepsServing(error, site)) throw error;
      this.#stuck.add(siteId);
      this.#troubles.note(siteId, "stuck", error);
      return undefined;
    } finally {
      delete site.writing;
    }
  }

  stuck(): readonly string[] {
    return this.#stuck.ids();
  }

  onStuck(listener: (changed: StuckChange) => void): () => void {
    return this.#stuck.onChange(listener);
  }

  onMoved(listener: (moved: SiteMoved) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  alone<T>(siteId: string, work: () => Promise<T>): Promise<T> {
    return this.#require(siteId).publisher.alone(work);
  }

  onRewritten(listener: (rewritten: SiteRewritten) => void): () => void {
    this.#rewriteListeners.add(listener);
    return () => this.#rewriteListeners.delete(listener);
  }

  unavailable(): readonly string[] {
    return this.#troubles.list("unavailable").map(({ site }) => site);
  }

  writing(): readonly SiteWriting[] {
    return listWriting(this.#sites);
  }

  inTrouble(): readonly SiteTrouble[] {
    return this.#troubles.list();
  }

  troubles(): Promise<readonly SiteTrouble[]> {
    return this.#troubles.lookAt(this.#sites);
  }

  async drop(siteId: string): Promise<void> {
    const site = this.#sites.get(siteId);
    this.#dropped.add(siteId);
    this.#sites.delete(siteId);
    this.#troubles.clear(siteId);
    this.#stuck.delete(siteId);
    if (site !== undefined) await closeSite(site);
  }

  async close(): Promise<void> {
    await this.#others?.close();
    this.#stuck.close();
    await this.#soon.close();
    for (const site of this.#sites.values()) if (site !== undefined) await closeSite(site);
  }

  /** Two publishers of one site would overwrite each other's files. */
  async #open(siteId: string): Promise<OpenSite> {
    const opening = this.#opening.get(siteId) ?? openSite(this.#hq, siteId, this.#options);
    this.#opening.set(siteId, opening);
    try {
      const site = await opening;
      this.#sites.set(siteId, site);
      return site;
    } finally {
      this.#opening.delete(siteId);
    }
  }

  #require(siteId: string, { loaded = false } = {}): OpenSite {
    const site = this.#sites.get(siteId);
    const isReady = site?.loaded === true || !loaded;
    if (site !== undefined && isReady && !this.#isFailing(siteId)) return site;
    throw this.#notServed(siteId);
  }

  #notServed(siteId: string, cause?: unknown): CmsError {
    return notServed(this.#troubles.worst(siteId), cause);
  }

  /** If publishing is off there are no files, regardless of the branch. */
  async #followPublished(
    siteId: string,
    site: OpenSite,
    options: FollowOptions,
  ): Promise<readonly Issue[]> {
    if (await isPublishing(this.#hq.database, siteId)) {
      site.withdrawn = false;
      return (await site.publisher.follow(options)).problems;
    }
    site.snapshots.clear();
    if (site.withdrawn !== true) site.withdrawn = await site.publisher.withdraw(options);
    return [];
  }

  /** The live site is served even while the working content cannot be read. */
  async #followContent(siteId: string, site: OpenSite): Promise<SiteContent | undefined> {
    if (site.content === undefined) return undefined;
    try {
      const content = await site.content;
      const branches = await readBranches(site);
      await followSiteContent(content);
      await countMedia(this.#hq, siteId, { site, content });
      site.followed = branches;
      return content;
    } catch (error) {
      this.#noteContent(siteId, site, { error });
      return undefined;
    }
  }

  #reportRewrites(siteId: string, { repository }: OpenSite): void {
    for (const { ref, ...rewrite } of repository.guard.takeRewrites()) {
      const branch = ref.replace("refs/heads/", "");
      this.#options.log.warn({ siteId, branch, ...rewrite }, "a branch was rewritten outside HQ");
      for (const listener of this.#rewriteListeners) listener({ siteId, branch, ...rewrite });
    }
  }

  #report(siteId: string, site: OpenSite, content: SiteContent | undefined): void {
    this.#reportRewrites(siteId, site);
    const live = site.snapshots.now(site.publisher.live());
    const moved: SiteMoved = {
      siteId,
      ...(content !== undefined && { main: content.store.head() }),
      ...(live.commit !== undefined && { published: live.commit }),
    };
    const { reported } = site;
    site.reported = moved;
    if (reported?.main === moved.main && reported?.published === moved.published) return;
    for (const listener of this.#listeners) listener(moved);
  }
}
