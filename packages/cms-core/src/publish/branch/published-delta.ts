import type { SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import { compileEntry } from "../../render/compile-entry.ts";
import type { EntryHead } from "../../render/default-order.ts";
import type { EntryTemplate } from "../../render/entry-template.ts";

/** A published entry as it is read. */
export interface PublishedEntry {
  readonly head: EntryHead;
  readonly values: EntryValues;
  readonly schema: SchemaVersion;
  /** Where its pinned file stands in `published`. */
  readonly path: string;
  /** Slugs at which it was live before. */
  readonly formerSlugs: readonly string[] | undefined;
}

/** A published entry, ready to be rendered. */
export interface CompiledEntry {
  readonly template: EntryTemplate;
  /** Where its pinned file stands in `published`. */
  readonly path: string;
  readonly formerSlugs: readonly string[] | undefined;
}

/** How `published` differs from the commit of a live site; undefined values are what went. */
export interface PublishedDelta {
  readonly commit: string;
  readonly site: SiteConfig;
  readonly schemas: readonly SchemaVersion[];
  readonly media: ReadonlyMap<string, MediaRecord | undefined>;
  readonly entries: ReadonlyMap<string, CompiledEntry | undefined>;
}

/** Serialises an entry's own part of its JSON; its values are not needed any more. */
export function compilePublished(entry: PublishedEntry): CompiledEntry {
  const { head, values, schema, path, formerSlugs } = entry;
  return { template: compileEntry(head, values, schema), path, formerSlugs };
}
