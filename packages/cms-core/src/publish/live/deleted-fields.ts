import { decodeText } from "../../base/bytes.ts";
import { readOr } from "../../base/errors.ts";
import { splitEntryFile } from "../../content/entry/parse-entry.ts";
import type { Field } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";
import type { TypeState } from "../../site/read/file-facts.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { readYaml } from "../../yaml/yaml.ts";
import type { LiveSite } from "./live-site.ts";

/** Number of files read between yields to the event loop. */
const BATCH = 100;

/** Entries that hold a value of the field. */
export interface Holders {
  readonly count: number;
  /** Ids of the first 20 entries. */
  readonly ids: readonly string[];
}

/** A field that earlier versions of a type have and its working schema lacks. */
export interface DeletedField {
  /** The field in the last version that had it. */
  readonly field: Field;
  readonly lastVersion: number;
  /** Entries of `main` whose files still contain a value for it. */
  readonly files: Holders;
  /** Live entries whose JSON still shows a value under its API id. */
  readonly live: Holders;
}

/**
 * Returns the deleted fields of a type, most recent first, and what still holds their values. Excludes fields in rows
 * of repeats.
 */
export async function deletedFields(
  store: SiteStore,
  apiId: string,
  live: LiveSite,
): Promise<readonly DeletedField[]> {
  const state = store.type(apiId);
  if (state === undefined) return [];
  const deleted = findDeletedFields(state);
  if (deleted.length === 0) return [];
  const files = await fileHolders(store, apiId, deleted);
  return deleted.map(({ field, lastVersion }) => ({
    field,
    lastVersion,
    files: holders(files.get(field.id) ?? []),
    live: holders(liveHolders(live, state, field)),
  }));
}

interface FieldOfVersion {
  readonly field: Field;
  readonly lastVersion: number;
}

function findDeletedFields({ type, versions }: TypeState): readonly FieldOfVersion[] {
  const existing = new Set(type.fields.map(({ id }) => id));
  const last = new Map<string, FieldOfVersion>();
  for (const [lastVersion, { fields }] of versions) {
    for (const field of fields) {
      if (!existing.has(field.id)) last.set(field.id, { field, lastVersion });
    }
  }
  return [...last.values()].toSorted((a, b) => b.lastVersion - a.lastVersion);
}

function holders(ids: readonly string[]): Holders {
  return { count: ids.length, ids: ids.slice(0, LIMITS.issuesReported) };
}

/** Returns the ids of entries whose files contain a value for a field, as a key or as the body text, by field. */
async function fileHolders(
  store: SiteStore,
  apiId: string,
  gone: readonly FieldOfVersion[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map(gone.map(({ field }) => [field.id, [] as string[]]));
  const refs = store.entries(apiId);
  for (let at = 0; at < refs.length; at += BATCH) {
    const batch = refs.slice(at, at + BATCH);
    const blobs = await store.repository.readBlobs(batch.map(({ blob }) => blob));
    const entries = await store.readEntries(batch);
    const values = new Map(entries.map((entry) => [entry.id, entry.values]));
    const keys = batch.map(({ path }, place) => keysOf(blobs[place] ?? new Uint8Array(), path));
    for (const [fieldId, ids] of found) {
      const holding = batch.filter(
        ({ id }, place) =>
          values.get(id)?.has(fieldId) === true || keys[place]?.has(fieldId) === true,
      );
      ids.push(...holding.map(({ id }) => id));
    }
  }
  return found;
}

function keysOf(bytes: Uint8Array, path: string): ReadonlySet<string> {
  // Unreadable files are skipped.
  const keys = readOr(() => readYaml(splitEntryFile(decodeText(bytes), path).yaml).keys(), []);
  return new Set(keys);
}

function liveHolders({ types }: LiveSite, { type }: TypeState, { apiId }: Field): string[] {
  // A new field with the same API id may show its own values.
  if (type.fields.some((field) => field.apiId === apiId)) return [];
  const entries = types.get(type.apiId)?.entries ?? [];
  return entries.filter(({ json }) => showsValue(json, apiId)).map(({ id }) => id);
}

function showsValue(json: string, apiId: string): boolean {
  if (!json.includes(`"${apiId}":`)) return false;
  const published: unknown = JSON.parse(json);
  if (typeof published !== "object" || published === null) return false;
  const value = new Map<string, unknown>(Object.entries(published)).get(apiId);
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
