import { isCmsError } from "../base/errors.ts";
import type { MediaRecord } from "../model/media.ts";
import type { SiteStore } from "../store/site-store.ts";

/** The working media records that drafts show. */
export interface DraftMedia {
  /** Reads those of these records that are not in memory as they stand. */
  load(ids: Iterable<string>): Promise<void>;
  /** A record that was loaded; `undefined` where there is none that can be read. */
  get(id: string): MediaRecord | undefined;
}

export function createDraftMedia({ store }: { readonly store: SiteStore }): DraftMedia {
  const records = new Map<string, { readonly blob: string; readonly record?: MediaRecord }>();
  return {
    async load(ids) {
      for (const id of new Set(ids)) {
        const blob = store.mediaBlob(id);
        if (blob === undefined) records.delete(id);
        else if (records.get(id)?.blob !== blob) {
          const record = await readRecord(store, id);
          records.set(id, { blob, ...(record !== undefined && { record }) });
        }
      }
    },
    get: (id) => records.get(id)?.record,
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
