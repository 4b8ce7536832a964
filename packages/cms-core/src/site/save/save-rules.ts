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

/** An entry to save. Omitted properties stay; null removes one. */
export interface SaveEntry {
  /** API id of the content type. */
  readonly type: string;
  /** Id of the entry to change, or for a new entry. Not needed for an object type. */
  readonly id?: string;
  /** @default for a new entry, derived from its first text and made unique */
  readonly slug?: string;
  /** All values, by internal field id. */
  readonly values: EntryValues;
  readonly createdAt?: string;
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
  readonly sortOrder?: number | null;
  /** Blob that the entry must have; null: the entry must not exist yet. */
  readonly expected?: string | null;
  /** Former path of the file with this slug, to which it returns. */
  readonly place?: string;
  /**
   * Blob of the edited version. Changes that others saved since are merged field by field; only conflicting changes are
   * rejected.
   */
  readonly base?: string;
  /** Slug of the edited version, so that a rename by someone else is also merged. */
  readonly baseSlug?: string;
}

export interface SaveOptions {
  readonly actor: Actor;
  /** @default describes the action and the entry */
  readonly message?: string;
  /** In addition to `Loam-Site` and `Loam-Entry`. `Loam-Action` is set automatically if it isn't included. */
  readonly trailers?: Readonly<Record<string, string>>;
}

export interface SavedEntry {
  readonly entry: Entry;
  readonly ref: EntryRef;
  /** Commit that contains this version, or the newest one if nothing changed. */
  readonly commit: string;
  readonly changed: boolean;
  /** Whether someone else had changed the entry since `base`, and both changes were merged. */
  readonly merged: boolean;
  /** API ids of the fields, and the system keys, that someone else changed. */
  readonly fromOthers: readonly string[];
}

/** A save in progress. */
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
 * Returns the only entry with this id.
 *
 * @throws CmsError `conflict` if two files have it
 */
export function uniqueEntry(index: SiteIndex, id: string): EntryRef | undefined {
  const [ref, ...others] = index.entriesWithId(id);
  if (others.length === 0) return ref;
  const paths = index.entriesWithId(id).map(({ path }) => path);
  throw new CmsError("conflict", `Several files have the ID ${id}: ${paths.join(", ")}.`, {
    details: { id, paths },
  });
}

/** @throws CmsError `stale` if the entry's file isn't the expected one */
export function checkExpected(
  ref: EntryRef | undefined,
  expected: string | null | undefined,
): void {
  if (expected === undefined || expected === (ref?.blob ?? null)) return;
  throw new CmsError("stale", "Someone else changed the entry. Read it again, then retry.", {
    details: { expected, current: ref?.blob ?? null },
  });
}

/** @throws CmsError `invalid_schema` if no version was published yet */
export function requireSchema(state: TypeState): SchemaVersion {
  if (state.latest !== undefined) return state.latest;
  const message = `The schema of "${state.type.apiId}" has not been published. Publish it before creating entries.`;
  throw new CmsError("invalid_schema", message);
}

/** A conflict in JSON form, with maps of values as objects. */
export interface StaleConflict {
  /** Path of the field by API id, `faq[r4k1].answer` in a row; empty for the whole entry. */
  readonly path: string;
  readonly base: unknown;
  /** Value in the rejected save. */
  readonly ours: unknown;
  /** Current value. */
  readonly theirs: unknown;
}

interface Refused {
  readonly base: string;
  readonly current: string | null;
  /** The merged entry; unresolved fields have one of the two values. */
  readonly merged?: unknown;
}

/**
 * Error for a save that conflicts with later changes. `details.conflicts` lists each field with its three values. The
 * user resolves them and saves again based on `details.current`.
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
    return {
      path,
      base: toPlainValue(base),
      ours: toPlainValue(ours),
      theirs: toPlainValue(theirs),
    };
  });
  const details = {
    ...versions,
    conflicts: plainConflicts,
    ...(merged !== undefined && { merged: toPlainValue(merged) }),
  };
  return new CmsError("stale", message, { details });
}

function toPlainValue(value: unknown): unknown {
  if (value === undefined) return null;
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, toPlainValue(item)]));
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainValue(item)]));
}

/**
 * Returns when each entry was last saved, by id: the time of the last commit on `main` that changed its file. Times of
 * entries not saved by this process are read from the history once, together.
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
    // Not cached if someone saved the entry or pushed in the meantime.
    if (writer.index().head === commit) times.set(path, time);
  }
  const found = new Map<string, string>();
  for (const { id, path } of refs) {
    const time = known.get(path);
    if (time !== undefined) found.set(id, isoInstant(new Date(time)));
  }
  return found;
}

/** Slugs claimed by saves in progress, so that two saves cannot use the same one. */
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

/** Returns the requested slug, the entry's current one, or an unused one derived from its first text. */
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

/** Returns the slug of a title, with a number appended if it is taken. */
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

/**
 * Returns an unreadable file that a new entry would overwrite. An entry with an id can overwrite it, because it is
 * being restored and repairs the file.
 */
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
