import { savedAt } from "../../base/instant.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { collapseReferences, type QueryEntry } from "../../query/answer/query-entry.ts";
import { compileEntry } from "../../render/compile-entry.ts";
import { mediaFilePath, publicAddress, renderRoute } from "../../render/public-paths.ts";
import { renderEntry, renderMedia } from "../../render/render-entry.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import type { EntryRef, TypeState } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { createDraftMedia } from "./render-drafts.ts";

export interface RenderDraftOptions {
  /** `{public_storage_url}/{site_id}`, where media will be. */
  readonly publicUrl: string;
  /** When its file was last saved, ISO 8601 UTC. */
  readonly updatedAt: string;
  /** What its JSON says of its first publish. */
  readonly publishedAt: string;
  /** What is live of an entry. */
  readonly live: (id: string) => QueryEntry | undefined;
  /** The schema to show it by. @default the newest published one */
  readonly schema?: ContentType | undefined;
  /** Address of a picture in a text, by the id of its record. @default the public one */
  readonly mediaUrl?: ((id: string) => string) | undefined;
}

/**
 * The JSON of a working entry as a publish would write it now: what it refers to as that is live. Nothing is written.
 *
 * @throws CmsError `content_not_found`, `invalid_entry` and the like for a file that cannot be read
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
