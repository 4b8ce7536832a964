import { CmsError } from "@loam/cms-core";
import { type GitRepository, openRepository } from "@loam/cms-core/git";
import {
  createLiveTables,
  type LiveSite,
  type LiveTables,
  type Publisher,
} from "@loam/cms-core/publish";
import type { Logger } from "pino";
import type { Hq } from "../open-hq.ts";
import { prepareSearches } from "./prepare-searches.ts";
import { createSitePublisher, siteGitDir, type SitePublisherOptions } from "./site-publisher.ts";
import { listSites } from "./sites.ts";

/** What is live, and the way to query it. */
interface QueryableSite extends LiveSite {
  readonly tables: LiveTables;
}

/** The sites of this process: one that fails does not keep the others from being served. */
export interface SiteRegistry {
  has(siteId: string): boolean;
  /** @throws CmsError `unavailable` for a site that could not be opened or followed. */
  live(siteId: string): QueryableSite;
  /** Opens a site that was made after the start, or follows one to where `published` stands. */
  follow(siteId: string): Promise<void>;
  /** Ids of the sites that cannot be served. */
  unavailable(): readonly string[];
  close(): Promise<void>;
}

export interface SiteRegistryOptions extends SitePublisherOptions {
  readonly log: Logger;
}

/** What is served of a site needs its `published` branch alone, so its `main` is not read. */
interface OpenSite {
  readonly repository: GitRepository;
  readonly publisher: Publisher;
  readonly tablesOf: (live: LiveSite) => LiveTables;
}

/** `undefined` stands for a site that is known and could not be opened. */
type Sites = Map<string, OpenSite | undefined>;

/** Opens every site and brings its public files to where its `published` branch stands. */
export async function openSites(hq: Hq, options: SiteRegistryOptions): Promise<SiteRegistry> {
  const sites: Sites = new Map();
  const failing = new Set<string>();

  async function follow(siteId: string): Promise<void> {
    try {
      const site = sites.get(siteId) ?? (await openSite(hq, siteId, options));
      sites.set(siteId, site);
      const { problems } = await site.publisher.follow();
      failing.delete(siteId);
      prepare(siteId, site);
      if (problems.length > 0) options.log.warn({ siteId, problems }, "published with problems");
    } catch (error) {
      if (!sites.has(siteId)) sites.set(siteId, undefined);
      failing.add(siteId);
      options.log.error({ err: error, siteId }, "a site cannot be served");
    }
  }

  const preparing = new Map<string, AbortController>();
  function prepare(siteId: string, { publisher, tablesOf }: OpenSite): void {
    preparing.get(siteId)?.abort();
    const run = new AbortController();
    preparing.set(siteId, run);
    const live = publisher.live();
    prepareSearches(live, { tables: tablesOf(live), signal: run.signal });
  }

  // One after the other: each rendering uses all that the machine has.
  for (const { id } of await listSites(hq.database)) await follow(id);

  return {
    has: (siteId) => sites.has(siteId),
    live(siteId) {
      const site = sites.get(siteId);
      if (site !== undefined && !failing.has(siteId)) {
        const live = site.publisher.live();
        return { ...live, tables: site.tablesOf(live) };
      }
      throw new CmsError("unavailable", "This site cannot be served now; try again later.");
    },
    follow,
    unavailable: () => [...failing],
    async close() {
      for (const run of preparing.values()) run.abort();
      for (const site of sites.values()) {
        await site?.publisher.close();
        await site?.repository.close();
      }
    },
  };
}

async function openSite(hq: Hq, siteId: string, options: SitePublisherOptions): Promise<OpenSite> {
  const repository = await openRepository(siteGitDir(hq, siteId));
  try {
    return {
      repository,
      publisher: await createSitePublisher(hq, { siteId, repository }, options),
      tablesOf: createLiveTables(),
    };
  } catch (error) {
    await repository.close();
    throw error;
  }
}
