import type { ContentType, SchemaVersion } from "../../../model/content-type.ts";
import type { SiteConfig } from "../../../model/site.ts";

/** What an import must know of the site it goes to. */
export interface SiteState {
  /** The commit of `main` that all of this is of. */
  readonly head: string;
  readonly site: SiteConfig;
  /** Content types on the site, by API id. */
  readonly types: ReadonlyMap<string, SiteType>;
  readonly mediaIds: ReadonlySet<string>;
}

export interface SiteType {
  /** The working schema. */
  readonly type: ContentType;
  /** Every frozen version, ascending. */
  readonly versions: readonly SchemaVersion[];
  readonly entries: readonly SiteEntry[];
}

/** An entry that is on the site: where it is, and the object id of its file. */
export interface SiteEntry {
  readonly id: string;
  readonly slug: string;
  readonly path: string;
  readonly blob: string;
}
