import { CmsError, readOr } from "../../base/errors.ts";
import { isEntryId, newId } from "../../base/ids.ts";
import { isoInstant } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import { parseEntryFile, readEntryId } from "../../content/entry/parse-entry.ts";
import { entryTitle, normalizeEntry, type TitleOf } from "../../content/entry/print-entry.ts";
import { validateEntry } from "../../content/entry/validate-entry.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import { mergeEntries } from "../../merge/entry/merge-entries.ts";
import { sameValue } from "../../merge/sequence/conflict.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry, EntryValues, Row, SingleValue } from "../../model/entry.ts";
import { isList } from "../../model/walk-values.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import {
  type EntryRef,
  kindOf,
  parseEntryAt,
  schemaOf,
  type TypeState,
} from "../read/file-facts.ts";
import { readBase } from "../read/read-site.ts";
import type { SiteIndex } from "../read/site-index.ts";
import {
  checkExpected,
  checkSlugFree,
  chooseSlug,
  type EntrySave,
  requireSchema,
  requireType,
  type SavedEntry,
  type SaveEntry,
  type SaveOptions,
  type SlugClaims,
  staleConflict,
  uniqueEntry,
} from "./save-rules.ts";
import { type SiteWriter, withRetries } from "./site-writer.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Validates an entry and writes it as one durable commit: edits its file in place, or moves it to a new path if the
 * slug changed. Creates no commit without a change.
 *
 * @throws CmsError `invalid_entry` with every issue, `slug_taken`, `id_taken`, `stale` (the entry isn't at `expected`,
 * or changes saved since `base` conflict: `details.conflicts` has base, ours, and theirs of each field),
 * `content_type_not_found`, `invalid_schema` (nothing published yet)
 */
export async function saveEntry(
  writer: SiteWriter,
  claims: SlugClaims,
  { input, options }: { readonly input: SaveEntry; readonly options: SaveOptions },
): Promise<SavedEntry> {
  if (input.id !== undefined && !isEntryId(input.id)) {
    throw new CmsError("invalid_entry", "The ID is not a valid entry ID.", {
      details: { id: input.id },
    });
  }
  const state = requireType(writer.index(), input.type);
  const isObject = kindOf(state) === "object";
  const key = isObject ? input.type : (input.id ?? newId("entry"));
  return writer.lock.shared(key, async () => {
    const id = isObject ? objectId(writer.index(), input) : key;
    return withRetries(writer, async () => attempt({ writer, claims, input, id, options }));
  });
}

function objectId(index: SiteIndex, input: SaveEntry): string {
  return input.id ?? index.entryWithSlug(input.type, input.type)?.id ?? newId("entry");
}

async function attempt(save: EntrySave): Promise<SavedEntry> {
  const { writer, claims, input, id } = save;
  const index = writer.index();
  const known = index.head;
  const state = requireType(index, input.type);
  const schema = requireSchema(state);
  const current = uniqueEntry(index, id);
  checkId(current, input);
  checkExpected(current, input.expected);
  const previous = current && (await writer.repository.readBlob(current.blob));
  const old = current && previous && readOld(current, previous, state);
  const found = { state, schema, current, old };
  // Nothing is awaited between choosing a slug and claiming it.
  const { entry, fromOthers } = (await mergeWithOthers(save, found)) ?? applyUnmerged(save, found);
  const { slug } = entry;
  const issues = validateEntry(entry, schema, { mode: "save" });
  if (issues.length > 0)
    throw new CmsError("invalid_entry", "The entry does not match its schema.", { issues });
  const claim = `${input.type}/${foldSlug(slug)}`;
  checkSlugFree(save, slug, claim);
  claims.add(claim);
  try {
    const titleOf = await readTargetTitles(writer, [entry, old]);
    const texts = { previous, old, titleOf };
    const plan = { known, entry, state, schema, current, place: input.place, texts };
    const saved = await writeEntry(save, plan);
    return { ...saved, merged: fromOthers.length > 0, fromOthers };
  } finally {
    claims.delete(claim);
  }
}

/** @throws CmsError `id_taken` if an entry of another type has the id, or any entry if a new one should get it */
function checkId(current: EntryRef | undefined, { id, type, expected }: SaveEntry): void {
  if (current === undefined) return;
  const isNew = expected === null && id !== undefined;
  if (current.type === type && !isNew) return;
  throw new CmsError("id_taken", `An entry of "${current.type}" already has the ID ${current.id}.`);
}

type Found = Pick<MergeSave, "state" | "schema" | "current" | "old">;

function applyUnmerged(save: EntrySave, { state, schema, current, old }: Found): MergedSave {
  const slug = chooseSlug(save, state, current);
  return { entry: makeEntry(save, { slug, schema, old }), fromOthers: [] };
}

/** Returns undefined if no one changed the edited version. */
async function mergeWithOthers(save: EntrySave, found: Found): Promise<MergedSave | undefined> {
  const { writer, input } = save;
  const base = input.base === undefined ? undefined : { blob: input.base, slug: input.baseSlug };
  if (base === undefined || isUnchanged(found.current, base)) return undefined;
  const { schema } = found;
  const applyEdit = (edited: Entry): Entry =>
    makeEntry(save, { slug: input.slug ?? edited.slug, schema, old: edited });
  return mergeSave(writer, base, { ...found, mine: applyEdit });
}

/** Parses the entry's current file; undefined if it cannot be read, in which case it is replaced. */
function readOld(ref: EntryRef, bytes: Uint8Array, state: TypeState): Entry | undefined {
  try {
    return parseEntryAt(bytes, ref, state);
  } catch {
    return undefined;
  }
}

function makeEntry(
  { writer, input, id }: EntrySave,
  { slug, schema, old }: { slug: string; schema: SchemaVersion; old: Entry | undefined },
): Entry {
  const publishAt = valueOrKept(input.publishAt, old?.publishAt);
  const unpublishAt = valueOrKept(input.unpublishAt, old?.unpublishAt);
  const sortOrder = valueOrKept(input.sortOrder, old?.sortOrder);
  return {
    id,
    type: input.type,
    slug,
    schema: schema.version,
    createdAt: input.createdAt ?? old?.createdAt ?? isoInstant(writer.now()),
    ...(publishAt === undefined ? {} : { publishAt }),
    ...(unpublishAt === undefined ? {} : { unpublishAt }),
    ...(sortOrder === undefined ? {} : { sortOrder }),
    values: input.values,
  };
}

function valueOrKept<T>(wanted: T | null | undefined, old: T | undefined): T | undefined {
  return wanted === undefined ? old : (wanted ?? undefined);
}

/** The version that an edit started from. */
interface EditedVersion {
  /** Its blob. */
  readonly blob: string;
  /** Slug of the entry in that version; without it, a rename by someone else is kept. */
  readonly slug: string | undefined;
}

interface MergeSave {
  readonly state: TypeState;
  readonly schema: SchemaVersion;
  /** The current entry. */
  readonly current: EntryRef | undefined;
  readonly old: Entry | undefined;
  /** Applies the edit to a version and returns the entry to save. */
  readonly mine: (base: Entry) => Entry;
}

interface MergedSave {
  readonly entry: Entry;
  /** API ids of fields, and system keys, that someone else changed in the meantime. */
  readonly fromOthers: readonly string[];
}

/** Whether an entry is still the version that the edit started from. */
function isUnchanged(current: EntryRef | undefined, base: EditedVersion): boolean {
  if (current?.blob !== base.blob) return false;
  return base.slug === undefined || base.slug === current.slug;
}

/**
 * Merges an edit with what was saved since it started.
 *
 * @throws CmsError `stale` if both changed the same field, the entry was deleted, or a version cannot be read
 */
async function mergeSave(
  writer: SiteWriter,
  base: EditedVersion,
  { state, schema, current, old, mine }: MergeSave,
): Promise<MergedSave> {
  const versions = { base: base.blob, current: current?.blob ?? null };
  if (current === undefined) {
    throw new CmsError("stale", "The entry was deleted by someone else.", { details: versions });
  }
  if (old === undefined) {
    const message =
      "Someone else changed the entry's file, and it cannot be read. Fix the file first.";
    throw new CmsError("stale", message, { details: versions });
  }
  const ref = { ...current, blob: base.blob, slug: base.slug ?? current.slug };
  const edited = await readBase(writer.repository, base.blob, (bytes) =>
    readEntryId(bytes) === current.id ? parseEntryAt(bytes, ref, state) : undefined,
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

/**
 * Returns the titles of all entries that an entry refers to, and the filenames of media. Reads them together, because
 * an entry refers to only a few others and the index has no titles.
 */
async function readTargetTitles(
  { repository, index }: SiteWriter,
  entries: readonly (Entry | undefined)[],
): Promise<TitleOf> {
  const site = index();
  const targets = findTargets(site, entries);
  if (targets.size === 0) return noTitle;
  const titles = new Map<string, string>();
  const files = await readFiles(repository, [...targets], ([, { blob }]) => blob);
  for (const [[id, { ref }], bytes] of files) {
    const read = ref === undefined ? () => fileName(bytes, id) : () => title(site, ref, bytes);
    // An unreadable target is no reason to reject an entry that refers to it.
    const found = readOr(read, ref?.slug);
    if (found !== undefined) titles.set(id, found);
  }
  return (id) => titles.get(id);
}

interface Target {
  readonly blob: string;
  /** Undefined for media. */
  readonly ref: EntryRef | undefined;
}

function findTargets(
  site: SiteIndex,
  entries: readonly (Entry | undefined)[],
): ReadonlyMap<string, Target> {
  const ids = new Set<string>();
  for (const entry of entries) if (entry !== undefined) addTargetIds(ids, entry.values);
  const targets = new Map<string, Target>();
  for (const id of ids) {
    const [ref] = site.entriesWithId(id);
    const blob = ref?.blob ?? site.media(id)?.blob;
    if (blob !== undefined) targets.set(id, { blob, ref });
  }
  return targets;
}

function noTitle(): undefined {
  return undefined;
}

function title(site: SiteIndex, ref: EntryRef, bytes: Uint8Array): string {
  const { path, slug, type: apiId } = ref;
  const state = site.typeState(apiId);
  const readBy = schemaOf(state);
  const entry = parseEntryFile(bytes, { path, slug, apiId, schemaOf: readBy });
  const schema = readBy(entry.schema);
  return schema === undefined ? slug : entryTitle(entry, schema);
}

function fileName(bytes: Uint8Array, id: string): string {
  return parseMediaFile(bytes, mediaPath(id)).filename;
}

/** Adds the ids of the entries and media in fields and rows. */
function addTargetIds(ids: Set<string>, values: EntryValues): void {
  for (const value of values.values()) {
    for (const item of isList(value) ? value : [value]) addTargetId(ids, item);
  }
}

function addTargetId(ids: Set<string>, item: SingleValue | Row): void {
  if (typeof item !== "object") return;
  if ("values" in item) addTargetIds(ids, item.values);
  else ids.add(item.id);
}
