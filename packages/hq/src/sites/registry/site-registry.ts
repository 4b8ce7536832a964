import type { GitRepository } from "@loam/cms-core/git";
import type { Logger } from "pino";
import type { SitePublisherOptions } from "../publisher/site-publisher.ts";
import type { SiteMoved, SiteRewritten, SiteWriting } from "./open-site.ts";
import type { QueryableSite, SiteContent } from "./site-content.ts";
import type { SiteTrouble } from "./site-troubles.ts";

/** The sites of this process. A failure of one site doesn't affect the others. */
export interface SiteRegistry {
  has(siteId: string): boolean;
  /**
   * Returns the live site, or a recent version of it.
   *
   * @throws CmsError `unavailable` for a site that could not be opened or followed; `snapshot_gone` for
   * a commit that is no longer kept.
   */
  live(siteId: string, at?: string): QueryableSite;
  /** Returns the open repository of a site, for following its branches. */
  repository(siteId: string): GitRepository | undefined;
  /**
   * Returns the working content of a site, opening it on the first call. Callers that change it must call `follow`.
   *
   * @throws CmsError `site_not_found`, `unavailable`
   */
  content(siteId: string): Promise<SiteContent>;
  /**
   * Opens a new site, or updates everything to its current branches. Must be awaited after each commit, so that its
   * author sees the result. Concurrent calls share the work.
   */
  follow(siteId: string): Promise<void>;
  /** Like `follow`, but only for the working content, its lists, and search, without waiting for public files. */
  followContent(siteId: string): Promise<void>;
  /** Schedules `follow` at a throttled pace. A shutdown or crash leaves the rest to the next start. */
  followSoon(siteId: string): void;
  /** Subscribes to each `follow` that moved a branch. @returns a function that unsubscribes */
  onMoved(listener: (moved: SiteMoved) => void): () => void;
  /**
   * Runs work on the public files of a site while no publish writes them.
   *
   * @throws CmsError `unavailable`
   */
  alone<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Subscribes to branches rewritten outside HQ. @returns a function that unsubscribes */
  onRewritten(listener: (rewritten: SiteRewritten) => void): () => void;
  /** Ids of the sites that cannot be served. */
  unavailable(): readonly string[];
  /** Checks whether sites can be read. @returns all problems and their reasons */
  troubles(): Promise<readonly SiteTrouble[]>;
  /** Returns the problems found by the last check. */
  inTrouble(): readonly SiteTrouble[];
  /** Sites of which all public files are being written now. */
  writing(): readonly SiteWriting[];
  /**
   * Ids of the sites whose public files could not be written. Other work continues, and writing is retried at
   * increasing intervals.
   */
  stuck(): readonly string[];
  /** Notifies when a site gets stuck and when it recovers. @returns a function that unsubscribes */
  onStuck(listener: (changed: StuckChange) => void): () => void;
  /** Closes a site whose repository is about to be moved. */
  drop(siteId: string): Promise<void>;
  close(): Promise<void>;
}

export interface StuckChange {
  readonly siteId: string;
  readonly stuck: boolean;
}

export interface SiteRegistryOptions extends SitePublisherOptions {
  readonly log: Logger;
  /** Called after each `follow` with its duration. */
  readonly onFollowed?: (followed: { readonly ms: number; readonly failed: boolean }) => void;
}

/** A registry whose sites aren't open yet. */
export interface ClosedSites extends SiteRegistry {
  /**
   * Opens all sites one after the other. Sites that are already open are served in the meantime. Must be called once.
   */
  open(): Promise<void>;
}
