import { CmsError } from "../base/errors.ts";
import type { Field, SchemaVersion } from "../model/content-type.ts";
import type { Entry, EntryValues, FieldValue, Row } from "../model/entry.ts";
import { rowsOf } from "../model/walk-values.ts";
import { readLedgerRecords, readPublishedTree } from "../publish/branch/published-tree.ts";
import { upgradeEntry } from "../schema/upgrade-entry.ts";
import type { SavedEntry } from "../site/save/save-rules.ts";
import type { Actor } from "../site/save/site-writer.ts";
import type { SiteStore } from "../site/site-store.ts";
import { type EntryVersion, readVersion } from "./read-version.ts";

export interface RestoreEntry {
  readonly id: string;
  /** Commit of `main` or `published` with the version to restore. */
  readonly commit: string;
  /** API id of the only field to restore, or `slug`. @default the whole entry */
  readonly field?: string;
  /** Id of the only row of that field. */
  readonly row?: string;
  /** For a deleted entry. @default its last slug */
  readonly slug?: string;
  readonly actor: Actor;
  /** Blob of the version that the user is viewing. @default any version */
  readonly expected?: string | null;
}

/**
 * Saves an earlier version of an entry, a field, or a row as a draft: a new commit on `main` by the person who
 * restores. Nothing is published, and no history is rewritten. A deleted entry is restored under its id. An existing
 * entry keeps its slug, schedule, and path. Restoring the live version also restores its slug if it is free, so that
 * nothing is left to publish.
 *
 * @throws CmsError `content_not_found` (no such version, field, or row), `invalid_entry` (it breaks the current
 * schema), `slug_taken`, `stale`
 */
export async function restoreEntry(
  store: SiteStore,
  { id, commit, field, row, slug, actor, expected }: RestoreEntry,
): Promise<SavedEntry> {
  const old = await readVersion(store, id, commit);
  const latest = store.type(old.type)?.latest;
  if (latest === undefined) {
    const message = `The content type "${old.type}" was deleted. Restore it before its entries.`;
    throw new CmsError("content_type_not_found", message);
  }
  const earlier = upgradeEntry(old.entry, old.schema, latest);
  const ref = store.entryById(id);
  const wanted =
    field === undefined
      ? restoreWhole(earlier, {
          exists: ref !== undefined,
          slug: ref ? await liveSlug(store, old) : slug,
        })
      : {
          ...restorePart(
            { earlier, now: ref && (await store.readUpgraded(ref)), schema: latest },
            { field, row },
          ),
          // Keeps what others save in the meantime.
          ...(ref && { base: ref.blob, baseSlug: ref.slug }),
        };
  return store.saveEntry(
    {
      type: old.type,
      id,
      ...wanted,
      place: old.path,
      ...(expected === undefined ? {} : { expected }),
    },
    {
      actor,
      message: `Restore ${describe(earlier, { field, row })}`,
      trailers: { "Loam-Action": "restore", "Loam-Restored": old.commit },
    },
  );
}

interface Restored {
  readonly slug?: string;
  readonly values: EntryValues;
  readonly createdAt?: string;
  readonly sortOrder?: number | null;
}

/** The current file may be unreadable, in which case it is replaced. */
function restoreWhole(
  { values, createdAt, slug: earlier, sortOrder }: Entry,
  { exists, slug }: { readonly exists: boolean; readonly slug: string | undefined },
): Restored {
  // Excludes the schedule, which could publish the entry.
  if (exists) return { values, ...(slug !== undefined && { slug }) };
  return { values, createdAt, slug: slug ?? earlier, sortOrder: sortOrder ?? null };
}

/** Returns the slug of a version if that version is live and no other entry has the slug. */
async function liveSlug(store: SiteStore, { id, type, slug, blob }: EntryVersion) {
  const tree = await readPublishedTree(store.repository);
  const live = (await readLedgerRecords(store.repository, tree, [id])).get(id);
  const isLive = live?.state === "published" && live.blob === blob && live.slug === slug;
  const holder = store.findEntry(type, slug)?.id ?? id;
  return isLive && holder === id ? slug : undefined;
}

interface Sides {
  readonly earlier: Entry;
  readonly now: Entry | undefined;
  readonly schema: SchemaVersion;
}

interface Part {
  readonly field: string;
  readonly row: string | undefined;
}

function restorePart({ earlier, now, schema }: Sides, wanted: Part): Restored {
  if (now === undefined) {
    const message = "The entry was deleted. Restore the whole entry first.";
    throw new CmsError("content_not_found", message);
  }
  if (wanted.field === "slug") return { slug: earlier.slug, values: now.values };
  const field = schema.fields.find(({ apiId }) => apiId === wanted.field);
  if (field === undefined) throw noField(wanted.field, schema);
  const before = earlier.values.get(field.id);
  const value =
    wanted.row === undefined
      ? before
      : withRow(field, { before, after: now.values.get(field.id) }, wanted.row);
  const values = new Map(now.values);
  if (value === undefined) values.delete(field.id);
  else values.set(field.id, value);
  return { values };
}

/** Returns the current rows with one restored: at its current position, otherwise at its earlier one. */
function withRow(
  field: Field,
  value: { readonly before: FieldValue | undefined; readonly after: FieldValue | undefined },
  id: string,
): readonly Row[] | undefined {
  const [before, after] = [rowsOf(value.before), rowsOf(value.after)];
  const place = before.findIndex((row) => row.id === id);
  const row = before[place];
  if (row === undefined) {
    throw new CmsError("content_not_found", `"${field.apiId}" had no row ${id} in that version.`);
  }
  const rowExists = after.some((one) => one.id === id);
  return rowExists
    ? after.map((one) => (one.id === id ? row : one))
    : after.toSpliced(Math.min(place, after.length), 0, row);
}

function noField(apiId: string, { fields }: SchemaVersion): CmsError {
  const message = `The content type no longer has a field "${apiId}".`;
  return new CmsError("content_not_found", message, {
    details: { field: apiId, allowed: ["slug", ...fields.map((field) => field.apiId)] },
  });
}

function describe(
  { type, slug }: Entry,
  { field, row }: { readonly field: string | undefined; readonly row: string | undefined },
): string {
  const what = field === undefined ? "" : ` ${field}${row === undefined ? "" : `[${row}]`} of`;
  return `${what} ${type}/${slug}`.trim();
}
