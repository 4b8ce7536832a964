import type { SiteStore } from "../../../site/site-store.ts";
import type { SiteState, SiteType } from "../plan/site-state.ts";

/** What an import must know of a site, from the store's index: no file is read. */
export function readSiteState(store: SiteStore): SiteState {
  const types = store.types().map(({ type, versions }): [string, SiteType] => {
    const numbered = [...versions.values()].toSorted((a, b) => a.version - b.version);
    return [type.apiId, { type, versions: numbered, entries: store.entries(type.apiId) }];
  });
  return {
    head: store.head(),
    site: store.site(),
    types: new Map(types),
    mediaIds: new Set(store.mediaIds()),
  };
}
