import type { SchemaVersion } from "../model/content-type.ts";
import type { EntryValues } from "../model/entry.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import type { EntryHead } from "../render/default-order.ts";

/** A published entry, ready to be compiled. */
export interface PublishedEntry {
  readonly head: EntryHead;
  readonly values: EntryValues;
  readonly schema: SchemaVersion;
  /** Where its pinned file stands in `published`. */
  readonly path: string;
}

/** How `published` differs from the commit of a live site; undefined values are what went. */
export interface PublishedDelta {
  readonly commit: string;
  readonly site: SiteConfig;
  readonly schemas: readonly SchemaVersion[];
  readonly media: ReadonlyMap<string, MediaRecord | undefined>;
  readonly entries: ReadonlyMap<string, PublishedEntry | undefined>;
}
