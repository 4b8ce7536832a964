import { slugify } from "../../../base/slugify.ts";
import type { YamlMap, YamlValue } from "../../../yaml/yaml.ts";
import { parseSourceInstant } from "./source-dates.ts";

/** Front matter keys of a collection that determine when, whether, and where an entry is published. */
export interface SystemKeys {
  /** Publication date. Becomes createdAt and publishedAt. */
  readonly date?: string | undefined;
  /** Date of the last change. Becomes updatedAt if the entry is published. */
  readonly updated?: string | undefined;
  readonly draft?: string | undefined;
  readonly slug?: string | undefined;
}

/** Keys of a collection: those in a map file, or the usual ones that its files use. */
export interface FoundKeys {
  readonly date?: string | undefined;
  readonly updated?: string | undefined;
  readonly slug?: string | undefined;
  /** Other keys that can contain the date if a file lacks it, most likely first. Absent if a map file sets the key. */
  readonly otherDates?: readonly string[];
  /** Draft keys. Each can hold an entry back. */
  readonly drafts: readonly DraftKey[];
}

interface DraftKey {
  readonly key: string;
  /** Whether an unclear value holds its entry back: publishing late is safer than publishing by mistake. */
  readonly cautious: boolean;
  /** Whether the key also stays a field, because some value is more than a yes or no. */
  readonly staysField: boolean;
}

const DATE_KEYS = [
  "date",
  "pubDate",
  "pubDatetime",
  "publishDate",
  "publishedDate",
  "publishedAt",
  "published_at",
  "publish_date",
  "pub_date",
  "datePublished",
  "date_published",
  "published",
  "created",
  "createdAt",
  "created_at",
  "creationDate",
  "dateCreated",
];
const UPDATED_KEYS = [
  "updated",
  "lastmod",
  "updatedDate",
  "updatedAt",
  "updated_at",
  "modDatetime",
  "modified",
  "lastModified",
  "last_modified_at",
  "last_modified",
  "lastUpdated",
  "dateModified",
];
const DRAFT_KEYS =
  "draft isDraft is_draft published isPublished is_published publish dg-publish status".split(" ");
/** Unambiguous draft keys, in lowercase. */
const PLAIN_DRAFT_KEYS: ReadonlySet<string> = new Set(["draft", "isdraft", "is_draft"]);
const SAMPLE = 500;
/** Keys whose `false` means a draft. */
const PUBLISHED_KEYS: ReadonlySet<string> = new Set(
  "published ispublished is_published publish dg-publish".split(" "),
);

/**
 * Finds the keys by name, ignoring case. Values of a date key that aren't dates stay a field. Files can use several
 * draft keys, and an unknown word in one of them must not publish the drafts of the others.
 */
export function findSystemKeys(maps: readonly SourceMap[], mapped: SystemKeys = {}): FoundKeys {
  const some = sampleMaps(maps);
  const spelled = groupSpellings(maps);
  const here = (names: readonly string[]): string[] =>
    names.flatMap((name) => spelled.get(name.toLowerCase()) ?? []);
  const findDate = (keys: readonly string[]): string | undefined =>
    keys.find((key) => shareOfTexts(some, key, isDate) > 0.5) ??
    keys.find((key) => shareOfTexts(maps, key, isDate) > 0.5);
  const date = mapped.date ?? findDate(here(DATE_KEYS));
  const updated = mapped.updated ?? findDate(here(UPDATED_KEYS));
  const slug =
    mapped.slug ?? here(["slug"]).find((key) => shareOfTexts(maps, key, () => true) === 1);
  const wanted = mapped.draft === undefined ? here(DRAFT_KEYS) : [mapped.draft];
  const drafts = wanted
    .filter((key) => maps.some((map) => map.has(key)))
    .map((key): DraftKey => {
      const name = key.toLowerCase();
      const understood = shareOfTexts(maps, key, (text) => readDraft(key, text) !== undefined);
      // A status has more than two values.
      const staysField = name === "status" || understood < 1;
      const isCautious =
        key === mapped.draft ||
        PLAIN_DRAFT_KEYS.has(name) ||
        (name === "status" && isStatus(maps, key));
      return { key, cautious: isCautious, staysField };
    })
    .filter(({ key, cautious }) => cautious || !/^status$/i.test(key));
  const otherDates = mapped.date === undefined && { otherDates: here(DATE_KEYS) };
  return { date, updated, slug, ...otherDates, drafts };
}

/**
 * Returns whether a status shows what is published: every value does, or one of them is unambiguous. Entries with other
 * values, such as `in review`, are then held back. The status of an order or a house holds nothing back.
 */
function isStatus(maps: readonly SourceMap[], key: string): boolean {
  return (
    shareOfTexts(maps, key, isClearStatus) > 0 ||
    shareOfTexts(maps, key, (text) => readDraft(key, text) !== undefined) === 1
  );
}

function isClearStatus(text: string): boolean {
  return /^(?:draft|(?:un)?publish(?:ed)?)$/i.test(text.trim());
}

/** Returns the spellings of keys, by lowercase key. */
function groupSpellings(maps: readonly SourceMap[]): Map<string, string[]> {
  const keys = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  return Map.groupBy(keys, (key) => key.toLowerCase());
}

/** Returns an evenly spaced sample that represents thousands of files. */
function sampleMaps(maps: readonly SourceMap[]): readonly SourceMap[] {
  const step = Math.ceil(maps.length / SAMPLE);
  return step <= 1 ? maps : maps.filter((_, index) => index % step === 0);
}

function isDate(text: string): boolean {
  return parseSourceInstant(text) !== undefined;
}

/** Returns the share of a key's text values that fit, or 0 if there are none. */
function shareOfTexts(
  maps: readonly SourceMap[],
  key: string,
  fits: (text: string) => boolean,
): number {
  let [all, good] = [0, 0];
  for (const map of maps) {
    const value = map.get(key);
    if (value === undefined || value === "") continue;
    all += 1;
    if (typeof value === "string" && fits(value)) good += 1;
  }
  return all === 0 ? 0 : good / all;
}

/** Returns whether a draft key holds an entry back. */
export function isHeldByKey(values: SourceMap, { key, cautious }: DraftKey): boolean {
  const value = values.get(key);
  if (value === undefined || value === "") return false;
  return (typeof value === "string" ? readDraft(key, value) : undefined) ?? cautious;
}

/** Returns whether the value of a draft key marks a draft; undefined if it is unclear. */
function readDraft(key: string, value: string): boolean | undefined {
  const text = value.trim();
  const saysPublished = PUBLISHED_KEYS.has(key.toLowerCase());
  if (/^(?:true|yes|on|y|1)$/i.test(text)) return !saysPublished;
  if (/^(?:false|no|off|n|0)$/i.test(text)) return saysPublished;
  if (/^(?:draft|private|unpublished|pending|archived|hidden|scheduled|future|trash)$/i.test(text))
    return true;
  return /^(?:publish|published|public|live)$/i.test(text) ? false : undefined;
}

/** Keys with the URL path of a file's page. */
export const URL_KEYS = ["permalink", "url", "path"] as const;

/** Returns the last part of the URL path that a file sets, unless it is a pattern. */
export function permalinkSlug(map: SourceMap): string | undefined {
  const key = URL_KEYS.find((name) => map.has(name));
  const link = key === undefined ? undefined : map.get(key);
  if (typeof link !== "string" || /[:{}]|^false$|^true$/.test(link)) return undefined;
  // A `path` can also be a file path or anything else.
  if (key === "path" && (!link.includes("/") || /\.[a-z]\w{1,4}$/i.test(link))) return undefined;
  const last =
    link
      .replace(/\/?(?:index)?(?:\.html?)?\/?$/, "")
      .split("/")
      .at(-1) ?? "";
  return last === "" ? undefined : slugify(last);
}

/**
 * A front matter value in which every scalar is its source text, so that nothing is lost before the field's type is
 * inferred from all files of a collection.
 */
export type SourceValue = YamlValue;
export type SourceMap = YamlMap;

export function isSourceList(value: SourceValue): value is readonly SourceValue[] {
  return Array.isArray(value);
}

/** Returns whether a value is empty: an empty text, or a list or mapping of only empty values. */
export function isEmptyValue(value: SourceValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  return (isSourceList(value) ? value : [...value.values()]).every(isEmptyValue);
}

type Holder = SourceMap | readonly SourceValue[];

/** Keys of scalars in lists and mappings that the source writes as numbers or booleans. */
const LITERALS = new WeakMap<Holder, Set<string | number>>();

/** Records that a scalar can be a number or boolean if its list or mapping is kept as text. */
export function noteLiteral(holder: Holder, key: string | number): void {
  const keys = LITERALS.get(holder) ?? new Set();
  LITERALS.set(holder, keys.add(key));
}

/** Returns whether the source writes a member as a number or boolean. */
export function isLiteral(holder: Holder, key: string | number): boolean {
  return LITERALS.get(holder)?.has(key) === true;
}

/** Copies these records to the replacement of a list or mapping. */
export function copyLiterals<T extends Holder>(from: Holder, to: T): T {
  for (const key of LITERALS.get(from) ?? []) noteLiteral(to, key);
  return to;
}

/** Returns the value as text: a scalar unchanged, a structure as compact JSON with numbers and booleans. */
export function sourceText(value: SourceValue): string {
  return typeof value === "string" ? value : JSON.stringify(plain(value));
}

function plain(value: Holder): unknown {
  const literals = LITERALS.get(value);
  const member = (key: string | number, inner: SourceValue): unknown => {
    if (typeof inner !== "string") return plain(inner);
    return literals?.has(key) === true ? literal(inner) : inner;
  };
  if (isSourceList(value)) return value.map((inner, index) => member(index, inner));
  return Object.fromEntries([...value].map(([key, inner]) => [key, member(key, inner)]));
}

/** Parses a literal. `1.10`, `007`, and `0x1F` stay text, because a number would be written differently. */
function literal(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
