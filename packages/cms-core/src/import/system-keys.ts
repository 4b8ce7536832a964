import { slugify } from "../base/slugify.ts";
import { parseSourceInstant } from "./source-date.ts";
import type { SourceMap } from "./source-value.ts";

/** Which keys of a collection's front matter say when, whether and where an entry is published. */
export interface SystemKeys {
  /** Date of publication: becomes createdAt and publishedAt. */
  readonly date?: string | undefined;
  /** Last change: becomes updatedAt where the entry is published. */
  readonly updated?: string | undefined;
  readonly draft?: string | undefined;
  readonly slug?: string | undefined;
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
const DRAFT_KEYS = ["draft", "isDraft", "published", "publish", "dg-publish", "status"];
const SAMPLE = 500;
/** Keys whose `false` means a draft. */
const SAYS_PUBLISHED: ReadonlySet<string> = new Set(["published", "publish", "dg-publish"]);

/**
 * Chooses the keys by name. A date key may have a few values that are no dates, which stay a field; a
 * draft key may not, because a word that is not understood could mean either.
 */
export function findSystemKeys(maps: readonly SourceMap[], given: SystemKeys = {}): SystemKeys {
  const some = sample(maps);
  const findDate = (keys: readonly string[]): string | undefined =>
    keys.find((key) => share(some, key, isDate) > 0.5) ??
    keys.find((key) => share(maps, key, isDate) > 0.5);
  const date = given.date ?? findDate(DATE_KEYS);
  const updated = given.updated ?? findDate(UPDATED_KEYS);
  const isDraftKey = (key: string): boolean =>
    key !== date && share(maps, key, (text) => readDraft(key, text) !== undefined) === 1;
  const draft = given.draft ?? DRAFT_KEYS.find(isDraftKey);
  const slug = given.slug ?? (share(maps, "slug", () => true) === 1 ? "slug" : undefined);
  return { date, updated, draft, slug };
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

/** Whether an entry is a draft, as the value of its draft key says; undefined when it says neither. */
export function readDraft(key: string, text: string): boolean | undefined {
  if (/^(?:true|yes|on)$/i.test(text)) return !SAYS_PUBLISHED.has(key);
  if (/^(?:false|no|off)$/i.test(text)) return SAYS_PUBLISHED.has(key);
  if (/^(?:draft|private|unpublished|pending|archived)$/i.test(text)) return true;
  return /^(?:publish|published|public|live)$/i.test(text) ? false : undefined;
}

/** Last part of a permalink, where it is one address and no pattern. */
export function permalinkSlug(map: SourceMap): string | undefined {
  const link = map.get("permalink") ?? map.get("url");
  if (typeof link !== "string" || /[:{}]|^false$|^true$/.test(link)) return undefined;
  const last =
    link
      .replace(/\/?(?:index)?(?:\.html?)?\/?$/, "")
      .split("/")
      .at(-1) ?? "";
  return last === "" ? undefined : slugify(last);
}
