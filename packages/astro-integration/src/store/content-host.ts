import type { LinkOf } from "./entry-links.ts";
import type { Reads } from "./reads.ts";
import type { SiteContent } from "./site-content.ts";

/** Where `loam:content` finds the content, and notes what is read of it. */
export interface ContentHost {
  content(): Promise<SiteContent>;
  /** Of the page that is rendered now, where that is recorded. */
  reads(): Reads | undefined;
  /** Runs `use` without noting what it reads, or with notes of its own. */
  readApart<T>(reads: Reads | undefined, use: () => T): T;
  /** Where links of rich text lead, in a site that has routes of its own. */
  link?: (() => Promise<LinkOf>) | undefined;
  /** While developing: notes for the page at a path. */
  pageReads?: ((path: string) => Reads) | undefined;
}

declare global {
  var loamContentHost: ContentHost | undefined;
}

// Pages run as a bundle of their own and the integration in plain Node: two instances of this module
// in one process, which share nothing but `globalThis`.
export function setContentHost(host: ContentHost | undefined): void {
  globalThis.loamContentHost = host;
}

export function contentHost(): ContentHost | undefined {
  return globalThis.loamContentHost;
}

/** Where links of rich text lead, as the options say. */
export async function siteLink(): Promise<LinkOf | undefined> {
  return contentHost()?.link?.();
}
