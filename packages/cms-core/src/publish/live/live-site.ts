import type { SchemaVersion } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import {
  dependenciesOf,
  partsOf,
  type EntryTemplate,
  type FilledHole,
} from "../../render/entry-template.ts";
import { type PublicPlace, renderMedia } from "../../render/render-media.ts";
import type { BackReferences } from "./back-references.ts";
import type { LiveEntry, LiveType } from "./live-type.ts";
import { emptySharedMap, type SharedMap } from "./shared-map.ts";

/** A media record that `published` holds, with its media object. */
export interface LiveMedia {
  readonly record: MediaRecord;
  readonly json: string;
}

/** What the live site is rendered from, and what depends on what. */
export interface LiveGraph {
  /** By API id, then by number. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<number, SchemaVersion>>;
  readonly entries: SharedMap<LiveEntry>;
  /** What the JSON of entries shows of others, by entry; most show nothing. */
  readonly holes: SharedMap<readonly FilledHole[]>;
  /** Paths of the pinned files of live entries. */
  readonly pins: SharedMap<string>;
  /** Entry ids by `<api_id>/<slug>`. */
  readonly slugs: SharedMap<string>;
  /** Slugs at which live entries were live before, by entry id. */
  readonly formerSlugs: SharedMap<readonly string[]>;
  readonly media: SharedMap<LiveMedia>;
  /** Entries by the entry that a reference field of theirs holds. */
  readonly referrers: BackReferences;
  /** Entries by the entry that a text of theirs links to. */
  readonly linkers: BackReferences;
  /** Entries by the media record that they show. */
  readonly mediaUsers: BackReferences;
}

/** The rendered content of one commit of `published`; it never changes, the next commit makes another. */
export interface LiveSite {
  /** Undefined while nothing was ever published. */
  readonly commit: string | undefined;
  readonly site: SiteConfig | undefined;
  /** `{public_storage_url}/{site_id}`. */
  readonly publicUrl: string;
  /** Every type with a published schema, by API id. */
  readonly types: ReadonlyMap<string, LiveType>;
  /** A live entry by its id, else by its slug. */
  find(apiId: string, idOrSlug: string): LiveEntry | undefined;
  /** A live entry of any type. */
  entry(id: string): LiveEntry | undefined;
  readonly graph: LiveGraph;
}

export type LiveSiteParts = Pick<LiveSite, "commit" | "site" | "publicUrl" | "types" | "graph">;

export function makeLiveSite(parts: LiveSiteParts): LiveSite {
  const { entries, slugs } = parts.graph;
  const ofType = (apiId: string, id: string | undefined): LiveEntry | undefined => {
    const entry = id === undefined ? undefined : entries.get(id);
    return entry?.type === apiId ? entry : undefined;
  };
  return {
    ...parts,
    find: (apiId, idOrSlug) =>
      ofType(apiId, idOrSlug) ?? ofType(apiId, slugs.get(`${apiId}/${idOrSlug}`)),
    entry: (id) => entries.get(id),
  };
}

/** The template that a live entry was rendered from. */
export function templateOf(
  { entries, holes }: Pick<LiveGraph, "entries" | "holes">,
  id: string,
): EntryTemplate | undefined {
  const head = entries.get(id);
  if (head === undefined) return undefined;
  const parts = partsOf(head.json, holes.get(id) ?? []);
  return { head, parts, ...dependenciesOf(parts) };
}

const NO_GRAPH: LiveGraph = {
  schemas: new Map(),
  entries: emptySharedMap(),
  holes: emptySharedMap(),
  pins: emptySharedMap(),
  slugs: emptySharedMap(),
  formerSlugs: emptySharedMap(),
  media: emptySharedMap(),
  referrers: emptySharedMap(),
  linkers: emptySharedMap(),
  mediaUsers: emptySharedMap(),
};

export function liveMedia(record: MediaRecord, place: PublicPlace): LiveMedia {
  return { record, json: renderMedia(record, place) };
}

/** The schemas by API id and number, with more of them. */
export function addSchemas(
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

/** The live site before anything was published. */
export function emptyLiveSite(publicUrl: string): LiveSite {
  return makeLiveSite({
    commit: undefined,
    site: undefined,
    publicUrl,
    types: new Map(),
    graph: NO_GRAPH,
  });
}
