import { hash } from "node:crypto";
import type { SchemaVersion } from "../model/content-type.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import { compileEntry } from "../render/compile-entry.ts";
import type { EntryTemplate } from "../render/entry-template.ts";
import { mediaFilePath, publicAddress } from "../render/public-paths.ts";
import { renderEntry, type RenderScope } from "../render/render-entry.ts";
import { renderMedia, type PublicPlace } from "../render/render-media.ts";
import { renderRoute } from "../render/render-route.ts";
import { changeBackReferences, type DependencyChange } from "./back-references.ts";
import {
  changedMedia,
  changedTypes,
  changeTypes,
  type EntryChange,
  type LiveChanges,
} from "./live-changes.ts";
import { makeLiveSite, type LiveGraph, type LiveMedia, type LiveSite } from "./live-site.ts";
import type { LiveEntry } from "./live-type.ts";
import type { PublishedDelta } from "./published-delta.ts";

export interface Advance {
  readonly live: LiveSite;
  readonly changes: LiveChanges;
}

/**
 * The live site after a change of `published`. Only entries that changed, and those that show something
 * of what changed, are rendered again; everything else is shared with the site before.
 */
export function advanceLiveSite(before: LiveSite, delta: PublishedDelta): Advance {
  const place = { publicUrl: before.publicUrl, siteId: delta.site.id };
  const compiled = compileChanged(delta);
  const graph = connect(before.graph, { delta, compiled, place });
  const stale = staleEntries(before.graph, graph, { delta, compiled });
  const entries = renderStale(stale, graph, { before, site: delta.site, place });
  const schemas = addSchemas(before.graph.schemas, delta.schemas);
  const types = changeTypes(before.types, schemas, entries);
  const live = makeLiveSite({
    commit: delta.commit,
    site: delta.site,
    publicUrl: before.publicUrl,
    types,
    graph: { ...graph, schemas, ...indexEntries(before.graph, entries) },
  });
  const media = changedMedia(before.graph, graph, delta);
  return { live, changes: { entries, media, types: changedTypes(before.types, types) } };
}

type Compiled = ReadonlyMap<string, EntryTemplate | undefined>;

function compileChanged({ entries }: PublishedDelta): Compiled {
  const compiled = new Map<string, EntryTemplate | undefined>();
  for (const [id, entry] of entries) {
    compiled.set(
      id,
      entry === undefined ? undefined : compileEntry(entry.head, entry.values, entry.schema),
    );
  }
  return compiled;
}

interface Connecting {
  readonly delta: PublishedDelta;
  readonly compiled: Compiled;
  readonly place: PublicPlace;
}

function connect(before: LiveGraph, { delta, compiled, place }: Connecting): LiveGraph {
  const dependencies = (kind: "references" | "links" | "media"): DependencyChange[] =>
    [...compiled].map(([source, template]) => ({
      source,
      before: before.templates.get(source)?.[kind] ?? [],
      after: template?.[kind] ?? [],
    }));
  const media = [...delta.media].map(
    ([id, record]) => [id, record === undefined ? undefined : liveMedia(record, place)] as const,
  );
  return {
    ...before,
    templates: before.templates.with(compiled),
    pins: before.pins.with([...delta.entries].map(([id, entry]) => [id, entry?.path] as const)),
    media: before.media.with(media),
    referrers: changeBackReferences(before.referrers, dependencies("references")),
    linkers: changeBackReferences(before.linkers, dependencies("links")),
    mediaUsers: changeBackReferences(before.mediaUsers, dependencies("media")),
  };
}

function liveMedia(record: MediaRecord, place: PublicPlace): LiveMedia {
  return { record, json: renderMedia(record, place) };
}

/**
 * Ids of all entries whose JSON may differ. An entry's own shape depends on its file, its media and the
 * routes it links to; its expanded shape also on the own shape of what it references.
 */
function staleEntries(
  before: LiveGraph,
  after: LiveGraph,
  { delta, compiled }: Pick<Connecting, "delta" | "compiled">,
): ReadonlySet<string> {
  const own = new Set(compiled.keys());
  for (const id of delta.media.keys()) addAll(own, after.mediaUsers.get(id));
  for (const [id, template] of compiled) {
    if (before.templates.get(id)?.head.slug !== template?.head.slug) {
      addAll(own, after.linkers.get(id));
    }
  }
  const stale = new Set(own);
  for (const id of own) addAll(stale, after.referrers.get(id));
  return stale;
}

function addAll(set: Set<string>, ids: Iterable<string> | undefined): void {
  for (const id of ids ?? []) set.add(id);
}

interface Rendering {
  readonly before: LiveSite;
  readonly site: SiteConfig;
  readonly place: PublicPlace;
}

/** Renders stale entries and keeps those that came out different, or went. */
function renderStale(
  stale: ReadonlySet<string>,
  graph: LiveGraph,
  { before, site, place }: Rendering,
): EntryChange[] {
  const scope = scopeOf(graph, site, place);
  const changes: EntryChange[] = [];
  for (const id of stale) {
    const known = before.entry(id);
    const template = graph.templates.get(id);
    const json = template === undefined ? undefined : renderEntry(template, scope);
    if (json === known?.json) continue;
    const after =
      template === undefined || json === undefined
        ? undefined
        : { ...template.head, json, digest: hash("sha256", json, "hex").slice(0, 16) };
    changes.push({ before: known, after });
  }
  return changes;
}

function scopeOf(graph: LiveGraph, site: SiteConfig, place: PublicPlace): RenderScope {
  return {
    template: (id) => graph.templates.get(id),
    mediaJson: (id, alt) => {
      const media = graph.media.get(id);
      if (media === undefined || alt === undefined) return media?.json;
      return renderMedia(media.record, { ...place, alt });
    },
    mediaUrl: (id) => {
      const media = graph.media.get(id);
      return media && publicAddress(place.publicUrl, mediaFilePath(media.record));
    },
    entryUrl: (id) => {
      const template = graph.templates.get(id);
      return template && renderRoute(template.head, site);
    },
  };
}

function indexEntries(
  { entries, slugs }: LiveGraph,
  changes: readonly EntryChange[],
): Pick<LiveGraph, "entries" | "slugs"> {
  const byId: [string, LiveEntry | undefined][] = [];
  const bySlug: [string, string | undefined][] = [];
  for (const { before } of changes) {
    if (before === undefined) continue;
    byId.push([before.id, undefined]);
    bySlug.push([`${before.type}/${before.slug}`, undefined]);
  }
  // After everything that went: two entries may have swapped their slugs.
  for (const { after } of changes) {
    if (after === undefined) continue;
    byId.push([after.id, after]);
    bySlug.push([`${after.type}/${after.slug}`, after.id]);
  }
  return { entries: entries.with(byId), slugs: slugs.with(bySlug) };
}

function addSchemas(
  known: LiveGraph["schemas"],
  added: readonly SchemaVersion[],
): LiveGraph["schemas"] {
  if (added.length === 0) return known;
  const schemas = new Map(known);
  for (const schema of added) {
    schemas.set(schema.apiId, new Map(schemas.get(schema.apiId)).set(schema.version, schema));
  }
  return schemas;
}
