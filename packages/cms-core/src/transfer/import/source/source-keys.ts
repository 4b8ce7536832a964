import { slugify } from "../../../base/slugify.ts";
import type { YamlMap, YamlValue } from "../../../yaml/yaml.ts";
import { parseSourceInstant } from "./source-dates.ts";

/** Which keys of a collection's front matter say when, whether and where an entry is published. */
export interface SystemKeys {
  /** Date of publication: becomes createdAt and publishedAt. */
  readonly date?: string | undefined;
  /** Last change: becomes updatedAt where the entry is published. */
  readonly updated?: string | undefined;
  readonly draft?: string | undefined;
  readonly slug?: string | undefined;
}

/** The keys of a collection: those that a map gives, else the usual ones that its files have. */
export interface FoundKeys {
  readonly date?: string | undefined;
  readonly updated?: string | undefined;
  readonly slug?: string | undefined;
  /** Where a file has no such date: other keys that may have one, the likeliest first. Absent where a map gives the key. */
  readonly otherDates?: readonly string[];
  /** Each may hold an entry back. */
  readonly drafts: readonly DraftKey[];
}

interface DraftKey {
  readonly key: string;
  /** A value that says neither yes nor no holds its entry back: better late than public by mistake. */
  readonly cautious: boolean;
  /** Some value is more than a yes or a no, so all of them stay a field as well. */
  readonly kept: boolean;
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
/** Keys that can mean nothing else, in lower case. */
const PLAIN_DRAFT_KEYS: ReadonlySet<string> = new Set(["draft", "isdraft", "is_draft"]);
const SAMPLE = 500;
/** Keys whose `false` means a draft. */
const SAYS_PUBLISHED: ReadonlySet<string> = new Set(
  "published ispublished is_published publish dg-publish".split(" "),
);

/**
 * Chooses the keys by name, however their letters are cased. A date key may have a few values that are no dates, which stay a field. Files
 * may use several draft keys, and one word that is not understood must not publish the others' drafts.
 */
export function findSystemKeys(maps: readonly SourceMap[], given: SystemKeys = {}): FoundKeys {
  const some = sample(maps);
  const spelled = spellings(maps);
  const here = (names: readonly string[]): string[] =>
    names.flatMap((name) => spelled.get(name.toLowerCase()) ?? []);
  const findDate = (keys: readonly string[]): string | undefined =>
    keys.find((key) => share(some, key, isDate) > 0.5) ??
    keys.find((key) => share(maps, key, isDate) > 0.5);
  const date = given.date ?? findDate(here(DATE_KEYS));
  const updated = given.updated ?? findDate(here(UPDATED_KEYS));
  const slug = given.slug ?? here(["slug"]).find((key) => share(maps, key, () => true) === 1);
  const wanted = given.draft === undefined ? here(DRAFT_KEYS) : [given.draft];
  const drafts = wanted
    .filter((key) => maps.some((map) => map.has(key)))
    .map((key): DraftKey => {
      const name = key.toLowerCase();
      const understood = share(maps, key, (text) => readDraft(key, text) !== undefined);
      // A status has more words than two.
      const kept = name === "status" || understood < 1;
      return { key, cautious: key === given.draft || PLAIN_DRAFT_KEYS.has(name), kept };
    })
    .filter(({ key, cautious }) => !/^status$/i.test(key) || cautious || isStatus(maps, key));
  const otherDates = given.date === undefined && { otherDates: here(DATE_KEYS) };
  return { date, updated, slug, ...otherDates, drafts };
}

/** Every status is one of publishing: one of an order or a house holds nothing back. */
function isStatus(maps: readonly SourceMap[], key: string): boolean {
  return share(maps, key, (text) => readDraft(key, text) !== undefined) === 1;
}

/** The keys of some files by their lower case. */
function spellings(maps: readonly SourceMap[]): Map<string, string[]> {
  const keys = [...new Set(maps.flatMap((map) => [...map.keys()]))];
  return Map.groupBy(keys, (key) => key.toLowerCase());
}

/** Enough files, spread evenly, to see what most of thousands say. */
function sample(maps: readonly SourceMap[]): readonly SourceMap[] {
  const step = Math.ceil(maps.length / SAMPLE);
  return step <= 1 ? maps : maps.filter((_, index) => index % step === 0);
}

function isDate(text: string): boolean {
  return parseSourceInstant(text) !== undefined;
}

/** The part of a key's values that are texts and fit, 0 where there are none. */
function share(maps: readonly SourceMap[], key: string, fits: (text: string) => boolean): number {
  let [all, good] = [0, 0];
  for (const map of maps) {
    const value = map.get(key);
    if (value === undefined || value === "") continue;
    all += 1;
    if (typeof value === "string" && fits(value)) good += 1;
  }
  return all === 0 ? 0 : good / all;
}

/** Whether any of its draft keys holds an entry back. */
export function isHeldByKey(values: SourceMap, { key, cautious }: DraftKey): boolean {
  const value = values.get(key);
  if (value === undefined || value === "") return false;
  return (typeof value === "string" ? readDraft(key, value) : undefined) ?? cautious;
}

/** Whether an entry is a draft, as the value of its draft key says; undefined when it says neither. */
function readDraft(key: string, text: string): boolean | undefined {
  const saysPublished = SAYS_PUBLISHED.has(key.toLowerCase());
  if (/^(?:true|yes|on)$/i.test(text)) return !saysPublished;
  if (/^(?:false|no|off)$/i.test(text)) return saysPublished;
  if (/^(?:draft|private|unpublished|pending|archived)$/i.test(text)) return true;
  return /^(?:publish|published|public|live)$/i.test(text) ? false : undefined;
}

/** Keys by which a file says the address of its page. */
export const ADDRESS_KEYS = ["permalink", "url", "path"] as const;

/** Last part of the address that a file gives itself, where it is one address and no pattern. */
export function permalinkSlug(map: SourceMap): string | undefined {
  const key = ADDRESS_KEYS.find((name) => map.has(name));
  const link = key === undefined ? undefined : map.get(key);
  if (typeof link !== "string" || /[:{}]|^false$|^true$/.test(link)) return undefined;
  // A path alone may be that of a file or of anything else.
  if (key === "path" && (!link.includes("/") || /\.[a-z]\w{1,4}$/i.test(link))) return undefined;
  const last =
    link
      .replace(/\/?(?:index)?(?:\.html?)?\/?$/, "")
      .split("/")
      .at(-1) ?? "";
  return last === "" ? undefined : slugify(last);
}

/**
 * A front matter value as the source wrote it: every scalar is its text, so that nothing is lost
 * before all files of a collection have been seen and a field's type is known.
 */
export type SourceValue = YamlValue;
export type SourceMap = YamlMap;

export function isSourceList(value: SourceValue): value is readonly SourceValue[] {
  return Array.isArray(value);
}

/** Whether a value says nothing: an empty text, or a list or mapping that holds nothing else. */
export function isEmptyValue(value: SourceValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  return (isSourceList(value) ? value : [...value.values()]).every(isEmptyValue);
}

type Holder = SourceMap | readonly SourceValue[];

/** Of lists and mappings: the keys of scalars that the source writes as numbers or booleans. */
const LITERALS = new WeakMap<Holder, Set<string | number>>();

/** Notes that a scalar may be a number or boolean when its list or mapping is kept as text. */
export function noteLiteral(holder: Holder, key: string | number): void {
  const keys = LITERALS.get(holder) ?? new Set();
  LITERALS.set(holder, keys.add(key));
}

/** A list or mapping in place of another, with the same scalars. */
export function copyLiterals<T extends Holder>(from: Holder, to: T): T {
  for (const key of LITERALS.get(from) ?? []) noteLiteral(to, key);
  return to;
}

/** The value as text: a scalar as it is, a structure as compact JSON; numbers and booleans stay such. */
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

/** `1.10`, `007` and `0x1F` stay texts: as numbers they would be written otherwise. */
function literal(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
