import { FOLDER_SIGN } from "../../../base/slug.ts";
import { slugify } from "../../../base/slugify.ts";
import type { Layout, Page } from "../frameworks/framework.ts";
import type { SourceDocument } from "../source/read-document.ts";
import { dateInPath, parseSourceInstant } from "../source/source-dates.ts";
import {
  URL_KEYS,
  type FoundKeys,
  permalinkSlug,
  type SourceMap,
  type SourceValue,
} from "../source/source-keys.ts";
import { frameworkOf } from "./find-project.ts";
import {
  urlDay,
  type DateRules,
  instantOf,
  type PageState,
  readPageState,
  writtenDate,
} from "./page-state.ts";
import type { Place } from "./place-file.ts";

/** Keys with the language of a file. */
const LANGUAGE_KEYS = ["language", "lang", "locale"];
const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/** URL path of a file's page on the old site. */
interface PageUrl {
  /** Possible URL paths, without the language, most likely first. */
  readonly urlPaths: readonly string[];
  /** The page's URL path with its language, such as `/fr/blog/trip/`. */
  readonly urlPath: string;
  /** Whether it is certain rather than a guess. */
  readonly sure: boolean;
}

/** An entry file before its fields have types. */
export interface SourceEntry extends PageUrl {
  readonly place: Place;
  readonly document: SourceDocument;
  /** Front matter without the keys that became system values. */
  readonly values: SourceMap;
  /** Possible slugs, best first; at least one. They are made unique later. */
  readonly wantedSlugs: readonly string[];
  /**
   * Source of the first slug: the file's own slug, the end of its URL path, or the route of its type, which keeps its
   * URL.
   */
  readonly slugGiven: "slug" | "url" | "route" | undefined;
  /** ISO 8601 UTC with milliseconds; undefined if neither the file nor its name has a date. */
  readonly date: string | undefined;
  /** `YYYY-MM-DD` in the time zone of its site, as used in URLs. */
  readonly day: string | undefined;
  readonly updated: string | undefined;
  readonly state: PageState;
  /** Keys of inherited values, in lowercase. */
  readonly inherited: ReadonlySet<string>;
}

interface OpenedFile {
  readonly layout: Layout;
  readonly place: Place;
  readonly document: SourceDocument;
  /** Its front matter with tables such as `extra` expanded. */
  readonly opened: SourceMap;
  /** The same with all inherited values, including those only for the generator. */
  readonly stated: SourceMap;
  readonly inherited: ReadonlySet<string>;
  /** Whether its slug contains the file's folders, because the route of its type has `{path}`. */
  readonly keepsFolders: boolean;
}

/** Separates system values from an entry's front matter. */
export function makeSourceEntry(
  { place, document, opened, stated, inherited, keepsFolders, layout }: OpenedFile,
  keys: FoundKeys,
): SourceEntry {
  const values = new Map(opened);
  takeDraft(values, keys);
  const updated = instantOf(values.get(keys.updated ?? ""), layout);
  const written = takeDate(values, keys, layout);
  const date = instantOf(written, layout) ?? dateOfName(place) ?? dateInUrl(opened);
  const own = written === undefined ? undefined : urlDay(written, layout);
  const day = own ?? date?.slice(0, 10);
  addPlace(values, place);
  return {
    place,
    document,
    values,
    ...slugsOf({ values, opened, place, keepsFolders }, keys),
    ...pageUrl({ ...place, date: day, front: stated }, { place, layout }),
    date,
    day,
    updated,
    inherited,
    state: readPageState(
      { values: stated, date, isOff: place.draft, path: place.path },
      keys,
      layout,
    ),
  };
}

/**
 * Removes and returns the date as written. A value that isn't a date stays a field's value, and so does the date of a
 * rare key.
 */
function takeDate(
  values: Map<string, SourceValue>,
  keys: FoundKeys,
  rules: DateRules,
): string | undefined {
  const found = writtenDate(values, keys, rules);
  const { date: key } = keys;
  if (key !== undefined && found?.key.toLowerCase() === key.toLowerCase()) values.delete(key);
  return found?.text;
}

function dateOfName({ date, key }: Place): string | undefined {
  return parseSourceInstant(date ?? "") ?? dateInPath(key);
}

/** Returns the date in a URL path that the file sets itself: `2018/03/29/Rust-1.25`. */
function dateInUrl(values: SourceMap): string | undefined {
  for (const key of URL_KEYS) {
    const value = values.get(key);
    const date = typeof value === "string" ? dateInPath(value) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

function takeDraft(values: Map<string, SourceValue>, { drafts, date }: FoundKeys): void {
  // Next to `published: false` in one file, `published: 2024-05-06` in another is a date.
  for (const { key, staysField } of drafts) if (!staysField && key !== date) values.delete(key);
}

/** Returns the slug in front matter. If it had to be changed, the original stays a field value. */
function takeSlug(values: Map<string, unknown>, key: string | undefined): string | undefined {
  const value = key === undefined ? undefined : values.get(key);
  if (key === undefined || typeof value !== "string" || value.trim() === "") return undefined;
  const slug = slugOfKey(value.replaceAll(/^\/+|\/+$/g, ""));
  if (slug === value) values.delete(key);
  return slug;
}

/** Adds the language and topic that follow from a page's folder, so that editors see them. */
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
  const ownSlug = takeSlug(values, keys.slug);
  const own = keepsFolders ? [slugWithFolders(place)] : slugsOfKey(place);
  if (ownSlug !== undefined) {
    const prefixed = slugOfKey([...prefixOf(place), ownSlug].join("/"));
    return { wantedSlugs: unique([ownSlug, prefixed, ...own]), slugGiven: "slug" };
  }
  const linked = permalinkSlug(opened);
  if (linked === undefined) return { wantedSlugs: own, slugGiven: undefined };
  return { wantedSlugs: unique([linked, ...own]), slugGiven: "url" };
}

/** Returns the name, then the name with more and more of its folders. The first unique one is used. */
function slugsOfKey(place: Place): string[] {
  const parts = partsOf(place);
  const prefix = prefixOf(place);
  const tails = parts.map((_, index) => parts.slice(parts.length - 1 - index));
  return unique(tails.map((tail) => slugOfKey([...prefix, ...tail].join("/"))));
}

/**
 * Returns the slug with folders, such as `guides~start` for `guides/start.md`. A route with `{path}` turns it into
 * `guides/start`.
 */
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

/** Joins the folders and the name with hyphens. */
function slugOfKey(key: string): string {
  // Most keys are already valid. A key with a hyphen is neither an id nor a reserved name.
  if (key.length < 100 && PLAIN_SLUG.test(key)) return key;
  return slugify(key.replaceAll("/", "-"));
}

/** Returns the URL paths of a page according to its framework. */
function pageUrl(
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): PageUrl {
  const { urlPaths, isSure } = frameworkOf(layout);
  const made = urlPaths(page, layout);
  const [first = "/"] = made;
  const sure = !place.data && (isSure?.(page, layout) ?? true);
  return { urlPaths: made, urlPath: withLanguage(first, page, { place, layout }), sure };
}

/** Adds the language of a page to a URL path at the framework's position. */
function withLanguage(
  urlPath: string,
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): string {
  const { urlPaths, languageInPlace = false } = frameworkOf(layout);
  const { whole, inside, collection } = page;
  const isFolder = whole !== inside;
  // A language folder inside a section is an ordinary folder.
  if (isFolder && (languageInPlace || whole.split("/")[0] === inside.split("/")[0])) {
    const key = whole.startsWith(`${collection}/`) ? whole.slice(collection.length + 1) : whole;
    return urlPaths({ ...page, inside: whole, key }, layout)[0] ?? urlPath;
  }
  const { language = layout.mainLanguage, translated } = place;
  const isSpoken = language !== undefined && (translated || layout.mainInPath);
  return isSpoken ? `/${language}${urlPath}` : urlPath;
}
