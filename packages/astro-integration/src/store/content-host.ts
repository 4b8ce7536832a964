import type { LinkOf } from "./entry-links.ts";
import type { Reads } from "./reads.ts";
import type { SiteContent } from "./site-content.ts";

/** Provides the content of `loam:content` and records what is read from it. */
export interface ContentHost {
  content(): Promise<SiteContent>;
  /** Returns the reads of the page that is being rendered, if they are recorded. */
  reads(): Reads | undefined;
  /** Runs `use` without recording its reads, or with a separate record. */
  readApart<T>(reads: Reads | undefined, use: () => T): T;
  /** Returns the URLs of links in rich text, on a site with its own routes. */
  link?: (() => Promise<LinkOf>) | undefined;
  /** In development: returns the record of the page at a path. */
  pageReads?: ((path: string) => Reads) | undefined;
}

declare global {
  var loamContentHost: ContentHost | undefined;
}

// Pages run in a separate bundle and the integration in plain Node: two instances of this module in one process, which
// share only `globalThis`.
export function setContentHost(host: ContentHost | undefined): void {
  globalThis.loamContentHost = host;
}

export function contentHost(): ContentHost | undefined {
  return globalThis.loamContentHost;
}

/** Returns the function for links in rich text, according to the options. */
export async function siteLink(): Promise<LinkOf | undefined> {
  return contentHost()?.link?.();
}
