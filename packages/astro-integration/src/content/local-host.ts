import { AsyncLocalStorage } from "node:async_hooks";
import { openContent } from "../loader/open-content.ts";
import type { EntryRoutes, ResolvedOptions } from "../options/options.ts";
import type { ContentHost } from "../store/content-host.ts";
import { entryLinks, type LinkOf } from "../store/entry-links.ts";
import type { Reads } from "../store/reads.ts";
import { loadSiteContent, type SiteContent } from "../store/site-content.ts";

export interface LocalHost extends ContentHost {
  /**
   * Reads what is published now; until that is there and whole, pages are given what was.
   * Both are the same where nothing was published since, and nothing is read that no page has asked for.
   */
  refresh(): Promise<{
    readonly before: SiteContent | undefined;
    readonly after: SiteContent | undefined;
  }>;
  /** Whether a page has asked for content. */
  isAsked(): boolean;
  /** Where reads are noted that no page has asked for: those of modules while they are loaded. */
  noteOthers(reads: Reads): void;
}

export interface LocalHostOptions {
  readonly routes: EntryRoutes | undefined;
  readonly onLoaded: (content: SiteContent) => void;
}

/** The content in the process of a build or of `astro dev`. */
export function localHost(
  resolve: () => Promise<ResolvedOptions>,
  { routes, onLoaded }: LocalHostOptions,
): LocalHost {
  const scopes = new AsyncLocalStorage<{ readonly reads: Reads | undefined }>();
  let others: Reads | undefined;
  let current: Promise<SiteContent> | undefined;
  let before: SiteContent | undefined;

  const load = async (): Promise<SiteContent> => {
    const options = await resolve();
    const after = await loadSiteContent(openContent(options), options, before);
    if (after === before) return after;
    before = after;
    onLoaded(after);
    return after;
  };
  let links: { readonly content: SiteContent; readonly link: LinkOf } | undefined;
  const linkIn = async (to: EntryRoutes): Promise<LinkOf> => {
    const now = await content();
    if (links?.content !== now) links = { content: now, link: entryLinks(now, to) };
    return links.link;
  };
  const content = (): Promise<SiteContent> => {
    if (current) return current;
    const loading = load();
    current = loading;
    // What failed is tried again by the next page that asks.
    loading.catch(() => (current = current === loading ? undefined : current));
    return loading;
  };
  return {
    content,
    ...(routes && { link: () => linkIn(routes) }),
    async refresh() {
      if (!current) return { before, after: before };
      const old = before;
      const after = await load();
      if (after !== old) current = Promise.resolve(after);
      return { before: old, after };
    },
    reads: () => {
      const scope = scopes.getStore();
      return scope ? scope.reads : others;
    },
    readApart: (reads, use) => scopes.run({ reads }, use),
    isAsked: () => current !== undefined,
    noteOthers: (reads) => void (others = reads),
  };
}
