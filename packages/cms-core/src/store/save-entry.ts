import { CmsError } from "../base/errors.ts";
import { isEntryId, newId } from "../base/ids.ts";
import { isoInstant } from "../base/instant.ts";
import { foldSlug } from "../base/slug.ts";
import { entryPath } from "../content/layout.ts";
import { validateEntry } from "../content/validate-entry.ts";
import { bodyField, type SchemaVersion } from "../model/content-type.ts";
import type { Entry, EntryValues } from "../model/entry.ts";
import { LIMITS } from "../model/limits.ts";
import { checkSlugFree, chooseSlug, type SlugClaims } from "./choose-slug.ts";
import { kindOf, type EntryRef, type TypeState } from "./file-facts.ts";
import { printedFrom, readKnownEntry } from "./known-files.ts";
import { isUnchanged, mergeSave, type MergedSave, type MergeSave } from "./merge-save.ts";
import { printOver, writtenAs, type PrintOver } from "./print-over.ts";
import type { SiteIndex } from "./site-index.ts";
import { withRetries, type Actor, type SiteWriter } from "./site-writer.ts";
import { readTargetTitles } from "./target-titles.ts";

/** An entry to write. What is left out stays as it is; null takes it away. */
export interface SaveEntry {
  /** API id of the content type. */
  readonly type: string;
  /** Of the entry to change, or the id that a new entry gets. An object type's entry needs none. */
  readonly id?: string;
  /** @default for a new entry, made of its first text that no other entry has */
  readonly slug?: string;
  /** All values, by internal field id. */
  readonly values: EntryValues;
  readonly createdAt?: string;
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
  readonly sortOrder?: number | null;
  /** The blob that the entry must have; null: there must be no such entry yet. */
  readonly expected?: string | null;
  /**
   * The blob of the version that was edited. What others saved since is merged with this edit, field by
   * field; only what both changed is refused.
   */
  readonly base?: string;
  /** The slug of the version that was edited, so that a rename by someone else is merged, too. */
  readonly baseSlug?: string;
}

export interface SaveOptions {
  readonly actor: Actor;
  /** @default says what was done to which entry */
  readonly message?: string;
  /** Besides `Loam-Site` and `Loam-Entry`; `Loam-Action` says what was done unless it is given. */
  readonly trailers?: Readonly<Record<string, string>>;
}

export interface SavedEntry {
  readonly entry: Entry;
  readonly ref: EntryRef;
  /** The commit that holds this version, or the newest one when nothing changed. */
  readonly commit: string;
  readonly changed: boolean;
  /** Whether someone else had changed the entry since `base`, and both changes are in it now. */
  readonly merged: boolean;
  /** API ids of the fields, and the system keys, that someone else changed. */
  readonly fromOthers: readonly string[];
}

interface Save {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: SaveEntry;
  readonly id: string;
  readonly options: SaveOptions;
}

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
  return writer.gate.shared(key, async () => {
    const id = isObject ? objectId(writer.index(), input) : key;
    return withRetries(writer, async () => attempt({ writer, claims, input, id, options }));
  });
}

/** @throws CmsError `content_type_not_found` */
export function requireType(index: SiteIndex, apiId: string): TypeState {
  const state = index.typeState(apiId);
  if (state !== undefined) return state;
  throw new CmsError("content_type_not_found", `There is no content type "${apiId}".`);
}

/**
 * The one entry with this id.
 *
 * @throws CmsError `conflict` when two files have it
 */
export function uniqueEntry(index: SiteIndex, id: string): EntryRef | undefined {
  const [ref, ...others] = index.entriesWithId(id);
  if (others.length === 0) return ref;
  const paths = index.entriesWithId(id).map(({ path }) => path);
  throw new CmsError("conflict", `Several files have the id ${id}: ${paths.join(", ")}.`, {
    details: { id, paths },
  });
}

/** @throws CmsError `stale` when the entry's file is not the expected one */
export function checkExpected(
  ref: EntryRef | undefined,
  expected: string | null | undefined,
): void {
  if (expected === undefined || expected === (ref?.blob ?? null)) return;
  throw new CmsError("stale", "The entry was changed meanwhile; read it again.", {
    details: { expected, current: ref?.blob ?? null },
  });
}

function objectId(index: SiteIndex, input: SaveEntry): string {
  return input.id ?? index.entryWithSlug(input.type, input.type)?.id ?? newId("entry");
}

async function attempt(save: Save): Promise<SavedEntry> {
  const { writer, claims, input, id } = save;
  const index = writer.index();
  const known = index.head;
  const state = requireType(index, input.type);
  const schema = requireSchema(state);
  const current = uniqueEntry(index, id);
  if (current !== undefined && current.type !== input.type) {
    throw new CmsError("id_taken", `An entry of "${current.type}" has the id ${id}.`);
  }
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
    const saved = await write(save, plan);
    return { ...saved, merged: fromOthers.length > 0, fromOthers };
  } finally {
    claims.delete(claim);
  }
}

type Found = Pick<MergeSave, "state" | "schema" | "current" | "old">;

function asAsked(save: Save, { state, schema, current, old }: Found): MergedSave {
  const slug = chooseSlug(save, state, current);
  return { entry: makeEntry(save, { slug, schema, old }), fromOthers: [] };
}

/** Undefined when nobody changed the version that was edited. */
async function mergeWithOthers(save: Save, found: Found): Promise<MergedSave | undefined> {
  const { writer, input } = save;
  const base = input.base === undefined ? undefined : { blob: input.base, slug: input.baseSlug };
  if (base === undefined || isUnchanged(found.current, base)) return undefined;
  const { schema } = found;
  const mine = (edited: Entry): Entry =>
    makeEntry(save, { slug: input.slug ?? edited.slug, schema, old: edited });
  return mergeSave(writer, base, { ...found, mine });
}

interface Written {
  readonly known: string;
  readonly entry: Entry;
  readonly state: TypeState;
  readonly schema: SchemaVersion;
  readonly current: EntryRef | undefined;
  readonly texts: Omit<PrintOver, "schema" | "written">;
}

async function write(
  save: Save,
  plan: Written,
): Promise<Omit<SavedEntry, "merged" | "fromOthers">> {
  const { writer, options } = save;
  const { entry, current, schema, texts } = plan;
  const index = writer.index();
  const written = writtenAs(texts.old, current, plan.state);
  const bytes = printOver(entry, { schema, written, ...texts });
  if (bytes.length > LIMITS.fileBytes) {
    throw new CmsError(
      "too_large",
      `The entry's file would have ${bytes.length} bytes; at most ${LIMITS.fileBytes} are kept.`,
    );
  }
  const path = choosePath(index, plan);
  const blob = writer.repository.hashBlob(bytes);
  const ref: EntryRef = { id: entry.id, type: entry.type, slug: entry.slug, path, blob };
  if (current !== undefined && current.path === path && current.blob === blob) {
    return { entry, ref: current, commit: index.head, changed: false };
  }
  const files = new Map<string, Uint8Array | null>([[path, bytes]]);
  if (current !== undefined && current.path !== path) files.set(current.path, null);
  const made = await writer.commit(
    {
      files,
      actor: options.actor,
      message: options.message ?? describe(entry, current),
      trailers: {
        "Loam-Entry": entry.id,
        "Loam-Action": actionOf(entry, current),
        ...options.trailers,
      },
    },
    plan.known,
    (now) => {
      if (current !== undefined && current.path !== path) now.remove(current.path);
      now.putSaved(ref);
    },
  );
  return { entry, ref, commit: made.commit, changed: true };
}

function requireSchema(state: TypeState): SchemaVersion {
  if (state.latest !== undefined) return state.latest;
  const message = `Publish the schema of "${state.type.apiId}" first: entries are written against it.`;
  throw new CmsError("invalid_schema", message);
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
  { writer, input, id }: Save,
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

/** A file stays in its folder; a new one goes where the type's size says. */
function choosePath(index: SiteIndex, { entry, schema, current }: Written): string {
  const extension = bodyField(schema) === undefined ? ".yml" : ".md";
  if (current?.slug === entry.slug && current.path.endsWith(extension)) return current.path;
  const sharded = index.countEntries(entry.type) >= LIMITS.flatFolderEntries;
  const path = entryPath({
    site: index.site,
    type: schema,
    slug: entry.slug,
    sharded,
    id: entry.id,
  });
  if (current === undefined || schema.kind === "object") return path;
  const folder = current.path.slice(0, current.path.lastIndexOf("/") + 1);
  return folder + path.slice(path.lastIndexOf("/") + 1);
}

function actionOf(entry: Entry, current: EntryRef | undefined): string {
  if (current === undefined) return "create";
  return current.slug === entry.slug ? "update" : "rename";
}

function describe(entry: Entry, current: EntryRef | undefined): string {
  const name = `${entry.type}/${entry.slug}`;
  if (current === undefined) return `Create ${name}`;
  if (current.slug === entry.slug) return `Update ${name}`;
  return `Rename ${current.type}/${current.slug} to ${name}`;
}
