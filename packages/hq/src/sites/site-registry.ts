import { CmsError, type Issue } from "@loam/cms-core";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import type { Publisher } from "@loam/cms-core/publish";
import type { Logger } from "pino";
import type { Hq } from "../open-hq.ts";
import { createLiveSnapshots, type LiveSnapshots, type QueryableSite } from "./live-snapshots.ts";
import { createSearchPreparation } from "./prepare-searches.ts";
import { followSiteContent, openSiteContent, type SiteContent } from "./site-content.ts";
import { createSitePublisher, siteGitDir, type SitePublisherOptions } from "./site-publisher.ts";
import { isPublishing, listSites } from "./sites.ts";

/** Where the two branches of a site stand, after its files, lists and index were brought there. */
export interface SiteMoved {
  readonly siteId: string;
  /** Absent while nobody has opened the site's working content here. */
  readonly main?: string;
  /** Absent while nothing was published. */
  readonly published?: string;
}

/** The sites of this process: one that fails does not keep the others from being served. */
export interface SiteRegistry {
  has(siteId: string): boolean;
  /**
   * What is live, or was at one of the last commits.
   *
   * @throws CmsError `unavailable` for a site that could not be opened or followed; `snapshot_gone` for
   * a commit that is not kept.
   */
  live(siteId: string, at?: string): QueryableSite;
  /** The repository of a site that is open here, for those who follow its branches. */
  repository(siteId: string): GitRepository | undefined;
  /**
   * The working content of a site, opened by the first call. Whoever changes it calls `follow`.
   *
   * @throws CmsError `site_not_found`, `unavailable`
   */
  content(siteId: string): Promise<SiteContent>;
  /**
   * Opens a site that was made after the start, or brings its followers to where its branches stand:
   * to be awaited after each commit, so that whoever made it sees it. Calls at one time share the work.
   */
  follow(siteId: string): Promise<void>;
  /** Calls back after each `follow` that moved something. @returns how to stop it */
  onMoved(listener: (moved: SiteMoved) => void): () => void;
  /** Ids of the sites that cannot be served. */
  unavailable(): readonly string[];
  /** Forgets a site whose repository is about to be moved away. */
  drop(siteId: string): Promise<void>;
  close(): Promise<void>;
}

export interface SiteRegistryOptions extends SitePublisherOptions {
  readonly log: Logger;
  /** Told after each `follow` how long it took. */
  readonly onFollowed?: (followed: { readonly ms: number; readonly failed: boolean }) => void;
}

/** What is served of a site needs its `published` branch alone; its `main` is read when it is asked for. */
interface OpenSite {
  readonly repository: GitRepository;
  readonly publisher: Publisher;
  readonly snapshots: LiveSnapshots;
  content?: Promise<SiteContent>;
  /** Whether its files are known to be gone because publishing is off. */
  withdrawn?: boolean;
  /** What was told to listeners last. */
  told?: SiteMoved;
}

/** Opens every site and brings its public files to where its `published` branch stands. */
export async function openSites(hq: Hq, options: SiteRegistryOptions): Promise<SiteRegistry> {
  const sites = new OpenSites(hq, options);
  // One after the other: each rendering uses all that the machine has.
  for (const { id } of await listSites(hq.database)) await sites.follow(id);
  return sites;
}

class OpenSites implements SiteRegistry {
  readonly #hq: Hq;
  readonly #options: SiteRegistryOptions;
  /** `undefined` stands for a site that is known and could not be opened. */
  readonly #sites = new Map<string, OpenSite | undefined>();
  readonly #opening = new Map<string, Promise<OpenSite>>();
  readonly #failing = new Set<string>();
  readonly #listeners = new Set<(moved: SiteMoved) => void>();
  readonly #searches = createSearchPreparation();

  constructor(hq: Hq, options: SiteRegistryOptions) {
    this.#hq = hq;
    this.#options = options;
  }

  has(siteId: string): boolean {
    return this.#sites.has(siteId);
  }

  live(siteId: string, at?: string): QueryableSite {
    const { publisher, snapshots } = this.#require(siteId);
    const live = snapshots.now(publisher.live());
    if (at === undefined || at === live.commit) return live;
    const before = snapshots.at(at);
    if (before !== undefined) return before;
    throw new CmsError("snapshot_gone", "What was live at this commit is not kept any more.", {
      details: { param: "at" },
    });
  }

  repository(siteId: string): GitRepository | undefined {
    return this.#sites.get(siteId)?.repository;
  }

  async content(siteId: string): Promise<SiteContent> {
    if (!this.#sites.has(siteId)) throw new CmsError("site_not_found", "There is no such site.");
    const site = this.#require(siteId);
    const { repository } = site;
    site.content ??= openSiteContent(this.#hq, { siteId, repository });
    try {
      return await site.content;
    } catch (error) {
      delete site.content;
      throw error;
    }
  }

  async follow(siteId: string): Promise<void> {
    const { log } = this.#options;
    const start = performance.now();
    try {
      const site = this.#sites.get(siteId) ?? (await this.#open(siteId));
      const [problems, content] = await Promise.all([
        this.#followPublished(siteId, site),
        this.#followContent(siteId, site),
      ]);
      this.#failing.delete(siteId);
      if (problems.length > 0) log.warn({ siteId, problems }, "published with problems");
      this.#tell(siteId, site, content);
    } catch (error) {
      if (!this.#sites.has(siteId)) this.#sites.set(siteId, undefined);
      this.#failing.add(siteId);
      log.error({ err: error, siteId }, "a site cannot be served");
    }
    const failed = this.#failing.has(siteId);
    this.#options.onFollowed?.({ ms: performance.now() - start, failed });
  }

  onMoved(listener: (moved: SiteMoved) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  unavailable(): readonly string[] {
    return [...this.#failing];
  }

  async drop(siteId: string): Promise<void> {
    const site = this.#sites.get(siteId);
    this.#sites.delete(siteId);
    this.#failing.delete(siteId);
    this.#searches.stop(siteId);
    if (site !== undefined) await closeSite(site);
  }

  async close(): Promise<void> {
    this.#searches.stopAll();
    for (const site of this.#sites.values()) if (site !== undefined) await closeSite(site);
  }

  /** Two publishers of one site would write over each other's files. */
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

  #require(siteId: string): OpenSite {
    const site = this.#sites.get(siteId);
    if (site !== undefined && !this.#failing.has(siteId)) return site;
    throw new CmsError("unavailable", "This site cannot be served now; try again later.");
  }

  /** Where publishing is off no file stands, whatever is on the branch. */
  async #followPublished(siteId: string, site: OpenSite): Promise<readonly Issue[]> {
    if (await isPublishing(this.#hq.database, siteId)) {
      site.withdrawn = false;
      return (await site.publisher.follow()).problems;
    }
    if (site.withdrawn !== true) await site.publisher.withdraw();
    site.snapshots.clear();
    site.withdrawn = true;
    return [];
  }

  /** What is live is served also while what people write cannot be read. */
  async #followContent(siteId: string, site: OpenSite): Promise<SiteContent | undefined> {
    if (site.content === undefined) return undefined;
    try {
      const content = await site.content;
      await followSiteContent(content);
      return content;
    } catch (error) {
      delete site.content;
      this.#options.log.error({ err: error, siteId }, "the content of a site cannot be read");
      return undefined;
    }
  }

  #tell(siteId: string, site: OpenSite, content: SiteContent | undefined): void {
    const live = site.snapshots.now(site.publisher.live());
    const moved: SiteMoved = {
      siteId,
      ...(content !== undefined && { main: content.store.head() }),
      ...(live.commit !== undefined && { published: live.commit }),
    };
    const { told } = site;
    if (told?.published !== moved.published) {
      this.#searches.prepare(siteId, { live, tables: live.tables });
    }
    site.told = moved;
    if (told?.main === moved.main && told?.published === moved.published) return;
    for (const listener of this.#listeners) listener(moved);
  }
}

async function closeSite({ publisher, repository, content }: OpenSite): Promise<void> {
  await publisher.close();
  const opened = await content?.catch(() => undefined);
  await opened?.index.close();
  await repository.close();
}

async function openSite(hq: Hq, siteId: string, options: SitePublisherOptions): Promise<OpenSite> {
  const repository = await openRepository(siteGitDir(hq, siteId));
  try {
    return {
      repository,
      publisher: await createSitePublisher(hq, { siteId, repository }, options),
      snapshots: createLiveSnapshots(),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}
