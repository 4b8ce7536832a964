import { FOLDER_SIGN } from "../../../base/slug.ts";
import { slugify } from "../../../base/slugify.ts";
import type { Layout, Page } from "../frameworks/framework.ts";
import type { SourceDocument } from "../source/read-document.ts";
import { dateInPath, parseSourceInstant } from "../source/source-dates.ts";
import {
  ADDRESS_KEYS,
  type FoundKeys,
  permalinkSlug,
  type SourceMap,
  type SourceValue,
} from "../source/source-keys.ts";
import { frameworkOf } from "./find-project.ts";
import {
  addressDay,
  type DateRules,
  instantOf,
  type PageState,
  readPageState,
  writtenDate,
} from "./page-state.ts";
import type { Place } from "./place-file.ts";

/** Keys by which a file says its language itself. */
const LANGUAGE_KEYS = ["language", "lang", "locale"];
const PLAIN_SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;

/** Where the page of a file was on the old site. */
interface PageAddress {
  /** Addresses that it may have had, without the language, the likeliest first. */
  readonly addresses: readonly string[];
  /** Its own, with its language, as `/fr/blog/trip/`. */
  readonly address: string;
  /** Whether that is sure, and no guess. */
  readonly sure: boolean;
}

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
  /** `YYYY-MM-DD`: its day in the time zone of its site, which addresses have. */
  readonly day: string | undefined;
  readonly updated: string | undefined;
  readonly state: PageState;
  /** Keys of what it inherits, in lower case. */
  readonly inherited: ReadonlySet<string>;
}

interface OpenedFile {
  readonly layout: Layout;
  readonly place: Place;
  readonly document: SourceDocument;
  /** Its front matter with tables such as `extra` opened. */
  readonly opened: SourceMap;
  /** The same with all that it inherits, also what is for its generator alone. */
  readonly stated: SourceMap;
  readonly inherited: ReadonlySet<string>;
  /** Its slug has the folders of the file, because the route of its type has `{path}`. */
  readonly keepsFolders: boolean;
}

/** Takes what the system keeps out of an entry's front matter. */
export function makeSourceEntry(
  { place, document, opened, stated, inherited, keepsFolders, layout }: OpenedFile,
  keys: FoundKeys,
): SourceEntry {
  const values = new Map(opened);
  takeDraft(values, keys);
  const updated = instantOf(values.get(keys.updated ?? ""), layout);
  const written = takeDate(values, keys, layout);
  const date = instantOf(written, layout) ?? dateOfName(place) ?? dateOfAddress(opened);
  const own = written === undefined ? undefined : addressDay(written, layout);
  const day = own ?? date?.slice(0, 10);
  addPlace(values, place);
  return {
    place,
    document,
    values,
    ...slugsOf({ values, opened, place, keepsFolders }, keys),
    ...addressOf({ ...place, date: day, front: stated }, { place, layout }),
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

/** The date as it is written; a value that is no date stays a field's value, as does that of a key that few files have. */
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

/** The date in an address that the file gives itself: `2018/03/29/Rust-1.25`. */
function dateOfAddress(values: SourceMap): string | undefined {
  for (const key of ADDRESS_KEYS) {
    const value = values.get(key);
    const date = typeof value === "string" ? dateInPath(value) : undefined;
    if (date !== undefined) return date;
  }
  return undefined;
}

function takeDraft(values: Map<string, SourceValue>, { drafts, date }: FoundKeys): void {
  // A `published: 2024-05-06` beside a `published: false` is the date's to take.
  for (const { key, kept } of drafts) if (!kept && key !== date) values.delete(key);
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

/** The addresses of a page, as its framework makes them. */
function addressOf(
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): PageAddress {
  const { addresses, isSure } = frameworkOf(layout);
  const made = addresses(page, layout);
  const [first = "/"] = made;
  const sure = !place.data && (isSure?.(page, layout) ?? true);
  return { addresses: made, address: withLanguage(first, page, { place, layout }), sure };
}

/** An address with the language of its page, where the framework puts it. */
function withLanguage(
  address: string,
  page: Page,
  { place, layout }: { readonly place: Place; readonly layout: Layout },
): string {
  const { addresses, languageInPlace = false } = frameworkOf(layout);
  const { whole, inside, collection } = page;
  const isFolder = whole !== inside;
  // A folder of a language inside a section is a folder like any other.
  if (isFolder && (languageInPlace || whole.split("/")[0] === inside.split("/")[0])) {
    const key = whole.startsWith(`${collection}/`) ? whole.slice(collection.length + 1) : whole;
    return addresses({ ...page, inside: whole, key }, layout)[0] ?? address;
  }
  const { language = layout.mainLanguage, translated } = place;
  const isSpoken = language !== undefined && (translated || layout.mainInPath);
  return isSpoken ? `/${language}${address}` : address;
}
