import type { Hq } from "../../platform/hq.ts";
import { closeSite, type OpenSite, openSite } from "./open-site.ts";
import type { SiteRegistryOptions } from "./site-registry.ts";
import { notServed, type SiteTroubles } from "./site-troubles.ts";

/** The sites of this process, by id. `undefined` marks a known site that could not be opened. */
export class SiteSet {
  readonly #hq: Hq;
  readonly #options: SiteRegistryOptions;
  readonly #troubles: SiteTroubles;
  readonly #sites = new Map<string, OpenSite | undefined>();
  readonly #opening = new Map<string, Promise<OpenSite>>();
  /** Deleted sites whose rows still exist: rows are deleted last. */
  readonly #dropped = new Set<string>();

  constructor(hq: Hq, options: SiteRegistryOptions, troubles: SiteTroubles) {
    this.#hq = hq;
    const onWriting = (siteId: string, done: number, total: number): void => {
      const site = this.#sites.get(siteId);
      if (site !== undefined) site.writing = { done, total };
    };
    this.#options = { onWriting, ...options };
    this.#troubles = troubles;
  }

  all(): ReadonlyMap<string, OpenSite | undefined> {
    return this.#sites;
  }

  has(siteId: string): boolean {
    return this.#sites.has(siteId);
  }

  get(siteId: string): OpenSite | undefined {
    return this.#sites.get(siteId);
  }

  /** Makes a site known before it is opened. */
  add(siteId: string): void {
    if (!this.#sites.has(siteId)) this.#sites.set(siteId, undefined);
  }

  /** @throws CmsError `unavailable` for a site that cannot be served, or is not loaded yet */
  require(siteId: string, { loaded = false }: { readonly loaded?: boolean } = {}): OpenSite {
    const site = this.#sites.get(siteId);
    const isReady = site?.loaded === true || !loaded;
    const isFailing = this.#troubles.has(siteId, "unavailable");
    if (site !== undefined && isReady && !isFailing) return site;
    throw notServed(this.#troubles.worst(siteId));
  }

  /** Opens a site unless it is open. Two publishers of one site would overwrite each other's files. */
  async open(siteId: string): Promise<OpenSite> {
    const present = this.#sites.get(siteId);
    if (present !== undefined) return present;
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

  /** Closes a site and forgets it, until `restore`. */
  async drop(siteId: string): Promise<void> {
    const site = this.#sites.get(siteId);
    this.#dropped.add(siteId);
    this.#sites.delete(siteId);
    this.#troubles.clear(siteId);
    if (site !== undefined) await closeSite(site);
  }

  isDropped(siteId: string): boolean {
    return this.#dropped.has(siteId);
  }

  restore(siteId: string): void {
    this.#dropped.delete(siteId);
  }

  async close(): Promise<void> {
    for (const site of this.#sites.values()) if (site !== undefined) await closeSite(site);
  }
}
