import type { SchemaVersion } from "../model/content-type.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import { type Dependencies, dependenciesOf, type FilledHole } from "../render/entry-template.ts";
import type { ListSegment } from "../render/list-body.ts";
import type { PublicPlace } from "../render/render-media.ts";
import { changeBackReferences } from "./back-references.ts";
import { latestOf } from "./live-changes.ts";
import type { SegmentHead, TypeHead } from "./live-site-head.ts";
import {
  addSchemas,
  type LiveGraph,
  liveMedia,
  type LiveSite,
  makeLiveSite,
  NO_GRAPH,
} from "./live-site.ts";
import { type LiveEntry, makeLiveType } from "./live-type.ts";
import { RenderedEntry } from "./rendered-entry.ts";

/** What a live site was, but for the bytes of its entries. */
export interface LiveSiteFacts {
  readonly commit: string;
  readonly site: SiteConfig;
  readonly publicUrl: string;
  readonly schemas: readonly SchemaVersion[];
  readonly media: readonly MediaRecord[];
  readonly types: readonly TypeHead[];
}

/** The bytes of all segments, one after the other. */
export interface SegmentBytes {
  readonly bytes: Buffer;
  readonly start: number;
}

/** A live site as it was, without reading or rendering an entry. */
export function restoreLiveSite(
  { commit, site, publicUrl, schemas, media, types }: LiveSiteFacts,
  content: SegmentBytes,
): LiveSite {
  const listed = restoreSegments(types, content);
  const versions = addSchemas(NO_GRAPH.schemas, schemas);
  const live = [...versions].map(([apiId, numbers]) => {
    const segments = listed.segments.get(apiId) ?? [];
    const totalCount = segments.reduce((count, { entries }) => count + entries.length, 0);
    return [apiId, makeLiveType(latestOf(numbers), { segments, totalCount })] as const;
  });
  const place = { publicUrl, siteId: site.id };
  const graph = graphOf(listed.entries, { schemas: versions, media, place });
  return makeLiveSite({ commit, site, publicUrl, types: new Map(live), graph });
}

interface RestoredEntry {
  readonly entry: LiveEntry;
  readonly pin: string;
  readonly holes: readonly FilledHole[];
}

function restoreSegments(
  types: readonly TypeHead[],
  { bytes, start }: SegmentBytes,
): {
  readonly entries: readonly RestoredEntry[];
  readonly segments: ReadonlyMap<string, readonly ListSegment[]>;
} {
  const entries: RestoredEntry[] = [];
  let at = start;
  const restore = (type: string, head: SegmentHead): ListSegment => {
    const own = restoreEntries(type, head, { bytes, start: at });
    entries.push(...own);
    const contents = bytes.subarray(at, at + head.contents);
    at += head.contents + head.rows;
    return {
      entries: own.map(({ entry }) => entry),
      contents,
      rows: bytes.subarray(at - head.rows, at),
      updatedAt: head.updatedAt,
    };
  };
  const segments = new Map(
    types.map(({ apiId, segments: heads }) => [apiId, heads.map((head) => restore(apiId, head))]),
  );
  return { entries, segments };
}

const COMMA = 1;

function restoreEntries(
  type: string,
  head: SegmentHead,
  { bytes, start }: SegmentBytes,
): readonly RestoredEntry[] {
  let at = start;
  return head.entries.map(
    ([id, slug, createdAt, updatedAt, publishedAt, sortOrder, digest, pin, size, holes]) => {
      const entryHead = { id, type, slug, createdAt, updatedAt, publishedAt, sortOrder };
      const json = { bytes, start: at, end: at + size, digest };
      at = json.end + COMMA;
      return { entry: new RenderedEntry(entryHead, json), pin, holes };
    },
  );
}

interface GraphFacts {
  readonly schemas: LiveGraph["schemas"];
  readonly media: readonly MediaRecord[];
  readonly place: PublicPlace;
}

/** What depends on what is asked by the next publish; a reader waits only for what finds entries. */
function graphOf(
  entries: readonly RestoredEntry[],
  { schemas, media, place }: GraphFacts,
): LiveGraph {
  const dependent = once(() => dependentMaps(entries, media, place));
  return {
    schemas,
    entries: NO_GRAPH.entries.with(entries.map(({ entry }) => [entry.id, entry] as const)),
    slugs: NO_GRAPH.slugs.with(
      entries.map(({ entry }) => [`${entry.type}/${entry.slug}`, entry.id] as const),
    ),
    get pins() {
      return dependent().pins;
    },
    get holes() {
      return dependent().holes;
    },
    get media() {
      return dependent().media;
    },
    get referrers() {
      return dependent().referrers;
    },
    get linkers() {
      return dependent().linkers;
    },
    get mediaUsers() {
      return dependent().mediaUsers;
    },
  };
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function dependentMaps(
  entries: readonly RestoredEntry[],
  media: readonly MediaRecord[],
  place: PublicPlace,
): Omit<LiveGraph, "schemas" | "entries" | "slugs"> {
  const shown = entries
    .filter(({ holes }) => holes.length > 0)
    .map(({ entry, holes }) => ({ source: entry.id, holes, dependencies: dependenciesOf(holes) }));
  const users = (kind: keyof Dependencies): LiveGraph["referrers"] =>
    changeBackReferences(
      NO_GRAPH.referrers,
      shown.map(({ source, dependencies }) => ({ source, before: [], after: dependencies[kind] })),
    );
  return {
    pins: NO_GRAPH.pins.with(entries.map(({ entry, pin }) => [entry.id, pin] as const)),
    holes: NO_GRAPH.holes.with(shown.map(({ source, holes }) => [source, holes] as const)),
    media: NO_GRAPH.media.with(
      media.map((record) => [record.id, liveMedia(record, place)] as const),
    ),
    referrers: users("references"),
    linkers: users("links"),
    mediaUsers: users("media"),
  };
}
