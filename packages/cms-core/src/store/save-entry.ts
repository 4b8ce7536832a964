import { CmsError } from "../base/errors.ts";
import { isEntryId, newId } from "../base/ids.ts";
import { isoInstant } from "../base/instant.ts";
import { foldSlug } from "../base/slug.ts";
import { validateEntry } from "../content/validate-entry.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { checkSlugFree, chooseSlug, type SlugClaims } from "./choose-slug.ts";
import { kindOf, type EntryRef, type TypeState } from "./file-facts.ts";
import { printedFrom, readKnownEntry } from "./known-files.ts";
import { isUnchanged, mergeSave, type MergedSave, type MergeSave } from "./merge-save.ts";
import { checkExpected, requireSchema, requireType, uniqueEntry } from "./require-entry.ts";
import type { EntrySave, SavedEntry, SaveEntry, SaveOptions } from "./save-options.ts";
import type { SiteIndex } from "./site-index.ts";
import { withRetries, type SiteWriter } from "./site-writer.ts";
import { readTargetTitles } from "./target-titles.ts";
import { writeEntry } from "./write-entry.ts";

/**
 * Validates an entry and writes it as one durable commit: in place into its file, to a new path
 * when its slug changed. Without a change there is no commit.
 *
 * @throws CmsError `invalid_entry` with every issue, `slug_taken`, `id_taken`, `stale` (the entry
 * is not at `expected`, or what was saved since `base` changed the same: `details.conflicts` has base,
 * ours and theirs of each field), `content_type_not_found`, `invalid_schema` (nothing published yet)
 */
export async function saveEntry(
  writer: SiteWriter,
  claims: SlugClaims,
  { input, options }: { readonly input: SaveEntry; readonly options: SaveOptions },
): Promise<SavedEntry> {
  if (input.id !== undefined && !isEntryId(input.id)) {
    throw new CmsError("invalid_entry", "The id is not an entry id.", {
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
  const last = current && previous && printedFrom(previous, current, schema);
  const old = last ?? (current && previous && readOld(current, previous, state));
  const printed = last !== undefined;
  const found = { state, schema, current, old };
  // From the choice of a slug to its claim nothing is awaited.
  const { entry, fromOthers } = (await mergeWithOthers(save, found)) ?? asAsked(save, found);
  const { slug } = entry;
  const issues = validateEntry(entry, schema, { mode: "save" });
  if (issues.length > 0)
    throw new CmsError("invalid_entry", "The entry breaks its schema.", { issues });
  const claim = `${input.type}/${foldSlug(slug)}`;
  checkSlugFree(save, slug, claim);
  claims.add(claim);
  try {
    const titleOf = await readTargetTitles(writer, [entry, old]);
    const texts = { previous, old, printed, titleOf };
    const plan = { known, entry, state, schema, current, texts };
    const saved = await writeEntry(save, plan);
    return { ...saved, merged: fromOthers.length > 0, fromOthers };
  } finally {
    claims.delete(claim);
  }
}

/** @throws CmsError `id_taken` for an entry of another type, or any where a new one is to have the id */
function checkId(current: EntryRef | undefined, { id, type, expected }: SaveEntry): void {
  if (current === undefined) return;
  const isNew = expected === null && id !== undefined;
  if (current.type === type && !isNew) return;
  throw new CmsError("id_taken", `An entry of "${current.type}" has the id ${current.id}.`);
}

type Found = Pick<MergeSave, "state" | "schema" | "current" | "old">;

function asAsked(save: EntrySave, { state, schema, current, old }: Found): MergedSave {
  const slug = chooseSlug(save, state, current);
  return { entry: makeEntry(save, { slug, schema, old }), fromOthers: [] };
}

/** Undefined when nobody changed the version that was edited. */
async function mergeWithOthers(save: EntrySave, found: Found): Promise<MergedSave | undefined> {
  const { writer, input } = save;
  const base = input.base === undefined ? undefined : { blob: input.base, slug: input.baseSlug };
  if (base === undefined || isUnchanged(found.current, base)) return undefined;
  const { schema } = found;
  const mine = (edited: Entry): Entry =>
    makeEntry(save, { slug: input.slug ?? edited.slug, schema, old: edited });
  return mergeSave(writer, base, { ...found, mine });
}

/** The entry as its file holds it; undefined when the file cannot be read: it is then replaced. */
function readOld(ref: EntryRef, bytes: Uint8Array, state: TypeState): Entry | undefined {
  try {
    return readKnownEntry(bytes, ref, state);
  } catch {
    return undefined;
  }
}

function makeEntry(
  { writer, input, id }: EntrySave,
  { slug, schema, old }: { slug: string; schema: SchemaVersion; old: Entry | undefined },
): Entry {
  const publishAt = keepOr(input.publishAt, old?.publishAt);
  const unpublishAt = keepOr(input.unpublishAt, old?.unpublishAt);
  const sortOrder = keepOr(input.sortOrder, old?.sortOrder);
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

function keepOr<T>(wanted: T | null | undefined, old: T | undefined): T | undefined {
  return wanted === undefined ? old : (wanted ?? undefined);
}
