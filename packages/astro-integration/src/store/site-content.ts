import { createHash } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type * as z from "astro/zod";
import { collectionNames } from "../loader/collection-names.ts";
import { readChanges } from "../loader/read-changes.ts";
import type { DanglingReference } from "../loader/shape-entry.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { positionKey, zodSchema } from "../schema/zod-schema.ts";
import type { PublishedEntry } from "../source/published-content.ts";
import { findType, type PublishedType } from "../source/site-index.ts";
import { type SiteSnapshot, withConsistentSite } from "../source/site-snapshot.ts";
import type { Source } from "../source/source.ts";

/** An entry's values for pages, without its position in the published order. */
export interface ContentEntry {
  readonly key: string;
  /** Digest of the published entry. */
  readonly digest: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ContentCollection {
  /** Name for pages. */
  readonly name: string;
  readonly type: PublishedType;
  /** Key of `data` with an entry's position in the published order. */
  readonly positionKey: string;
  /** Entries by key, in the published order. */
  readonly entries: ReadonlyMap<string, ContentEntry>;
}

/** All published content at one time. Immutable: newer content is a new object. */
export interface SiteContent {
  readonly collections: ReadonlyMap<string, ContentCollection>;
  /** URL paths of entries in published links, by API ID. */
  readonly routes: Readonly<Record<string, string>>;
  /** IANA time zone of the days in routes. @default UTC */
  readonly timeZone?: string | undefined;
  /** Broken references, if the options allow them. */
  readonly dangling: readonly DanglingReference[];
}

/**
 * Reads the published content as one consistent set. Unchanged parts are taken from `previous`, and `previous` itself
 * is returned if nothing changed.
 *
 * @throws CmsError the errors of reading, `dangling_reference`, or `source_invalid` for values that no schema allows
 */
export async function loadSiteContent(
  source: Source,
  options: ResolvedOptions,
  previous?: SiteContent,
): Promise<SiteContent> {
  return withConsistentSite(source, async (site) => {
    const names = collectionNames(site.index, options);
    const loaded = await Promise.all(
      names.map((apiId) => loadCollection({ source, site, options, previous }, apiId)),
    );
    const { routes = {}, timeZone } = site.index.site;
    const same =
      previous?.timeZone === timeZone &&
      JSON.stringify(previous?.routes) === JSON.stringify(routes) &&
      previous?.collections.size === loaded.length &&
      loaded.every(({ collection }) => previous.collections.get(collection.name) === collection);
    if (same) return previous;
    return {
      routes,
      timeZone,
      collections: new Map(loaded.map(({ collection }) => [collection.name, collection])),
      dangling: loaded.flatMap(({ dangling }) => dangling),
    };
  });
}

interface LoadRequest {
  readonly source: Source;
  readonly site: SiteSnapshot;
  readonly options: ResolvedOptions;
  readonly previous: SiteContent | undefined;
}

interface LoadedCollection {
  readonly collection: ContentCollection;
  readonly dangling: readonly DanglingReference[];
}

async function loadCollection(
  { source, site, options, previous }: LoadRequest,
  apiId: string,
): Promise<LoadedCollection> {
  const type = findType(site.index, apiId);
  const name = `${options.prefix}${apiId}`;
  const previousCollection = previous?.collections.get(name);
  const known =
    previousCollection && sameFields(previousCollection.type, type)
      ? previousCollection
      : undefined;
  if (known && known.type.sha256 === type.sha256) return { collection: known, dangling: [] };
  const entries = known?.entries ?? new Map<string, ContentEntry>();
  const stored = new Map([...entries].map(([key, { digest }]) => [key, digest]));
  const changes = await readChanges({ source, site, type, options, stored, digestOf });
  const set = parseEntries(type, changes.set);
  const ordered = changes.order.flatMap((key) => {
    const entry = set.get(key) ?? entries.get(key);
    return entry ? [[key, entry] as const] : [];
  });
  return {
    collection: { name, type, positionKey: positionKey(type), entries: new Map(ordered) },
    dangling: changes.dangling,
  };
}

function sameFields(one: PublishedType, other: PublishedType): boolean {
  return one.kind === other.kind && JSON.stringify(one.fields) === JSON.stringify(other.fields);
}

function digestOf(entry: PublishedEntry): string {
  return createHash("sha256").update(JSON.stringify(entry)).digest("hex").slice(0, 16);
}

/** Converts entries to the format of Astro's content layer, with all defaults applied. */
function parseEntries(
  type: PublishedType,
  set: readonly ContentEntry[],
): ReadonlyMap<string, ContentEntry> {
  const schema = zodSchema(type);
  const parsed = set.map((entry) => ({ entry, result: schema.safeParse(entry.data) }));
  const wrong = parsed.flatMap(({ entry, result }) =>
    result.success ? [] : [`  ${type.apiId}/${entry.key}: ${problemsOf(result.error)}`],
  );
  if (wrong.length > 0) {
    throw new CmsError(
      "source_invalid",
      `${wrong.length} published entr${wrong.length === 1 ? "y does" : "ies do"} not match the schema of "${type.apiId}":\n${wrong.slice(0, 20).join("\n")}\nCorrect and publish them again. The content loaded earlier is kept.`,
      { details: { apiId: type.apiId, entries: wrong.length } },
    );
  }
  return new Map(
    parsed.flatMap(({ entry, result }) =>
      result.success ? [[entry.key, { ...entry, data: result.data }] as const] : [],
    ),
  );
}

function problemsOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}
