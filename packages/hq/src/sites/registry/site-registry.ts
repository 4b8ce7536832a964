import type { GitRepository } from "@loam/cms-core/git";
import type { Logger } from "pino";
import type { SitePublisherOptions } from "../publisher/site-publisher.ts";
import type { SiteMoved, SiteRewritten, SiteWriting } from "./open-site.ts";
import type { QueryableSite, SiteContent } from "./site-content.ts";
import type { SiteTrouble } from "./site-troubles.ts";

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
   * Opens a site that was made after the start, or brings its followers up to date with its branches: to be awaited
   * after each commit, so that whoever made it sees it. Calls at one time share the work.
   */
  follow(siteId: string): Promise<void>;
  /** The same for the working content, its lists and search alone: public files are not waited for. */
  followContent(siteId: string): Promise<void>;
  /**
   * Follows soon, at a throttled pace, without a promise to wait for. A stop, or a crash, leaves the rest to the next
   * start.
   */
  followSoon(siteId: string): void;
  /** Calls back after each `follow` that moved something. @returns how to stop it */
  onMoved(listener: (moved: SiteMoved) => void): () => void;
  /**
   * Does work on the public files of a site while no publish writes them.
   *
   * @throws CmsError `unavailable`
   */
  alone<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  /** Calls back when others rewrote a branch past HQ. @returns how to stop it */
  onRewritten(listener: (rewritten: SiteRewritten) => void): () => void;
  /** Ids of the sites that cannot be served. */
  unavailable(): readonly string[];
  /** Looks whether sites can be read. @returns what is wrong with any, and why */
  troubles(): Promise<readonly SiteTrouble[]>;
  /** The same as it was found last. */
  inTrouble(): readonly SiteTrouble[];
  /** Sites of which all public files are being written now. */
  writing(): readonly SiteWriting[];
  /**
   * Ids of the sites whose public files could not be written. People go on working there, and it is tried again, at
   * growing intervals, until the storage takes them.
   */
  stuck(): readonly string[];
  /** Calls back when a site gets stuck, and when it is no longer. @returns how to stop it */
  onStuck(listener: (changed: StuckChange) => void): () => void;
  /** Forgets a site whose repository is about to be moved away. */
  drop(siteId: string): Promise<void>;
  close(): Promise<void>;
}

export interface StuckChange {
  readonly siteId: string;
  readonly stuck: boolean;
}

export interface SiteRegistryOptions extends SitePublisherOptions {
  readonly log: Logger;
  /** Told after each `follow` how long it took. */
  readonly onFollowed?: (followed: { readonly ms: number; readonly failed: boolean }) => void;
}

/** Sites that are still to be opened. */
export interface ClosedSites extends SiteRegistry {
  /** Opens each, the one after the other; those that are open are served meanwhile. To be called once. */
  open(): Promise<void>;
}
