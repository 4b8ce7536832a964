import { isCmsError } from "../../base/errors.ts";
import type { MediaRecord } from "../../model/media.ts";
import { mediaFolder } from "../../render/public-paths.ts";
import type { SiteStore } from "../../site/site-store.ts";

/** The working media records that drafts show. */
export interface DraftMedia {
  /** Reads those of these records that are not in memory as they stand. */
  load(ids: Iterable<string>): Promise<void>;
  /** A record that was loaded; `undefined` where there is none that can be read. */
  get(id: string): MediaRecord | undefined;
  /** A loaded record whose files are in this folder below `media/`; several that share one have the same bytes. */
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
