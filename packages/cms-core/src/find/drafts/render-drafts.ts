import { isCmsError } from "../../base/errors.ts";
import { savedAt } from "../../base/instant.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import { collapseReferences } from "../../query/answer/compose-entry.ts";
import type { QueryEntry } from "../../query/answer/query-entry.ts";
import { compileEntry } from "../../render/compile-entry.ts";
import type { EntryTemplate } from "../../render/entry-template.ts";
import { compareEntries, type EntryHead } from "../../render/list-body.ts";
import {
  mediaFilePath,
  mediaFolder,
  publicAddress,
  renderRoute,
} from "../../render/public-paths.ts";
import { renderEntry, renderMedia, type RenderScope } from "../../render/render-entry.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import type { EntryRef, TypeState } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import type { WorkingFile } from "../ask/look-ups.ts";
import type { ContentIndex } from "../content-index.ts";

export interface DraftSource {
  readonly store: SiteStore;
  readonly index: Pick<ContentIndex, "heads"> & {
    readonly versions: (type: string) => Promise<readonly WorkingFile[]>;
  };
  /** `{public_storage_url}/{site_id}`, the future location of media. */
  readonly publicUrl: string;
}

/** A working entry rendered as if published, with what its rendering depends on. */
export interface RenderedDraft {
  readonly entry: QueryEntry;
  readonly head: EntryHead;
  readonly schema: ContentType;
  readonly file: WorkingFile;
  readonly media: readonly string[];
  readonly links: readonly string[];
  /** Description of the `media` and `links` that it shows. */
  readonly shown: string;
}

interface RenderDraftsOptions {
  readonly state: TypeState;
  readonly media: DraftMedia;
  /** By id. */
  readonly before: ReadonlyMap<string, RenderedDraft> | undefined;
}

/** Number of entries read and rendered between yields to the event loop. */
const BATCH = 100;

/** Renders the readable working entries of a type, by id in default order. */
export async function renderDrafts(
  source: DraftSource,
  { state, media, before }: RenderDraftsOptions,
): Promise<ReadonlyMap<string, RenderedDraft>> {
  const { store, index } = source;
  const schema = state.latest ?? state.type;
  const drafts: RenderedDraft[] = [];
  const stale: WorkingFile[] = [];
  for (const file of await index.versions(state.type.apiId)) {
    const known = before?.get(file.id);
    if (known !== undefined && isCurrent(known, file, { store, schema })) drafts.push(known);
    else stale.push(file);
  }
  for (let from = 0; from < stale.length; from += BATCH) {
    const files = stale.slice(from, from + BATCH);
    drafts.push(...(await renderFiles(source, files, { state, media })));
  }
  drafts.sort((a, b) => compareEntries(a.head, b.head));
  return new Map(drafts.map((draft) => [draft.head.id, draft]));
}

interface Now {
  readonly store: SiteStore;
  readonly schema: ContentType;
}

function isCurrent(
  { file, schema, media, links, shown }: RenderedDraft,
  now: WorkingFile,
  { store, schema: current }: Now,
): boolean {
  return (
    file.blob === now.blob &&
    file.slug === now.slug &&
    file.updatedAt === now.updatedAt &&
    file.publishedAt === now.publishedAt &&
    schema === current &&
    shown === describeShown(store, { media, links })
  );
}

/** Returns a text that changes whenever what an entry shows of others changes. */
function describeShown(
  store: SiteStore,
  { media, links }: Pick<EntryTemplate, "media" | "links">,
): string {
  if (media.length + links.length === 0) return "";
  const blobs = media.map((id) => store.mediaBlob(id) ?? "");
  const urls = links.map((id) => routeOf(store, id) ?? "");
  return [...blobs, ...urls].join(" ");
}

function routeOf(store: SiteStore, id: string): string | undefined {
  const target = store.entryById(id);
  // The creation day of an unreadable file is unknown.
  return target && renderRoute({ createdAt: "", ...target }, store.site());
}

async function renderFiles(
  { store, publicUrl }: DraftSource,
  files: readonly WorkingFile[],
  { state, media }: Pick<RenderDraftsOptions, "state" | "media">,
): Promise<readonly RenderedDraft[]> {
  const { apiId } = state.type;
  const schema = state.latest ?? state.type;
  const byId = new Map(files.map((file) => [file.id, file]));
  const entries = await store.readEntries(files.map((file) => ({ ...file, type: apiId })));
  const compiled = entries.flatMap((entry) => {
    const file = byId.get(entry.id);
    if (file === undefined) return [];
    const head = headOf(entry, file);
    return [{ file, head, template: compileEntry(head, valuesOf(entry, state), schema) }];
  });
  await media.load(compiled.flatMap(({ template }) => template.media));
  const scope = scopeOf(store, media, publicUrl);
  return compiled.map(({ file, head, template }) => {
    const shown = describeShown(store, template);
    const { id, type, slug } = head;
    const entry = { id, type, slug, json: withoutEmptyTime(renderEntry(template, scope)) };
    return { entry, head, schema, file, media: template.media, links: template.links, shown };
  });
}

function headOf({ id, type, createdAt, sortOrder = 0 }: Entry, file: WorkingFile): EntryHead {
  const { slug, updatedAt, publishedAt = "" } = file;
  const saved = savedAt(updatedAt, createdAt);
  return { id, type, slug, createdAt, updatedAt: saved, publishedAt, sortOrder };
}

/** Never published entries have no `publishedAt`. */
function withoutEmptyTime(json: string): string {
  return json.replace(',"publishedAt":""', "");
}

function valuesOf(entry: Entry, { versions, latest }: TypeState): Entry["values"] {
  const from = versions.get(entry.schema);
  if (from === undefined || latest === undefined) return entry.values;
  return upgradeEntry(entry, from, latest).values;
}

/** References stay `{"id"}`, because each query decides which to expand. */
function scopeOf(store: SiteStore, media: DraftMedia, publicUrl: string): RenderScope {
  const siteId = store.site().id;
  return {
    template: () => undefined,
    mediaJson(id, alt) {
      const record = media.get(id);
      return record && renderMedia(record, { publicUrl, siteId, alt });
    },
    mediaUrl(id) {
      const record = media.get(id);
      return record && publicAddress(publicUrl, mediaFilePath(record));
    },
    entryUrl: (id) => routeOf(store, id),
  };
}

/** The working media records that drafts show. */
interface DraftMedia {
  /** Loads the current version of these records unless it is in memory. */
  load(ids: Iterable<string>): Promise<void>;
  /** Returns a loaded record; `undefined` if it doesn't exist or cannot be read. */
  get(id: string): MediaRecord | undefined;
  /** Returns a loaded record with this folder below `media/`; records that share a folder have the same bytes. */
  readonly inFolder: (folder: string) => MediaRecord | undefined;
}

export function createDraftMedia({ store }: { readonly store: SiteStore }): DraftMedia {
  const records = new Map<string, { readonly blob: string; readonly record?: MediaRecord }>();
  const ids = new Map<string, string>();
  return {
    async load(wanted) {
      for (const id of new Set(wanted)) {
        const blob = store.mediaBlob(id);
        if (blob === undefined) records.delete(id);
        else if (records.get(id)?.blob !== blob) {
          const record = await readRecord(store, id);
          records.set(id, { blob, ...(record !== undefined && { record }) });
          if (record !== undefined) ids.set(mediaFolder(record), id);
        }
      }
    },
    get: (id) => records.get(id)?.record,
    inFolder: (folder) => records.get(ids.get(folder) ?? "")?.record,
  };
}

async function readRecord(store: SiteStore, id: string): Promise<MediaRecord | undefined> {
  try {
    return await store.readMedia(id);
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}

export interface RenderDraftOptions {
  /** `{public_storage_url}/{site_id}`, the future location of media. */
  readonly publicUrl: string;
  /** When its file was last saved, ISO 8601 UTC. */
  readonly updatedAt: string;
  /** Publication date in its JSON. */
  readonly publishedAt: string;
  /** Returns the live version of an entry. */
  readonly live: (id: string) => (QueryEntry & Pick<EntryHead, "createdAt">) | undefined;
  /** Schema to convert it to. @default the newest published one */
  readonly schema?: ContentType | undefined;
  /** Returns the URL of an image in a text by media id. @default the public URL */
  readonly mediaUrl?: ((id: string) => string) | undefined;
}

/**
 * Returns the JSON of a working entry as a publish would write it now, with referenced entries in their live version.
 * Writes nothing.
 *
 * @throws CmsError `content_not_found`, and `invalid_entry` or similar for an unreadable file
 */
export async function renderDraft(
  store: SiteStore,
  ref: EntryRef,
  { publicUrl, updatedAt, publishedAt, live, schema: wanted, mediaUrl }: RenderDraftOptions,
): Promise<string> {
  const state = store.type(ref.type);
  const entry = await readBy(store, ref, { state, wanted });
  const { createdAt, sortOrder = 0 } = entry;
  const { id, type, slug } = ref;
  const saved = savedAt(updatedAt, createdAt);
  const head = { id, type, slug, createdAt, updatedAt: saved, publishedAt, sortOrder };
  const { fields = [] } = wanted ?? state?.latest ?? state?.type ?? {};
  const template = compileEntry(head, entry.values, { fields });
  const media = createDraftMedia({ store });
  await media.load(template.media);
  const site = store.site();
  return renderEntry(template, {
    template(target) {
      const found = live(target);
      return found && { parts: [collapseReferences(found.json)] };
    },
    mediaJson(target, alt) {
      const record = media.get(target);
      return record && renderMedia(record, { publicUrl, siteId: site.id, alt });
    },
    mediaUrl(target) {
      const record = media.get(target);
      if (record === undefined) return undefined;
      return mediaUrl?.(target) ?? publicAddress(publicUrl, mediaFilePath(record));
    },
    entryUrl(target) {
      const found = live(target);
      return found && renderRoute(found, site);
    },
  });
}

interface ReadBy {
  readonly state: TypeState | undefined;
  readonly wanted: ContentType | undefined;
}

async function readBy(store: SiteStore, ref: EntryRef, { state, wanted }: ReadBy): Promise<Entry> {
  if (wanted === undefined) return store.readUpgraded(ref);
  const entry = await store.readEntry(ref);
  const from = state?.versions.get(entry.schema);
  return from === undefined ? entry : upgradeEntry(entry, from, { ...wanted, version: 0 });
}
