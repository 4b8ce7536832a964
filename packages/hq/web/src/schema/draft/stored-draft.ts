import { del, get, set } from "idb-keyval";
import type { StoredDraft } from "./schema-work.ts";

/** Unsaved changes to a schema, with the time they were stored. */
export interface StoredSchema extends StoredDraft {
  /** ISO 8601. */
  readonly keptAt: string;
}

export interface StoredDraftKey {
  readonly userId: string;
  readonly site: string;
  /** API ID. */
  readonly type: string;
}

function storageKey({ userId, site, type }: StoredDraftKey): string {
  return `schema/${userId}/${site}/${type}`;
}

/** Loads the unsaved changes from this browser; undefined if there are none, or they can't be parsed. */
export async function loadDraft(of: StoredDraftKey): Promise<StoredSchema | undefined> {
  const kept: unknown = await get(storageKey(of));
  return isStoredSchema(kept) ? kept : undefined;
}

export async function storeDraft(of: StoredDraftKey, work: StoredSchema): Promise<void> {
  await set(storageKey(of), { format: FORMAT, ...work });
}

export async function deleteDraft(of: StoredDraftKey): Promise<void> {
  await del(storageKey(of));
}

/** Incremented when the stored format changes. */
const FORMAT = 1;

function isStoredSchema(kept: unknown): kept is StoredSchema {
  return typeof kept === "object" && kept !== null && "format" in kept && kept.format === FORMAT;
}
