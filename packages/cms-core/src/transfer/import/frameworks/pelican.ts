import { posix } from "node:path";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import {
  basePathOf,
  commonFolder,
  type DetectionInput,
  type Framework,
  hostsOf,
  lastPathPart,
  type Layout,
  makeLayout,
  MARKDOWN,
  type Page,
  splitBySection,
  textOf,
  urlPathOfFile,
} from "./framework.ts";
import { anyOf, otherIgnores } from "./ignored-files.ts";
import { splitDay } from "./permalinks.ts";
import { type PythonValue, readPythonSettings } from "./python-settings.ts";

/** Configuration of Pelican, whose pages can have headers in place of front matter. */
export const PELICAN_CONFIG = "pelicanconf.py";
/** Configuration of the public site, which overrides the other one. */
const PUBLISH_CONFIG = "publishconf.py";
/** Matches the configuration files, which are read as text and never executed. */
export const PELICAN_CONFIGS: RegExp = /^(?:pelicanconf|publishconf)\.py$/;

type Settings = ReadonlyMap<string, PythonValue>;

/** Pelican: articles in the folders of `content`, and pages in `content/pages`. */
export const PELICAN: Framework = {
  detect: ({ tree, configs }) => {
    if (!tree.files.has(PELICAN_CONFIG)) return undefined;
    const settings = readPythonSettings(configs.get(PELICAN_CONFIG) ?? "");
    const ofPublicSite = readPythonSettings(configs.get(PUBLISH_CONFIG) ?? "");
    for (const [name, value] of ofPublicSite) settings.set(name, value);
    const root = rootOf(settings, tree);
    const config = new Map([...settings].flatMap(([name, value]) => configValue(name, value)));
    const siteUrl = textIn(settings, "SITEURL");
    return makeLayout("pelican", root, [root, "static", ""], {
      basePath: basePathOf(siteUrl),
      hosts: hostsOf(siteUrl),
      config,
      isIgnored: anyOf([otherIgnores(configs), (path) => isNotBuilt(path, root, config)]),
      generatorFolders: "output theme themes plugins",
    });
  },
  split: (parts, isSection) => {
    const split = splitBySection(parts, isSection);
    return parts.length === 1 ? { ...split, collection: "articles" } : split;
  },
  urlPaths: (page, layout) => {
    const own = pelicanUrlPath(page, layout);
    return own === undefined ? [urlPathOfFile(page)] : [own, urlPathOfFile(page)];
  },
  isSure: (page, layout) => pelicanUrlPath(page, layout) !== undefined,
  languageInPlace: true,
};

/** Marks a setting that code computes, whose value is not known. */
const UNKNOWN = "\0";

function configValue(name: string, value: PythonValue): [string, SourceValue][] {
  if (value.kind === "list") return [[name, value.texts]];
  if (value.kind === "members") return [[name, value.members]];
  return [[name, value.kind === "text" ? value.text : UNKNOWN]];
}

function textIn(settings: Settings, name: string): string | undefined {
  const value = settings.get(name);
  return value?.kind === "text" ? value.text : undefined;
}

/** Returns the folder of the content: the configured one, if it contains Markdown. */
function rootOf(settings: Settings, tree: DetectionInput["tree"]): string {
  const set = trimFolder(textIn(settings, "PATH") ?? "");
  const isFolder = [...tree.files.keys()].some(
    (path) => MARKDOWN.test(path) && path.startsWith(`${set}/`),
  );
  return set !== "" && isFolder ? set : commonFolder(tree);
}

/** Returns the URL path of an article or page, or undefined if code computes it. */
function pelicanUrlPath(page: Page, layout: Layout): string | undefined {
  const pattern = textOf(page.front, "url") ?? patternOf(page, layout);
  if (pattern === undefined || pattern.includes(UNKNOWN)) return undefined;
  let isWhole = true;
  const path = pattern.replaceAll(
    /\{(\w+)(?:\.(\w+))?(?::([^{}]*))?\}/g,
    (_, token: string, part: string | undefined, format: string | undefined) => {
      const value =
        token === "date" ? dateText(page, { part, format }) : tokenValue(token, page, layout);
      if (value === undefined) isWhole = false;
      return value ?? "";
    },
  );
  if (!isWhole || /[{}]/.test(path) || /^\w+:/.test(path)) return undefined;
  return `/${path}`.replaceAll(/\/{2,}/g, "/").replace(/\/index\.html$/, "/");
}

/** URL patterns that apply without configuration. */
const PATTERNS: Readonly<Record<string, string>> = {
  ARTICLE: "{slug}.html",
  ARTICLE_LANG: "{slug}-{lang}.html",
  PAGE: "pages/{slug}.html",
  PAGE_LANG: "pages/{slug}-{lang}.html",
};

function patternOf(page: Page, { config }: Layout): string | undefined {
  const lang = textOf(page.front, "lang");
  const isTranslated = lang !== undefined && lang !== mainLanguageOf(config);
  const kind = `${isPage(page, config) ? "PAGE" : "ARTICLE"}${isTranslated ? "_LANG" : ""}`;
  return textOf(config, `${kind}_URL`) ?? textOf(config, `${kind}_SAVE_AS`) ?? PATTERNS[kind];
}

function isPage({ whole }: Pick<Page, "whole">, config: SourceMap): boolean {
  return isIn(whole, config.get("PAGE_PATHS") ?? ["pages"]) === true;
}

/** Returns whether Pelican reads a file neither as an article nor as a page. */
function isNotBuilt(path: string, root: string, config: SourceMap): boolean {
  const inside = root === "" ? path : path.slice(root.length + 1);
  const isBuilt = ([kind, usual]: readonly [string, string]): boolean =>
    isIn(inside, config.get(`${kind}_PATHS`) ?? [usual]) !== false &&
    isIn(inside, config.get(`${kind}_EXCLUDES`) ?? []) !== true;
  const kinds = [
    ["ARTICLE", ""],
    ["PAGE", "pages"],
  ] as const;
  return !kinds.some(isBuilt);
}

/** Returns whether a path is in one of the folders, or undefined if code computes them. */
function isIn(path: string, folders: SourceValue): boolean | undefined {
  if (!isSourceList(folders)) return undefined;
  return folders.some((one) => {
    const folder = typeof one === "string" ? trimFolder(one) : UNKNOWN;
    return folder === "" || path.startsWith(`${folder}/`);
  });
}

function trimFolder(folder: string): string {
  return folder.replaceAll(/^(?:\.?\/)+|\/+$|^\.$/g, "");
}

function tokenValue(token: string, page: Page, { config }: Layout): string | undefined {
  const { front, whole, path } = page;
  switch (token) {
    case "slug":
      return slugOf(page, config);
    case "lang":
      return textOf(front, "lang") ?? mainLanguageOf(config);
    case "category":
      return slugify(categoryOf(page, config), config);
    case "author":
      return slugify(authorOf(page, config), config);
    case "path_no_ext":
      return whole;
    case "path":
      return whole + posix.extname(path);
    default:
      return textOf(front, token);
  }
}

function categoryOf({ front, whole }: Page, config: SourceMap): string {
  const folder = whole.split("/").at(-2);
  const usesFolder = textOf(config, "USE_FOLDER_AS_CATEGORY") !== "False";
  const own = textOf(front, "category") ?? (usesFolder ? folder : undefined);
  return own ?? textOf(config, "DEFAULT_CATEGORY") ?? "misc";
}

function authorOf({ front }: Page, config: SourceMap): string {
  const authors = front.get("authors");
  const [first] = authors !== undefined && isSourceList(authors) ? authors : [];
  const listed = typeof first === "string" ? first : undefined;
  return textOf(front, "author") ?? listed ?? textOf(config, "AUTHOR") ?? "";
}

function mainLanguageOf(config: SourceMap): string {
  return textOf(config, "DEFAULT_LANG") ?? "en";
}

/** A file name with a date and a slug, as in Pelican's documentation. */
const NAME_WITH_SLUG = /^\(\?P<date>\\d\{4\}-\\d\{2\}-\\d\{2\}\)([-_])\(\?P<slug>\.\*\)$/;

function slugOf(page: Page, config: SourceMap): string | undefined {
  const own = textOf(page.front, "slug");
  if (own !== undefined) return own;
  const name = lastPathPart({ key: page.whole });
  const inNames = textOf(config, "FILENAME_METADATA") ?? "";
  const sign = NAME_WITH_SLUG.exec(inNames)?.[1];
  if (sign !== undefined) {
    const [, rest] = new RegExp(String.raw`^\d{4}-\d{2}-\d{2}${sign}(.+)$`).exec(name) ?? [];
    if (rest !== undefined) return rest;
  } else if (`${inNames}${textOf(config, "PATH_METADATA") ?? ""}`.includes("<slug>")) {
    return undefined;
  }
  const isFromName = textOf(config, "SLUGIFY_SOURCE") === "basename";
  return slugify(isFromName ? name : (textOf(page.front, "title") ?? ""), config);
}

/** Returns the slug that Pelican makes of a text, or undefined if that depends on its code. */
function slugify(text: string, config: SourceMap): string | undefined {
  if (config.has("SLUG_REGEX_SUBSTITUTIONS")) return undefined;
  const isUnicode = textOf(config, "SLUGIFY_USE_UNICODE") === "True";
  const plain = isUnicode
    ? text.normalize("NFKC")
    : text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  // Other letters are spelled with Latin letters, by a table of Pelican's.
  if (!isUnicode && /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(plain)) return undefined;
  const kept = plain.replaceAll(isUnicode ? /[^\p{L}\p{M}\p{N}_\s-]/gu : /[^\w\s-]/g, "");
  const slug = kept.trim().replaceAll(/[-\s]+/g, "-");
  if (slug === "") return undefined;
  return textOf(config, "SLUGIFY_PRESERVE_CASE") === "True" ? slug : slug.toLowerCase();
}

/** Expands `{date:%Y/%m}` and `{date.year}`. */
function dateText(
  { date }: Page,
  { part, format }: { readonly part: string | undefined; readonly format: string | undefined },
): string | undefined {
  if (date === undefined) return undefined;
  const { year, month, date: day, yearDay, monthName, weekdayName } = splitDay(date);
  if (part !== undefined) {
    const parts = { year, month: String(Number(month)), day: String(Number(day)) };
    const value = new Map(Object.entries(parts)).get(part);
    return format === undefined || value === undefined ? value : padded(value, format);
  }
  const values = new Map(
    Object.entries({
      Y: year,
      m: month,
      d: day,
      y: year.slice(2),
      j: String(yearDay).padStart(3, "0"),
      b: monthName.slice(0, 3),
      B: monthName,
      a: weekdayName.slice(0, 3),
      A: weekdayName,
    }),
  );
  let isWhole = format !== undefined;
  const text = (format ?? "").replaceAll(/%(-?)(\w)/g, (_, bare: string, letter: string) => {
    const value = values.get(letter);
    if (value === undefined) isWhole = false;
    return bare === "" ? (value ?? "") : (value ?? "").replace(/^0+(?=\d)/, "");
  });
  return isWhole ? text : undefined;
}

/** Expands a number's format such as `02d`. */
function padded(value: string, format: string): string | undefined {
  const [, width] = /^0(\d)d?$/.exec(format) ?? [];
  return width === undefined ? undefined : value.padStart(Number(width), "0");
}
