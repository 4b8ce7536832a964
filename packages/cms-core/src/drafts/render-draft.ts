import { savedAt } from "../base/instant.ts";
import { collapseReferences } from "../query/entry-references.ts";
import type { QueryEntry } from "../query/query-entry.ts";
import { compileEntry } from "../render/compile-entry.ts";
import { mediaFilePath, publicAddress } from "../render/public-paths.ts";
import { renderEntry } from "../render/render-entry.ts";
import { renderMedia } from "../render/render-media.ts";
import { renderRoute } from "../render/render-route.ts";
import type { EntryRef } from "../store/file-facts.ts";
import type { SiteStore } from "../store/site-store.ts";
import { createDraftMedia } from "./draft-media.ts";

export interface RenderDraftOptions {
  /** `{public_storage_url}/{site_id}`, where media will be. */
  readonly publicUrl: string;
  /** When its file was last saved, ISO 8601 UTC. */
  readonly updatedAt: string;
  /** What its JSON says of its first publish. */
  readonly publishedAt: string;
  /** What is live of an entry. */
  readonly live: (id: string) => QueryEntry | undefined;
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
  { publicUrl, updatedAt, publishedAt, live, mediaUrl }: RenderDraftOptions,
): Promise<string> {
  const entry = await store.readUpgraded(ref);
  const { createdAt, sortOrder = 0 } = entry;
  const { id, type, slug } = ref;
  const saved = savedAt(updatedAt, createdAt);
  const head = { id, type, slug, createdAt, updatedAt: saved, publishedAt, sortOrder };
  const schema = store.type(type);
  const fields = schema?.latest?.fields ?? schema?.type.fields ?? [];
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
