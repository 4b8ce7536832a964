import { dayInZone, isTimeZone } from "../../../base/time-zone.ts";
import { type Layout, type LayoutKind, valueIn } from "../frameworks/framework.ts";
import { isDayOnly, parseSourceInstant, writtenDay } from "../source/source-dates.ts";
import {
  type FoundKeys,
  isHeldByKey,
  isSourceList,
  type SourceMap,
  type SourceValue,
} from "../source/source-keys.ts";

/** When a page is visible on its source site. */
export interface PageState {
  /** Whether it is never visible, regardless of dates. */
  readonly draft: boolean;
  /** Start of visibility; ISO 8601 UTC. */
  readonly from: string | undefined;
  /** End of visibility; ISO 8601 UTC. */
  readonly until: string | undefined;
  /** Why it is a draft. */
  readonly why: Why | undefined;
}

interface Why {
  /** Key in its values; absent if its location is the reason. */
  readonly key?: string;
  /** `draft: true`, or the path of its file. */
  readonly text: string;
}

/** Settings for interpreting the dates of a page. */
export type DateRules = Pick<Layout, "kind" | "config">;

interface StatedPage {
  /** Its own and inherited values. */
  readonly values: SourceMap;
  /** Date in its file or name; ISO 8601 UTC. */
  readonly date: string | undefined;
  /** Whether its location hides it. */
  readonly isOff: boolean;
  readonly path: string;
}

/** Determines whether and when a page is visible, by the rules of its generator. */
export function readPageState(page: StatedPage, keys: FoundKeys, rules: DateRules): PageState {
  const { values } = page;
  const heldBy = keys.drafts.find((key) => isHeldByKey(values, key))?.key;
  const own =
    heldBy === undefined
      ? hiddenBy(rules.kind, values)
      : readVisibility(heldBy, values.get(heldBy));
  const why = own ?? (page.isOff ? { text: page.path } : undefined);
  const isOn = (names: readonly string[]): boolean =>
    names.some((name) => valueIn(rules.config, name) === "true");
  return {
    draft: why !== undefined,
    from: isOn(["buildFuture", "future"]) ? undefined : publishedFrom(page, rules),
    until: isOn(["buildExpired"])
      ? undefined
      : latest(instantsIn(values, expiryKeys(rules), rules)),
    why,
  };
}

function readVisibility(key: string, value: SourceValue | undefined): Why {
  return { key, text: typeof value === "string" ? `${key}: ${value.slice(0, 60)}` : key };
}

type Hiding = readonly (readonly [key: string, value: RegExp])[];

const YES = /^(?:true|yes|on|1)$/i;
const NO = /^(?:false|no|off|0)$/i;

/** Keys that themes and plugins of all generators use to hide a page, to list it nowhere, or to protect it. */
const BY_CUSTOM: Hiding = [
  ["unlisted", YES],
  ["hidden", YES],
  ["private", YES],
  ["visibility", /^(?:private|hidden|draft|unlisted|internal|members|paid)$/i],
  ["password", /^(?!(?:false|no|off|null)$)./i],
];

/** Keys of each generator, and the values for which it creates no page or lists the page nowhere. */
const HIDING: Readonly<Record<LayoutKind, Hiding>> = {
  hugo: [["headless", YES], ...BY_CUSTOM],
  zola: [["render", NO], ...BY_CUSTOM],
  eleventy: [["permalink", NO], ["eleventyExcludeFromCollections", YES], ...BY_CUSTOM],
  jekyll: BY_CUSTOM,
  loam: [],
  astro: BY_CUSTOM,
  next: BY_CUSTOM,
  obsidian: BY_CUSTOM,
  pelican: [["status", /^(?:draft|hidden|skip)$/i], ...BY_CUSTOM],
  plain: BY_CUSTOM,
};

/** Hugo's `build`: a page that isn't rendered or isn't in any list. */
const BUILD = [
  ["render", /^(?:never|link|false)$/i],
  ["list", /^(?:never|false)$/i],
] as const;

function hiddenBy(kind: LayoutKind, values: SourceMap): Why | undefined {
  const found = firstHiding(values, HIDING[kind]);
  if (found !== undefined || kind !== "hugo") return found;
  const build = valueIn(values, "build") ?? valueIn(values, "_build");
  const rule = build instanceof Map ? firstHiding(build, BUILD) : undefined;
  return rule === undefined ? undefined : { key: "build", text: `build.${rule.text}` };
}

function firstHiding(values: SourceMap, rules: Hiding): Why | undefined {
  for (const [key, test] of rules) {
    const value = valueIn(values, key);
    if (typeof value !== "string" || !test.test(value)) continue;
    return key === "password" ? { key, text: key } : readVisibility(key, value);
  }
  return undefined;
}

/**
 * Returns the start of visibility. For Hugo the first of several keys counts, otherwise the latest date: publishing
 * late is safer than publishing by mistake.
 */
function publishedFrom({ values, date }: StatedPage, rules: DateRules): string | undefined {
  const names = dateKeys(rules, "publishDate");
  if (names === undefined) {
    return latest([date, ...instantsIn(values, PUBLISH_KEYS, rules)]);
  }
  for (const name of names) {
    if (name.toLowerCase() === "date") return date;
    const instant = instantOf(valueIn(values, name), rules);
    if (instant !== undefined) return instant;
  }
  return date;
}

const PUBLISH_KEYS =
  "publishDate pubDate pubDatetime publishedDate publish_date pub_date publishedAt published_at publishAt publish_at datePublished date_published scheduled embargo".split(
    " ",
  );
const EXPIRY_KEYS =
  "expiryDate expiry_date unpublishDate unpublish_date unpublishAt unpublish_at".split(" ");

function expiryKeys(rules: DateRules): readonly string[] {
  return dateKeys(rules, "expiryDate") ?? EXPIRY_KEYS;
}

/** Returns the date of a page as written, with its key. */
export function writtenDate(
  values: SourceMap,
  { date: key, otherDates }: FoundKeys,
  rules: DateRules,
): { readonly key: string; readonly text: string } | undefined {
  const own = key === undefined ? [] : [key];
  const names =
    otherDates === undefined ? own : (dateKeys(rules, "date") ?? [...own, ...otherDates]);
  for (const name of names) {
    const text = valueIn(values, name);
    if (typeof text === "string" && instantOf(text, rules) !== undefined)
      return { key: name, text };
  }
  return undefined;
}

/** Returns the keys of one of Hugo's dates from its configuration; undefined for other generators. */
function dateKeys(
  { kind, config }: DateRules,
  name: keyof typeof USUAL_DATES,
): readonly string[] | undefined {
  if (kind !== "hugo") return undefined;
  const matter = valueIn(config, "frontmatter");
  const value = matter instanceof Map ? valueIn(matter, name) : undefined;
  const usual = USUAL_DATES[name];
  if (value === undefined) return usual;
  const items = isSourceList(value) ? value : [value];
  return items.flatMap((item): readonly string[] => {
    if (item === ":default") return usual;
    return typeof item === "string" && !item.startsWith(":") ? [item] : [];
  });
}

const USUAL_DATES = {
  date: ["date", "publishDate", "pubDate", "published", "lastmod", "modified"],
  publishDate: ["publishDate", "pubDate", "published", "date"],
  expiryDate: ["expiryDate", "unpublishDate"],
} as const;

function latest(instants: readonly (string | undefined)[]): string | undefined {
  return instants
    .filter((one) => one !== undefined)
    .toSorted()
    .at(-1);
}

function instantsIn(
  values: SourceMap,
  names: readonly string[],
  rules: DateRules,
): (string | undefined)[] {
  return names.map((name) => instantOf(valueIn(values, name), rules));
}

/** Converts a value to an instant in the time zone of its site. */
export function instantOf(value: SourceValue | undefined, rules: DateRules): string | undefined {
  if (typeof value !== "string") return undefined;
  const zone = timeZoneOf(rules);
  // Jekyll treats a time with seconds and without a zone as UTC, like YAML.
  const isUtc = rules.kind === "jekyll" && /:\d{2}:\d{2}/.test(value);
  return parseSourceInstant(value, isUtc ? undefined : zone);
}

/** Returns the date in URLs of its site, as `YYYY-MM-DD`. */
export function urlDay(written: string, rules: DateRules): string | undefined {
  const zone = timeZoneOf(rules);
  const instant = instantOf(written, rules);
  if (instant === undefined || isDayOnly(written) || rules.kind === "hugo")
    return writtenDay(written);
  return zone === undefined ? instant.slice(0, 10) : dayInZone(instant, zone);
}

/** Returns the configured time zone of a generator if it exists. */
export function timeZoneOf({ kind, config }: DateRules): string | undefined {
  const timeZone = kind === "hugo" || kind === "jekyll" ? valueIn(config, "timezone") : undefined;
  return typeof timeZone === "string" && isTimeZone(timeZone) ? timeZone : undefined;
}
