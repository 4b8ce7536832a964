import { FOLDER_SIGN } from "../../../base/slug.ts";
import { slugify } from "../../../base/slugify.ts";
import type { Layout } from "../frameworks/framework.ts";
import type { SourceDocument } from "../source/read-document.ts";
import {
  ADDRESS_KEYS,
  dateInPath,
  type FoundKeys,
  isHeldByKey,
  parseSourceInstant,
  permalinkSlug,
  type SourceMap,
  type SourceValue,
} from "../source/source-keys.ts";
import { addressOf, type PageAddress } from "./page-address.ts";
import type { Place } from "./place-file.ts";

/** Keys by which a file says its language itself. */
const LANGUAGE_KEYS = ["language", "lang", "locale"];
const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/** An entry file as read, before its fields have types. */
export interface SourceEntry extends PageAddress {
  readonly place: Place;
  readonly document: SourceDocument;
  /** Front matter without what became a system key. */
  readonly values: SourceMap;
  /** Slugs that would do, the best first; at least one. They are made unique later. */
  readonly wantedSlugs: readonly string[];
  /**
   * Where the first of them comes from: from the file itself, as its slug or the end of its address, or from the
   * route of its type, by which it keeps its address.
   */
  readonly slugGiven: "slug" | "address" | "route" | undefined;
  /** ISO 8601 UTC with milliseconds, where the file or its name has a date. */
  readonly date: string | undefined;
  readonly updated: string | undefined;
  readonly draft: boolean;
  /** Hugo's publishDate and expiryDate, where a file has them. */
  readonly publishFrom: string | undefined;
  readonly publishUntil: string | undefined;
}

interface OpenedFile {
  readonly layout: Layout;
  readonly place: Place;
  readonly document: SourceDocument;
  /** Its front matter with tables such as `extra` opened. */
  readonly opened: SourceMap;
  /** Its slug has the folders of the file, because the route of its type has `{path}`. */
  readonly keepsFolders: boolean;
}

/** Takes what the system keeps out of an entry's front matter. */
export function makeSourceEntry(
  { place, document, opened, keepsFolders, layout }: OpenedFile,
  keys: FoundKeys,
): SourceEntry {
  const values = new Map(opened);
  const draft = takeDraft(values, keys);
  const date = takeDate(values, keys.date) ?? dateOfName(place) ?? dateOfAddress(opened);
  const updated = instantAt(values, keys.updated);
  addPlace(values, place);
  return {
    place,
    document,
    values,
    ...slugsOf({ values, opened, place, keepsFolders }, keys),
    ...addressOf({ ...place, date, front: document.values }, { place, layout }),
    date,
    updated,
    publishFrom: instantAt(values, "publishDate"),
    publishUntil: instantAt(values, "expiryDate") ?? instantAt(values, "unpublishDate"),
    draft: draft || place.draft,
  };
}

/** The instant at a date key; a value that is no date stays a field's value. */
function takeDate(values: Map<string, unknown>, key: string | undefined): string | undefined {
  const instant = instantAt(values, key);
  if (instant !== undefined && key !== undefined) values.delete(key);
  return instant;
}

function instantAt(
  values: ReadonlyMap<string, unknown>,
  key: string | undefined,
): string | undefined {
  const value = key === undefined ? undefined : values.get(key);
  return typeof value === "string" ? parseSourceInstant(value) : undefined;
}

function dateOfName({ date, key }: Place): string | undefined {
  return parseSourceInstant(date ?? "") ?? dateInPath(key);
}

/** The date in an address that the file gives itself: `2018/03/29/Rust-1.25`. */
function dateOfAddress(values: SourceMap): string | undefined {
  for (const key of ADDRESS_KEYS) {
    const value = values.get(key);
    const date = typeof value === "string" ? dateInPath(value) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

function takeDraft(values: Map<string, SourceValue>, { drafts, date }: FoundKeys): boolean {
  // A `published: 2024-05-06` beside a `published: false` is the date's to take.
  const held = drafts.map((key) => isHeldByKey(values, key));
  for (const { key, kept } of drafts) if (!kept && key !== date) values.delete(key);
  return held.includes(true);
}

/** The slug that the front matter gives; where the address will differ, what was written stays a field. */
function takeSlug(values: Map<string, unknown>, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : values.get(key);
  if (key === undefined || typeof value !== "string" || value.trim() === "") return undefined;
  const slug = slugOfKey(value.replaceAll(/^\/+|\/+$/g, ""));
  if (slug === value) values.delete(key);
  return slug;
}

/** A page says its language and its topic by its folder; whoever edits it must see them. */
function addPlace(values: Map<string, SourceValue>, { language, folder }: Place): void {
  if (language !== undefined && !LANGUAGE_KEYS.some((key) => values.has(key))) {
    values.set("language", language);
  }
  if (folder !== undefined && !values.has("folder")) values.set("folder", folder);
}

interface SlugParts {
  readonly values: Map<string, SourceValue>;
  readonly opened: SourceMap;
  readonly place: Place;
  readonly keepsFolders: boolean;
}

function slugsOf(
  { values, opened, place, keepsFolders }: SlugParts,
  keys: FoundKeys,
): Pick<SourceEntry, "wantedSlugs" | "slugGiven"> {
  const given = takeSlug(values, keys.slug);
  const own = keepsFolders ? [slugWithFolders(place)] : slugsOfKey(place);
  if (given !== undefined) {
    const spoken = slugOfKey([...prefixOf(place), given].join("/"));
    return { wantedSlugs: unique([given, spoken, ...own]), slugGiven: "slug" };
  }
  const linked = permalinkSlug(opened);
  if (linked === undefined) return { wantedSlugs: own, slugGiven: undefined };
  return { wantedSlugs: unique([linked, ...own]), slugGiven: "address" };
}

/** The name, then with more and more of its folders: the first that no other entry wants is taken. */
function slugsOfKey(place: Place): string[] {
  const parts = partsOf(place);
  const prefix = prefixOf(place);
  const tails = parts.map((_, index) => parts.slice(parts.length - 1 - index));
  return unique(tails.map((tail) => slugOfKey([...prefix, ...tail].join("/"))));
}

/** `guides~start`, of `guides/start.md`: what a route with `{path}` makes `guides/start` of. */
function slugWithFolders(place: Place): string {
  return [...prefixOf(place), ...partsOf(place)].map(slugOfKey).join(FOLDER_SIGN);
}

/** A README is the index of its folder. */
function partsOf({ key }: Place): string[] {
  return (key === "index" ? "home" : key.replace(/(?<=.)\/readme$/i, "")).split("/");
}

function prefixOf({ language, translated }: Place): readonly string[] {
  return translated && language !== undefined ? [language] : [];
}

function unique(slugs: readonly string[]): string[] {
  return [...new Set(slugs)];
}

/** Folders are joined to the name by hyphens. */
function slugOfKey(key: string): string {
  // What most keys are already; with a hyphen it is neither an id nor a reserved name.
  if (key.length < 100 && PLAIN_SLUG.test(key)) return key;
  return slugify(key.replaceAll("/", "-"));
}
