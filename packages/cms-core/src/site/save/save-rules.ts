import { CmsError } from "../../base/errors.ts";
import { isoInstant } from "../../base/instant.ts";
import { foldSlug } from "../../base/slug.ts";
import { slugify } from "../../base/slugify.ts";
import { titleIn } from "../../content/entry/print-entry.ts";
import { namesHaveDays } from "../../content/site/layout.ts";
import type { MergeConflict } from "../../merge/sequence/conflict.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry, EntryValues } from "../../model/entry.ts";
import type { SiteConfig } from "../../model/site.ts";
import { type EntryRef, kindOf, type TypeState } from "../read/file-facts.ts";
import type { SiteIndex } from "../read/site-index.ts";
import type { Actor, SiteWriter } from "./site-writer.ts";

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
  /** Where the file was when the entry had this slug: it returns there. */
  readonly place?: string;
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

/** A save that is under way. */
export interface EntrySave {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: SaveEntry;
  readonly id: string;
  readonly options: SaveOptions;
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
  throw new CmsError("conflict", `Several files have the ID ${id}: ${paths.join(", ")}.`, {
    details: { id, paths },
  });
}

/** @throws CmsError `stale` when the entry's file is not the expected one */
export function checkExpected(
  ref: EntryRef | undefined,
  expected: string | null | undefined,
): void {
  if (expected === undefined || expected === (ref?.blob ?? null)) return;
  throw new CmsError("stale", "Someone else changed the entry. Read it again, then retry.", {
    details: { expected, current: ref?.blob ?? null },
  });
}

/** @throws CmsError `invalid_schema` while none was published */
export function requireSchema(state: TypeState): SchemaVersion {
  if (state.latest !== undefined) return state.latest;
  const message = `The schema of "${state.type.apiId}" has not been published. Publish it before creating entries.`;
  throw new CmsError("invalid_schema", message);
}

/** A conflict as JSON can say it: maps of values as objects. */
export interface StaleConflict {
  /** The field by its API id, `faq[r4k1].answer` in a row; empty for the whole. */
  readonly path: string;
  readonly base: unknown;
  /** What the save that was refused has there. */
  readonly ours: unknown;
  /** What stands there now. */
  readonly theirs: unknown;
}

interface Refused {
  readonly base: string;
  readonly current: string | null;
  /** What the rest of the two is together; undecided places have one of the two values. */
  readonly merged?: unknown;
}

/**
 * The error of a save that cannot be merged with what was saved meanwhile. `details.conflicts` names
 * each field with its three values: whoever saved decides, and saves again from `details.current`.
 */
export function staleConflict(
  what: string,
  { merged, ...versions }: Refused,
  conflicts: readonly MergeConflict[],
): CmsError {
  const names = conflicts.map(({ path }) => path).filter((path) => path !== "");
  const where = names.length === 0 ? "" : ` in ${names.slice(0, 5).join(", ")}`;
  const message = `Someone else changed the ${what}${where}. Resolve the conflict, then save again.`;
  const plainConflicts = conflicts.map(({ path, base, ours, theirs }): StaleConflict => {
    return { path, base: plain(base), ours: plain(ours), theirs: plain(theirs) };
  });
  const details = {
    ...versions,
    conflicts: plainConflicts,
    ...(merged !== undefined && { merged: plain(merged) }),
  };
  return new CmsError("stale", message, { details });
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/**
 * When each of these entries was last saved, by id: the time of the last commit on `main` that
 * changed its file. What was not saved here is read from the history once, in one go.
 */
export async function readUpdatedAt(
  writer: SiteWriter,
  refs: readonly EntryRef[],
): Promise<ReadonlyMap<string, string>> {
  const { times, repository } = writer;
  const index = writer.index();
  const commit = index.head;
  const known = new Map<string, number>();
  const paths = new Set<string>();
  for (const { path } of refs) {
    const time = times.get(path);
    if (time === undefined) paths.add(path);
    else known.set(path, time);
  }
  for (const [path, time] of await repository.lastChanges(commit, { paths })) {
    known.set(path, time);
    // Not kept when someone saved it meanwhile, or the site was pushed to.
    if (writer.index().head === commit) times.set(path, time);
  }
  const found = new Map<string, string>();
  for (const { id, path } of refs) {
    const time = known.get(path);
    if (time !== undefined) found.set(id, isoInstant(new Date(time)));
  }
  return found;
}

/** Slugs that saves under way will take, so that two of them cannot take the same. */
export type SlugClaims = Set<string>;

interface SlugWish {
  readonly writer: SiteWriter;
  readonly claims: SlugClaims;
  readonly input: {
    readonly id?: string;
    readonly type: string;
    readonly slug?: string;
    readonly values: EntryValues;
  };
  readonly id: string;
}

/** The slug that is asked for, that the entry has, or one made of its first text that nobody has. */
export function chooseSlug(
  save: SlugWish,
  state: TypeState,
  current: EntryRef | undefined,
): string {
  const { input } = save;
  if (kindOf(state) === "object") return input.type;
  if (input.slug !== undefined) return input.slug;
  if (current !== undefined) return current.slug;
  const title = state.latest === undefined ? undefined : titleIn(input.values, state.latest);
  const { site } = save.writer.index();
  return freeSlug(title ?? "", {
    site,
    type: input.type,
    now: save.writer.now(),
    isUnused: (slug) => isFree(save, slug, `${input.type}/${foldSlug(slug)}`),
  });
}

interface FreeSlug {
  readonly site: SiteConfig;
  /** API id. */
  readonly type: string;
  readonly now: Date;
  readonly isUnused: (slug: string) => boolean;
}

/** The slug of a title, with a number behind it where others have it. */
export function freeSlug(title: string, { site, type, now, isUnused }: FreeSlug): string {
  const named = slugify(title);
  const hasDay = namesHaveDays(site, type) && !/^\d{4}-\d{2}-\d{2}-/.test(named);
  const base = hasDay ? slugify(`${isoInstant(now).slice(0, 10)}-${named}`) : named;
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : slugify(`${base.slice(0, 180)}-${number}`);
    if (isUnused(slug)) return slug;
  }
}

function isFree(save: SlugWish, slug: string, claim: string): boolean {
  const { writer, claims, input, id } = save;
  const owner = writer.index().entryWithSlug(input.type, slug);
  const free = owner === undefined ? unreadFile(save, slug) === undefined : owner.id === id;
  return free && !claims.has(claim);
}

/** What a new entry would be written over; an entry that has an id, and is brought back, mends it. */
function unreadFile({ writer, input }: SlugWish, slug: string): string | undefined {
  if (input.id !== undefined) return undefined;
  const folded = foldSlug(slug);
  return writer
    .index()
    .unreadFiles(input.type)
    .find((file) => foldSlug(file.slug) === folded)?.path;
}

/** @throws CmsError `slug_taken` */
export function checkSlugFree(save: SlugWish, slug: string, claim: string): void {
  if (isFree(save, slug, claim)) return;
  const path = unreadFile(save, slug);
  if (path !== undefined) {
    const message = `${path} already exists and cannot be read. Fix the file, or use another slug.`;
    throw new CmsError("slug_taken", message, { details: { type: save.input.type, slug } });
  }
  throw new CmsError(
    "slug_taken",
    `Another entry of "${save.input.type}" already has the slug "${slug}".`,
    {
      details: { type: save.input.type, slug },
    },
  );
}
