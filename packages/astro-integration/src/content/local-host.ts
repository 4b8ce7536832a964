import { AsyncLocalStorage } from "node:async_hooks";
import { openContent } from "../loader/open-content.ts";
import type { EntryRoutes, ResolvedOptions } from "../options/options.ts";
import type { ContentHost } from "../store/content-host.ts";
import { entryLinks, type LinkOf } from "../store/entry-links.ts";
import type { Reads } from "../store/reads.ts";
import { loadSiteContent, type SiteContent } from "../store/site-content.ts";

export interface LocalHost extends ContentHost {
  /**
   * Loads the current content. Pages get the previous content until it is complete. `before` and `after` are the same
   * if nothing was published, and nothing is read if no page has requested content yet.
   */
  refresh(): Promise<{
    readonly before: SiteContent | undefined;
    readonly after: SiteContent | undefined;
  }>;
  /** Returns whether a page has requested content. */
  isRequested(): boolean;
  /** Records reads outside pages: those of modules while they are loaded. */
  recordOtherReads(reads: Reads): void;
}

export interface LocalHostOptions {
  readonly routes: EntryRoutes | undefined;
  readonly onLoaded: (content: SiteContent) => void;
}

/** Creates the content host of a build or of `astro dev`. */
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
    // After a failure, the next page that requests content tries again.
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
    isRequested: () => current !== undefined,
    recordOtherReads: (reads) => void (others = reads),
  };
}
