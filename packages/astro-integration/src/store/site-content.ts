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

/** An entry's values as pages see them, without its place in the published order. */
export interface ContentEntry {
  readonly key: string;
  /** Of the published entry. */
  readonly digest: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ContentCollection {
  /** As pages name it. */
  readonly name: string;
  readonly type: PublishedType;
  /** Key of `data` under which pages find an entry's place in the published order. */
  readonly positionKey: string;
  /** By key, in the published order. */
  readonly entries: ReadonlyMap<string, ContentEntry>;
}

/** Everything that is published, at one time. It is never changed: what is newer is another one. */
export interface SiteContent {
  readonly collections: ReadonlyMap<string, ContentCollection>;
  /** Where published links between entries lead, by API id. */
  readonly routes: Readonly<Record<string, string>>;
  /** IANA name of the zone of the days in routes; UTC where the site has none. */
  readonly timeZone?: string | undefined;
  /** References without an entry, where the options let them pass. */
  readonly dangling: readonly DanglingReference[];
}

/**
 * Reads what is published as one consistent set; what is as it was in `previous` is taken from there,
 * and `previous` itself is returned where nothing is different.
 *
 * @throws CmsError of reading, `dangling_reference`, or `source_invalid` for values that no schema allows.
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
  const held = previous?.collections.get(name);
  const known = held && sameFields(held.type, type) ? held : undefined;
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

/** In the shape that Astro's content layer stores, with every default filled in. */
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
