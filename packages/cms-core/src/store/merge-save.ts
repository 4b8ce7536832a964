import { CmsError } from "../base/errors.ts";
import { normalizeEntry } from "../content/normalize-entry.ts";
import { readEntryId } from "../content/parse-entry.ts";
import { mergeEntries } from "../merge/merge-entries.ts";
import { sameValue } from "../merge/same-value.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { upgradeEntry } from "../schema/upgrade-entry.ts";
import type { EntryRef, TypeState } from "./file-facts.ts";
import { readKnownEntry } from "./known-files.ts";
import { readBase } from "./read-base.ts";
import type { SiteWriter } from "./site-writer.ts";
import { staleConflict } from "./stale-conflict.ts";

/** The version that an edit started from. */
export interface EditedVersion {
  /** Its blob. */
  readonly blob: string;
  /** The slug that the entry had then; without it a rename by someone else is taken over. */
  readonly slug: string | undefined;
}

export interface MergeSave {
  readonly state: TypeState;
  readonly schema: SchemaVersion;
  /** The entry as it stands. */
  readonly current: EntryRef | undefined;
  readonly old: Entry | undefined;
  /** The entry to save, made over the version that was edited. */
  readonly mine: (base: Entry) => Entry;
}

export interface MergedSave {
  readonly entry: Entry;
  /** API ids of fields, and system keys, that someone else changed meanwhile. */
  readonly fromOthers: readonly string[];
}

/** Whether an entry still is what the edit started from. */
export function isUnchanged(current: EntryRef | undefined, base: EditedVersion): boolean {
  if (current?.blob !== base.blob) return false;
  return base.slug === undefined || base.slug === current.slug;
}

/**
 * Merges an edit with what was saved since it started.
 *
 * @throws CmsError `stale` when both changed the same, the entry was deleted, or a version cannot be read
 */
export async function mergeSave(
  writer: SiteWriter,
  base: EditedVersion,
  { state, schema, current, old, mine }: MergeSave,
): Promise<MergedSave> {
  const versions = { base: base.blob, current: current?.blob ?? null };
  if (current === undefined) {
    throw new CmsError("stale", "The entry was deleted meanwhile.", { details: versions });
  }
  if (old === undefined) {
    const message = "The entry's file was changed meanwhile and cannot be read; look at it first.";
    throw new CmsError("stale", message, { details: versions });
  }
  const ref = { ...current, blob: base.blob, slug: base.slug ?? current.slug };
  const edited = await readBase(writer.repository, base.blob, (bytes) =>
    readEntryId(bytes) === current.id ? readKnownEntry(bytes, ref, state) : undefined,
  );
  const upgraded = (entry: Entry): Entry => {
    const from = state.versions.get(entry.schema);
    return normalizeEntry(from ? upgradeEntry(entry, from, schema) : entry, schema);
  };
  const before = upgraded(edited);
  const ours = normalizeEntry(mine(before), schema);
  const theirs = upgraded(old);
  const { merged, conflicts, fromTheirs } = mergeEntries({ base: before, ours, theirs }, schema);
  if (conflicts.length > 0) {
    throw staleConflict("entry", { ...versions, merged: merged.values }, conflicts);
  }
  return { entry: merged, fromOthers: sameValue(theirs, before) ? [] : fromTheirs };
}
