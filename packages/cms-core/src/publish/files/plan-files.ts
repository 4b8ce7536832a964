import { createHash } from "node:crypto";
import { compareStrings } from "../../base/text.ts";
import { originalKey, variantKey } from "../../media/storage/media-storage.ts";
import type { MediaRecord } from "../../model/media.ts";
import { type Chunks, latestUpdate, renderDelta } from "../../render/list-body.ts";
import {
  deltaFilePath,
  entryFilePath,
  INDEX_PATH,
  listFilePath,
  mediaFilePath,
  REDIRECTS_PATH,
  renderRoute,
} from "../../render/public-paths.ts";
import { type IndexedType, renderIndex } from "../../render/render-index.ts";
import type {
  EntryChange,
  LiveChanges,
  LiveEntry,
  LiveGraph,
  LiveSite,
  LiveType,
  MediaChange,
} from "../live/live-site.ts";
import { bytesOf } from "../live/rendered-entry.ts";
import type { FilePlan, PublicFile } from "./public-storage.ts";

/** A binary to copy from media storage, with its target path. */
export interface MediaFile {
  readonly path: string;
  readonly record: MediaRecord;
  /** Undefined for the original. */
  readonly variant?: MediaRecord["variants"][number];
}

/** The work in public storage for a change of the live site. */
export interface PublicPlan {
  /** Copied from media storage before everything else. */
  readonly media: readonly MediaFile[];
  /** Entry files, lists, `_index` files, and index; then removals of lists, entries, and media. */
  readonly files: FilePlan;
}

/**
 * Decides which files to write and remove. Lists name entries and the index names lists, so each file is written after
 * the files it names, and removed after the files that name it.
 */
export function planFiles(before: LiveSite, after: LiveSite, changes: LiveChanges): PublicPlan {
  const types = [...changes.types];
  const entries = planEntries(changes.entries);
  const media = planMedia(changes.media, after.graph);
  const lists = types.flatMap((apiId) => listFile(after.types.get(apiId)) ?? []);
  const wanted = new Set(lists.map(({ path }) => path));
  const old = types.filter((apiId) => before.types.get(apiId)?.hasFile === true);
  const removedTypes = types.filter((apiId) => before.types.has(apiId) && !after.types.has(apiId));
  const redirects = planRedirects(before, after);
  return {
    media: media.write,
    files: {
      writes: [
        entries.write,
        lists,
        types.flatMap((id) => deltaFile(after.types.get(id)) ?? []),
        redirects.write,
        indexFile(after),
      ],
      removals: [
        [
          ...redirects.remove,
          ...old.map(listFilePath).filter((path) => !wanted.has(path)),
          ...removedTypes.map(deltaFilePath),
        ],
        entries.remove,
        media.remove,
      ],
    },
  };
}

/** Plans every file of a live site, for a folder in which only the existing paths are known. */
export function planAllFiles(live: LiveSite, present: readonly string[]): PublicPlan {
  const { graph } = live;
  const plan = planFiles(live, live, {
    entries: [...graph.entries.values()].map((after) => ({ before: undefined, after })),
    media: [...graph.mediaUsers.keys()].map((id) => ({
      before: undefined,
      after: graph.media.get(id)?.record,
    })),
    types: new Set(live.types.keys()),
  });
  const extra = present.length === 0 ? [] : withoutPlanned(present, plan);
  return { media: plan.media, files: { ...plan.files, removals: inRemovalOrder(extra) } };
}

function withoutPlanned(paths: readonly string[], { media, files }: PublicPlan): string[] {
  const wanted = new Set([...media, ...files.writes.flat()].map(({ path }) => path));
  return paths.filter((path) => !wanted.has(path));
}

/** Groups paths for removal: the index first, then the files it names, and so on. */
export function inRemovalOrder(paths: readonly string[]): string[][] {
  const groups = Map.groupBy(paths, removalRank);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group);
}

function removalRank(path: string): number {
  if (path === INDEX_PATH) return 0;
  if (path.endsWith("/_index.json")) return 1;
  if (/^api\/[^/]+$/.test(path)) return 2;
  return path.startsWith("api/") ? 3 : 4;
}

function planEntries(changes: readonly EntryChange[]): { write: PublicFile[]; remove: string[] } {
  const write: PublicFile[] = [];
  for (const { after } of changes) if (after !== undefined) write.push(...entryFiles(after));
  const old = changes.flatMap(({ before }) => (before === undefined ? [] : entryPaths(before)));
  if (old.length === 0) return { write, remove: [] };
  const wanted = new Set(write.map(({ path }) => path));
  return { write, remove: old.filter((path) => !wanted.has(path)) };
}

function entryPaths({ type, id, slug }: LiveEntry): [byId: string, bySlug: string] {
  return [entryFilePath(type, id), entryFilePath(type, slug)];
}

function entryFiles(entry: LiveEntry): PublicFile[] {
  const [byId, bySlug] = entryPaths(entry);
  return [
    { path: byId, body: { kind: "chunks", chunks: () => [bytesOf(entry)] } },
    { path: bySlug, body: { kind: "same", as: byId } },
  ];
}

function listFile(type: LiveType | undefined): PublicFile | undefined {
  if (type?.hasFile !== true) return undefined;
  const chunks = (): Chunks => type.file() ?? [];
  return { path: listFilePath(type.apiId), body: { kind: "chunks", chunks } };
}

function deltaFile(type: LiveType | undefined): PublicFile | undefined {
  if (type === undefined) return undefined;
  const chunks = async () => renderDelta(type.body, (await type.fileSha256()) ?? "");
  return { path: deltaFilePath(type.apiId), body: { kind: "chunks", chunks } };
}

/** Plans the redirects file if its content changes, or if the existing content is unknown. */
function planRedirects(
  before: LiveSite,
  after: LiveSite,
): { readonly write: PublicFile[]; readonly remove: string[] } {
  const file = redirectsFile(after);
  const old = before === after ? undefined : redirectsFile(before);
  if (file === undefined) return { write: [], remove: old === undefined ? [] : [REDIRECTS_PATH] };
  if (old?.bytes.equals(file.bytes) === true) return { write: [], remove: [] };
  const chunks = (): Chunks => [file.bytes];
  return { write: [{ path: REDIRECTS_PATH, body: { kind: "chunks", chunks } }], remove: [] };
}

function indexFile(live: LiveSite): PublicFile[] {
  if (live.commit === undefined) return [];
  const chunks = async (): Promise<Chunks> => [Buffer.from((await liveIndex(live)) ?? "")];
  return [{ path: INDEX_PATH, body: { kind: "chunks", chunks } }];
}

/** Returns the content of `api/index.json`; undefined if nothing was ever published. */
export async function liveIndex(live: LiveSite): Promise<string | undefined> {
  const { site, commit, publicUrl, types } = live;
  if (site === undefined || commit === undefined) return undefined;
  const indexed = await Promise.all([...types.values()].map(indexedType));
  const redirects = redirectsFile(live);
  return renderIndex(indexed, { site, commit, publicUrl, redirects });
}

async function indexedType(type: LiveType): Promise<IndexedType> {
  return {
    schema: type.schema,
    totalCount: type.body.totalCount,
    sha256: await type.fileSha256(),
    updatedAt: latestUpdate(type.body),
  };
}

function planMedia(
  changes: readonly MediaChange[],
  graph: LiveGraph,
): { write: MediaFile[]; remove: string[] } {
  const write = changes.flatMap(({ after }) => (after === undefined ? [] : mediaFiles(after)));
  const removedMedia = changes.flatMap(({ before }) => before ?? []);
  if (removedMedia.length === 0) return { write, remove: [] };
  const wanted = new Set(write.map(({ path }) => path));
  // Two records can show the same bytes under the same name.
  for (const id of graph.mediaUsers.keys()) {
    const record = graph.media.get(id)?.record;
    for (const { path } of record === undefined ? [] : mediaFiles(record)) wanted.add(path);
  }
  const old = removedMedia.flatMap(mediaFiles).map(({ path }) => path);
  return { write, remove: old.filter((path) => !wanted.has(path)) };
}

function mediaFiles(record: MediaRecord): MediaFile[] {
  return [
    { path: mediaFilePath(record), record },
    ...record.variants.map((variant) => ({
      path: mediaFilePath(record, variant),
      record,
      variant,
    })),
  ];
}

/** Returns the public paths of a record's objects by their keys in media storage. */
export function publicMediaPaths(record: MediaRecord): ReadonlyMap<string, string> {
  return new Map(
    mediaFiles(record).map(({ path, variant }) => [
      variant === undefined ? originalKey(record) : variantKey(record, variant),
      path,
    ]),
  );
}

/** The file that lists redirects of moved entries. */
interface RedirectsFile {
  readonly bytes: Buffer;
  readonly totalCount: number;
  /** Lowercase hex. */
  readonly sha256: string;
}

/**
 * Lists redirects from former slugs; undefined if no entry moved. A path that another entry uses now isn't redirected.
 * If several entries had the same path, the most recently changed entry wins.
 */
function redirectsFile(live: LiveSite): RedirectsFile | undefined {
  const redirects = redirectsOf(live);
  if (redirects.length === 0) return undefined;
  const bytes = Buffer.from(JSON.stringify({ redirects }));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { bytes, totalCount: redirects.length, sha256 };
}

interface Redirect {
  /** Routes on the site. */
  readonly from: string;
  readonly to: string;
  /** API id. */
  readonly type: string;
  /** Id of the entry. */
  readonly id: string;
  readonly slug: string;
  readonly formerSlug: string;
}

function redirectsOf({ site, graph }: LiveSite): readonly Redirect[] {
  if (site === undefined || graph.formerSlugs.size === 0) return [];
  const moved = [...graph.formerSlugs.keys()]
    .flatMap((id) => graph.entries.get(id) ?? [])
    .toSorted(
      (one, other) =>
        compareStrings(other.updatedAt, one.updatedAt) || compareStrings(one.id, other.id),
    );
  const byOld = new Map<string, Redirect>();
  for (const entry of moved) {
    const { id, type, slug, createdAt } = entry;
    for (const formerSlug of graph.formerSlugs.get(id) ?? []) {
      const old = `${type}/${formerSlug}`;
      const from = renderRoute({ id, type, slug: formerSlug, createdAt }, site);
      const to = renderRoute(entry, site);
      if (graph.slugs.has(old) || byOld.has(old) || from === to) continue;
      byOld.set(old, { from, to, type, id, slug, formerSlug });
    }
  }
  return [...byOld.values()].toSorted((one, other) => compareStrings(one.from, other.from));
}
