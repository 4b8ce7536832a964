import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import {
  urlPathOfFile,
  addTrailingSlash,
  basePathOf,
  splitBySection,
  type DetectionInput,
  type Framework,
  hostsOf,
  type Layout,
  makeLayout,
  lastPathPart,
  type Page,
  parseConfig,
  readConfig,
  textOf,
  textOfAnyCase,
  valueIn,
  replaceLastPart,
} from "./framework.ts";
import { hugoIgnores, zolaIgnores } from "./ignored-files.ts";
import { expandPermalink, splitDay, type UrlDay } from "./permalinks.ts";

export const HUGO_CONFIG: RegExp = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;

/** Configuration in a folder: `config/_default/hugo.toml`, or one table of it as `params.toml`; that of the published site wins. */
export const HUGO_CONFIG_PART: RegExp =
  /^config\/(?:_default|production)\/(\w+)\.(?:toml|ya?ml|json)$/;

const NEW_CONFIG = /^hugo\.\w+$/;

/** Folders next to the content when the whole project is imported. */
const HUGO_FOLDERS = "archetypes assets data i18n layouts public resources static themes";
const ZOLA_FOLDERS = "public sass static templates themes";

/** Hugo: sections of `content`. URLs come from `url`, `slug`, the configured patterns, or the path, in this order. */
export const HUGO: Framework = {
  detect: (found) => {
    if (hugoOrZola(found) !== "hugo") return undefined;
    const config = readHugoConfig(found.configs);
    const base = textOfAnyCase(config, "baseURL");
    return makeLayout("hugo", rootOf(found), ["static", "assets", "content", ""], {
      generatorFolders: isProject(found) ? HUGO_FOLDERS : "",
      config,
      basePath: basePathOf(base),
      hosts: hostsOf(base),
      permalinks: patternsOf(config),
      languages: languagesOf(config),
      mainLanguage: textOfAnyCase(config, "defaultContentLanguage"),
      mainInPath: textOfAnyCase(config, "defaultContentLanguageInSubdir") === "true",
      isIgnored: hugoIgnores(config),
      style: {
        asWritten: textOfAnyCase(config, "disablePathToLower") === "true",
        ugly: textOfAnyCase(config, "uglyURLs") === "true",
      },
      wordLinks: found.has(/^layouts\/.*render-link[\w.]*\.html$/),
    });
  },
  split: splitBySection,
  isLanguageOff: isDisabled,
  urlPaths: (page, layout) => {
    const path = pathOf(page, layout);
    const own = hugoUrlPath(page, layout);
    const shown = own === undefined ? [] : [own, own.replace(/\/$/, "")];
    return [...shown, addTrailingSlash(path), path];
  },
  isSure: (page, layout) => hugoUrlPath(page, layout) !== undefined,
};

/** Returns the URL path of a page; undefined if its pattern has a token that requires running Hugo. */
function hugoUrlPath(page: Page, layout: Layout): string | undefined {
  const { front, inside, collection } = page;
  const ownUrl = textOfAnyCase(front, "url");
  if (ownUrl !== undefined) {
    const url = ownUrl.includes(":")
      ? expandPermalink(ownUrl, page, hugoToken(page, layout))
      : ownUrl;
    return url === undefined ? undefined : addTrailingSlash(url.replace(/^\/*/, "/"));
  }
  const isSection = collection === "sections";
  const section = inside.split("/")[0] ?? "";
  const pattern = layout.permalinks.get(isSection ? `section:${section}` : section);
  if (pattern !== undefined && !(isSection && !inside.includes("/"))) {
    const made = expandPermalink(pattern, page, hugoToken(page, layout));
    return made === undefined ? undefined : addEnding(sanitizePath(made, layout), layout);
  }
  const path = pathOf(page, layout);
  const slug = isSection ? undefined : textOfAnyCase(front, "slug");
  return addEnding(
    slug === undefined ? path : replaceLastPart(path, sanitizePath(slug, layout)),
    layout,
  );
}

function addEnding(urlPath: string, { style }: Layout): string {
  if (style.ugly !== true || urlPath.endsWith("/")) return addTrailingSlash(urlPath);
  return `${urlPath}.html`;
}

function pathOf(page: Page, layout: Layout): string {
  return sanitizePath(urlPathOfFile(page), layout);
}

/** Returns the value of a token of Hugo's URL patterns; undefined for an unknown token. */
function hugoToken(
  page: Page,
  layout: Layout,
): (token: string, range: string | undefined) => string | undefined {
  const { date } = page;
  const own = tokensOf(page, layout);
  const folders = foldersOf(page);
  return (token, range) => {
    if (range !== undefined) {
      const part = token === "sections" ? takeRange(folders, range) : undefined;
      return part && sanitizePath(part.join("/"), layout);
    }
    if (Object.hasOwn(own, token)) return own[token];
    return date === undefined ? undefined : formatDay(date, token);
  };
}

/** Returns the values of pattern tokens. Without a slug, `:slug` is the title. */
function tokensOf(page: Page, layout: Layout): Partial<Record<string, string>> {
  const { date } = page;
  const name = sanitizePath(lastPathPart(page), layout);
  const ownSlug = textOfAnyCase(page.front, "slug");
  const titled = textOfAnyCase(page.front, "title");
  const title = titled === undefined ? name : sanitizePath(titled, layout);
  const slug = ownSlug === undefined ? undefined : sanitizePath(ownSlug, layout);
  return {
    title,
    slug: slug ?? title,
    slugorfilename: slug ?? name,
    slugorcontentbasename: slug ?? name,
    filename: name,
    contentbasename: name,
    sections: sanitizePath(foldersOf(page).join("/"), layout),
    ...(date !== undefined && dayTokens(splitDay(date))),
  };
}

function dayTokens({ weekday, weekdayName, yearDay, monthName }: UrlDay): Record<string, string> {
  return {
    monthname: monthName,
    weekday: String(weekday),
    weekdayname: weekdayName,
    yearday: String(yearDay),
  };
}

/** Returns the folders of a page, which are its sections. */
function foldersOf({ inside, collection }: Page): string[] {
  const folders = inside.split("/").slice(0, -1);
  const isBundle = collection !== "sections" && /\/_?index$/i.test(inside);
  return isBundle ? folders.slice(0, -1) : folders;
}

/** Returns a part of a list: `[1]`, `[last]`, `[1:]`, `[:last]`. Undefined for an unreadable range. */
function takeRange(list: readonly string[], range: string): string[] | undefined {
  const [, from = "", colon, to = ""] =
    /^\[\s*(last|\d*)\s*(:)?\s*(last|\d*)\s*\]$/i.exec(range) ?? [];
  const position = (text: string): number =>
    /^last$/i.test(text) ? list.length - 1 : Number(text);
  if (from === "" && colon === undefined) return undefined;
  const start = position(from);
  if (colon === undefined) return list.slice(start, start + 1);
  return list.slice(start, to === "" ? list.length : position(to));
}

/** Parts of a day in Go's layouts, such as `06` for the year in two digits, longest first. */
const GO_LAYOUT: readonly (readonly [string, (day: UrlDay) => string])[] = [
  ["January", ({ monthName }) => monthName],
  ["Jan", ({ monthName }) => monthName.slice(0, 3)],
  ["Monday", ({ weekdayName }) => weekdayName],
  ["Mon", ({ weekdayName }) => weekdayName.slice(0, 3)],
  ["2006", ({ year }) => year],
  ["002", ({ yearDay }) => String(yearDay).padStart(3, "0")],
  ["01", ({ month }) => month],
  ["02", ({ date }) => date],
  ["06", ({ year }) => year.slice(2)],
  ["1", ({ month }) => String(Number(month))],
  ["2", ({ date }) => String(Number(date))],
];

/** Parts of a time of day in Go's layouts. */
const GO_TIME = /^(?:0[345]|15|[345]|PM|pm|MST)/;

/** Formats a day by a layout of Go. Returns undefined if nothing in it is a day, or if it needs the time of day. */
function formatDay(date: string, layout: string): string | undefined {
  const day = splitDay(date);
  let [made, found] = ["", false];
  for (let at = 0; at < layout.length;) {
    const rest = layout.slice(at);
    const part = GO_LAYOUT.find(([name]) => rest.startsWith(name));
    if (part === undefined && GO_TIME.test(rest)) return undefined;
    made += part === undefined ? (rest[0] ?? "") : part[1](day);
    at += part?.[0].length ?? 1;
    found ||= part !== undefined;
  }
  return found ? made : undefined;
}

/** Builds a path from a name like Hugo: without most punctuation, with hyphens for spaces, in lowercase. */
function sanitizePath(text: string, { style }: Pick<Layout, "style">): string {
  const letters = text
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s./\\_#+~@-]/gu, "")
    .replaceAll(/\s*-\s*/g, "-")
    .replaceAll(/\s+/g, "-");
  return style.asWritten === true ? letters : letters.toLowerCase();
}

/** Zola: like Hugo, with `path` for the whole URL path. Dates are not part of URLs. */
export const ZOLA: Framework = {
  detect: (found) => {
    if (hugoOrZola(found) !== "zola") return undefined;
    const config = readConfig(found.configs, HUGO_CONFIG);
    const slugs = config.get("slugify");
    const mode = slugs instanceof Map ? textOf(slugs, "paths") : undefined;
    return makeLayout("zola", rootOf(found), ["static", "assets", "content", ""], {
      config,
      generatorFolders: isProject(found) ? ZOLA_FOLDERS : "",
      basePath: basePathOf(textOf(config, "base_url")),
      hosts: hostsOf(textOf(config, "base_url")),
      languages: languagesOf(config),
      mainLanguage: textOf(config, "default_language"),
      isIgnored: zolaIgnores(config),
      style: { asWritten: mode === "off" || mode === "safe" },
    });
  },
  split: splitBySection,
  urlPaths: (page, layout) => {
    const path = stripDate(page);
    const own = zolaUrlPath(page, layout);
    return [...(own === undefined ? [] : [own]), addTrailingSlash(path), path];
  },
  isSure: (page, layout) => zolaUrlPath(page, layout) !== undefined,
};

function stripDate(page: Page): string {
  return urlPathOfFile(page).replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, "$1");
}

/** Returns the URL path of a page; undefined if Zola would transliterate its name. */
function zolaUrlPath(page: Page, { style }: Layout): string | undefined {
  const whole = textOf(page.front, "path");
  if (whole !== undefined) return addTrailingSlash(whole.replace(/^\/*/, "/"));
  const path = stripDate(page);
  if (page.collection === "sections") return addTrailingSlash(path);
  const name = textOf(page.front, "slug") ?? path.slice(path.lastIndexOf("/") + 1);
  const slug = style.asWritten === true ? name : asciiSlug(name);
  return slug === undefined ? undefined : addTrailingSlash(replaceLastPart(path, slug));
}

/** Joins unaccented letters and digits with hyphens. Returns undefined for other scripts. */
function asciiSlug(name: string): string | undefined {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  if (/[^\p{ASCII}]/u.test(plain)) return undefined;
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
}

/** Returns whether the site is built without this language. */
function isDisabled(config: SourceMap, language: string): boolean {
  const listed = valueIn(config, "disableLanguages") ?? [];
  const languages = valueIn(config, "languages");
  const own = languages instanceof Map ? valueIn(languages, language) : undefined;
  const isOff = own instanceof Map && valueIn(own, "disabled") === "true";
  return isOff || (isSourceList(listed) ? listed.includes(language) : listed === language);
}

/**
 * Merges the configuration. The file at the root overrides those in the folder, where a file named after a table is
 * that table.
 */
function readHugoConfig(configs: DetectionInput["configs"]): SourceMap {
  const names = [...configs.keys()];
  // A configuration file with the new name overrides one with the old name.
  const isNew = names.some((name) => NEW_CONFIG.test(name));
  const parts = [...configs].flatMap(([path, text]): [string, SourceMap][] => {
    const name = HUGO_CONFIG_PART.exec(path)?.[1];
    const read = name === undefined ? undefined : parseConfig(path, text);
    return name === undefined || !(read instanceof Map) ? [] : [[name, read]];
  });
  // A list such as `[[cascade]]` has its name in the file as well.
  const tables = parts
    .filter(([name]) => !WHOLE.has(name))
    .map(([name, values]): [string, SourceValue] => [name, valueIn(values, name) ?? values]);
  const whole = parts
    .filter(([name]) => WHOLE.has(name))
    .flatMap(([, values]) => Array.from(values));
  return joinLists([...whole, ...tables, ...readConfig(configs, isNew ? NEW_CONFIG : HUGO_CONFIG)]);
}

/** Makes a mapping in which later values win, but lists, such as `cascade`, are joined. */
function joinLists(values: Iterable<readonly [string, SourceValue]>): SourceMap {
  const joined = new Map<string, SourceValue>();
  for (const [key, value] of values) {
    const before = joined.get(key);
    const isJoined = before !== undefined && isSourceList(before) && isSourceList(value);
    joined.set(key, isJoined ? [...value, ...before] : value);
  }
  return joined;
}

const WHOLE: ReadonlySet<string> = new Set(["hugo", "config"]);

function rootOf({ has }: DetectionInput): string {
  return has(/^content\//) ? "content" : "";
}

function isProject({ has }: DetectionInput): boolean {
  return has(HUGO_CONFIG) || has(/^(?:config\/_default|archetypes)\//);
}

function hugoOrZola({ tree, configs, has }: DetectionInput): "hugo" | "zola" | undefined {
  const toml = configs.get("config.toml");
  if (toml !== undefined && /^base_url\s*=/m.test(toml)) return "zola";
  const named = [...configs.keys()].some((path) => HUGO_CONFIG.test(path));
  if (named || has(/^config\/_default\//)) return "hugo";
  if (!has(/^content\/.*\.md$/) && !tree.files.has("_index.md")) return undefined;
  if (has(/^archetypes\//) || has(/^layouts\//)) return "hugo";
  if (has(/^templates\/.*\.html$/)) return "zola";
  return has(/(?:^|\/)_index\.[\w.]*md$/) ? "hugo" : undefined;
}

/**
 * Returns the patterns of `[permalinks] posts = "/:year/:slug/"` and `[permalinks.page]`, and those of sections with
 * the prefix `section:`.
 */
function patternsOf(config: SourceMap): Map<string, string> {
  const patterns = new Map<string, string>();
  const permalinks = config.get("permalinks");
  if (!(permalinks instanceof Map)) return patterns;
  const [pages, sections] = [permalinks.get("page"), permalinks.get("section")];
  for (const [section, pattern] of [...permalinks, ...(pages instanceof Map ? pages : [])]) {
    if (typeof pattern === "string") patterns.set(section, pattern);
  }
  for (const [section, pattern] of sections instanceof Map ? sections : []) {
    if (typeof pattern === "string") patterns.set(`section:${section}`, pattern);
  }
  return patterns;
}

/** Hugo and Zola both define languages as tables: `[languages.fr]`. */
function languagesOf(config: SourceMap): Set<string> {
  const languages = config.get("languages");
  return new Set(languages instanceof Map ? languages.keys() : []);
}
