import type { SiteConfig } from "../../../model/site.ts";
import type { EntryRef, TypeState } from "../../../site/read/file-facts.ts";
import type { SiteStore } from "../../../site/site-store.ts";

/** The state of the target site that an import needs. */
export interface SiteState {
  /** Commit of `main` that this state belongs to. */
  readonly head: string;
  readonly site: SiteConfig;
  /** Content types on the site, by API ID. */
  readonly types: ReadonlyMap<string, SiteType>;
  readonly mediaIds: ReadonlySet<string>;
}

export interface SiteType extends TypeState {
  readonly entries: readonly EntryRef[];
}

/** Reads the state from the store's index, without reading files. */
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

/** Returns the entries of all types. */
export function entriesOf({ types }: SiteState): EntryRef[] {
  return [...types.values()].flatMap(({ entries }) => entries);
}
