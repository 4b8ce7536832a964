import type { SiteConfig } from "../../../model/site.ts";
import type { EntryRef, TypeState } from "../../../site/read/file-facts.ts";
import type { SiteStore } from "../../../site/site-store.ts";

/** What an import must know of the site it goes to. */
export interface SiteState {
  /** The commit of `main` that all of this is of. */
  readonly head: string;
  readonly site: SiteConfig;
  /** Content types on the site, by API id. */
  readonly types: ReadonlyMap<string, SiteType>;
  readonly mediaIds: ReadonlySet<string>;
}

export interface SiteType extends TypeState {
  readonly entries: readonly EntryRef[];
}

/** From the store's index: no file is read. */
export function readSiteState(store: SiteStore): SiteState {
  const types = store.types().map((state): [string, SiteType] => {
    const { apiId } = state.type;
    return [apiId, { ...state, entries: store.entries(apiId) }];
  });
  return {
    head: store.head(),
    site: store.site(),
    types: new Map(types),
    mediaIds: new Set(store.mediaIds()),
  };
}

/** The entries of all types. */
export function entriesOf({ types }: SiteState): EntryRef[] {
  return [...types.values()].flatMap(({ entries }) => entries);
}
