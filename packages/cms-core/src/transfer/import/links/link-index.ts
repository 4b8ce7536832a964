import type { Layout } from "../frameworks/framework.ts";
import type { Place } from "../project/place-file.ts";
import { URL_KEYS, type SourceMap } from "../source/source-keys.ts";
import type { SourceTree } from "../source/source-tree.ts";

/** The parts of an entry that the index needs: its place and its names. */
export interface LinkableEntry extends Place {
  readonly slug: string;
  /** URL paths according to the framework, without the language, most likely first. */
  readonly urlPaths: readonly string[];
  /** The most likely URL path, with the language. */
  readonly urlPath: string;
  /** URL paths and names from front matter: permalink, url, aliases. */
  readonly names: readonly string[];
}

/** Looks up entries by URL path, name, and place. Names shared by two entries find neither. */
export interface LinkIndex {
  /** Returns the path of the entry at a URL path such as `/blog/my-post/`, as seen from a page in a language. */
  at(urlPath: string, language: string | undefined): string | undefined;
  /**
   * Returns the path of the entry with a note name, post name, or alias: of several the nearest to the file `from`,
   * then the one with the shortest path.
   */
  named(name: string, from: string): string | undefined;
  /**
   * Returns the path of the untranslated page with a URL path, otherwise of the only entry whose place ends with the
   * URL path or the other way around.
   */
  ending(urlPath: string, language: string | undefined): string | undefined;
}

const AMBIGUOUS = "";
/** Shorter endings are ambiguous: `/api/search` doesn't mean just any page called `search`. */
const MIN_UNIQUE_PARTS = 2;

/** Builds the index of all entries in an import. */
export function makeLinkIndex(
  entries: readonly LinkableEntry[],
  { ownLanguageFirst }: { readonly ownLanguageFirst: boolean },
): LinkIndex {
  const urlPaths = indexUrlPaths(entries);
  const names = indexNames(entries);
  const ends = indexEnds(entries);
  const languages = new Set(entries.map(({ language }) => language?.toLowerCase() ?? ""));
  return {
    at: (urlPath, language) => {
      const [plain, own] = [normalizeUrlPath(urlPath), addLanguage(urlPath, language)];
      const keys = ownLanguageFirst ? [own, plain] : [plain, own];
      return keys
        .map((key) => unlessAmbiguous(urlPaths.get(key)))
        .find((path) => path !== undefined);
    },
    named: (name, from) => nearest(names.get(normalizeName(name)) ?? [], from)[0],
    ending: (urlPath, language) => {
      const parts = normalizeUrlPath(urlPath).split("/");
      // Pages without a translation are shown in the main language.
      const untranslated = languages.has(parts[0] ?? "")
        ? unlessAmbiguous(urlPaths.get(parts.slice(1).join("/")))
        : undefined;
      if (untranslated !== undefined) return untranslated;
      const tails = parts
        .map((_, index) => parts.slice(index))
        .filter((tail, index) => index === 0 || tail.length >= MIN_UNIQUE_PARTS);
      for (const tail of tails) {
        for (const one of [language ?? "", ""]) {
          const found = ends.get(`${one}:${tail.join("/")}`);
          if (found !== undefined) return unlessAmbiguous(found);
        }
      }
      return undefined;
    },
  };
}

function add(map: Map<string, string>, name: string, path: string): void {
  const before = map.get(name);
  map.set(name, before === undefined || before === path ? path : AMBIGUOUS);
}

function unlessAmbiguous(path: string | undefined): string | undefined {
  return path === AMBIGUOUS ? undefined : path;
}

/** Normalizes to lowercase, without outer slashes and without `.html`, `.md`, or `index`. */
function normalizeUrlPath(urlPath: string): string {
  return urlPath
    .toLowerCase()
    .replace(/\.(?:html?|mdx?|markdown)$/, "")
    .replace(/(?:^|\/)(?:_?index|readme)$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

function addLanguage(urlPath: string, language: string | undefined): string {
  const plain = normalizeUrlPath(urlPath);
  return language === undefined ? plain : `${language.toLowerCase()}/${plain}`.replace(/\/$/, "");
}

function normalizeName(name: string): string {
  return normalizeUrlPath(name).replaceAll(/\s+/g, " ");
}

/** Indexes URL paths. Those in front matter override the framework's most likely ones, which override the others. */
function indexUrlPaths(entries: readonly LinkableEntry[]): Map<string, string> {
  const fromFiles = new Map<string, string>();
  const own = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { path, language, translated, names, urlPaths, urlPath: whole } of entries) {
    add(own, normalizeUrlPath(whole), path);
    for (const name of names) if (name.includes("/")) add(fromFiles, normalizeUrlPath(name), path);
    for (const [index, urlPath] of urlPaths.entries()) {
      const map = index === 0 ? own : others;
      if (!translated) add(map, normalizeUrlPath(urlPath), path);
      if (language !== undefined) add(map, addLanguage(urlPath, language), path);
    }
  }
  const sure = [...others, ...own, ...fromFiles].filter(([, path]) => path !== AMBIGUOUS);
  return new Map(sure);
}

/** Returns the paths that share the most folders with `from`, in their order. */
export function nearest(paths: readonly string[], from: string): readonly string[] {
  if (paths.length < 2) return paths;
  const folders = from.split("/").slice(0, -1);
  const shared = paths.map((path) => {
    const parts = path.split("/");
    const differs = folders.findIndex((folder, index) => folder !== parts[index]);
    return differs === -1 ? folders.length : differs;
  });
  const most = Math.max(...shared);
  return paths.filter((_, index) => shared[index] === most);
}

/** Indexes entries by name, shortest path first. File names come before keys, and keys before aliases. */
function indexNames(entries: readonly LinkableEntry[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const shortestFirst = entries.toSorted((a, b) => {
    return Number(a.translated) - Number(b.translated) || a.path.length - b.path.length;
  });
  const addAll = (namesOf: (entry: LinkableEntry) => readonly string[]): void => {
    const found = shortestFirst.flatMap((entry) => {
      const own = new Set(namesOf(entry).map(normalizeName));
      return [...own].map((name): [string, string] => [name, entry.path]);
    });
    const added = Map.groupBy(
      found.filter(([name]) => !names.has(name)),
      ([name]) => name,
    );
    for (const [name, pairs] of added)
      names.set(
        name,
        pairs.map(([, path]) => path),
      );
  };
  addAll(({ path }) => tailsOf(path.replace(/\.\w+$/, "").replace(/\/_?index$/, "")));
  addAll(({ key, slug, date }) => {
    const dated = date === undefined ? [] : [`${date}-${key.slice(key.lastIndexOf("/") + 1)}`];
    return [key, slug, ...dated];
  });
  addAll((entry) => entry.names);
  return names;
}

function indexEnds(entries: readonly LinkableEntry[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { path, inside, language = "", translated } of entries) {
    for (const tail of tailsOf(normalizeUrlPath(inside))) {
      add(ends, `${language}:${tail}`, path);
      if (!translated && language !== "") add(ends, `:${tail}`, path);
    }
  }
  return ends;
}

/** Returns every tail of a path: `Note`, `Folder/Note`, … */
function tailsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

/** Pages generated by code: templates and components whose file path is their URL path. */
export interface CodePages {
  /** Returns the file that generates the page at a URL path. */
  at(urlPath: string): string | undefined;
}

const TEMPLATE = /\.(?:html?|njk|liquid|webc|hbs|ejs|pug|astro|vue|svelte)$/i;
const SCRIPT = /\.[jt]sx?$/i;
/** Folders in which each script is a page. */
const PAGE_FOLDERS = ["src/pages", "pages", "src/app", "app"];
/** In the app folder of Next, only these files are pages. */
const APP_FILE = /(?:^|\/)(?:page|route)\.[jt]sx?$/;

/** Finds the pages generated by code. Pages with a catch-all segment are ignored, because they would match any path. */
export function findCodePages({ files }: SourceTree, { contentRoot }: Layout): CodePages {
  const fixed = new Map<string, string>();
  const open: { readonly path: string; readonly parts: readonly string[] }[] = [];
  for (const path of files.keys()) {
    const parts = partsOf(path, contentRoot);
    if (parts === undefined || parts.some((part) => part.startsWith("[..."))) continue;
    if (parts.some((part) => part.startsWith("["))) open.push({ path, parts });
    else fixed.set(parts.join("/").toLowerCase(), path);
  }
  return {
    at: (urlPath) => {
      const parts = urlPath.toLowerCase().split("/").filter(Boolean);
      return (
        fixed.get(parts.join("/")) ?? open.find((page) => matchesParts(page.parts, parts))?.path
      );
    },
  };
}

/** Returns the URL path of a file's page, in parts, or undefined if the file isn't a page. */
function partsOf(path: string, contentRoot: string): string[] | undefined {
  const folder = PAGE_FOLDERS.find((one) => path.startsWith(`${one}/`));
  const root = folder ?? contentRoot;
  if (!isPage(path, folder) || !path.startsWith(root === "" ? "" : `${root}/`)) return undefined;
  const stem = path
    .slice(root === "" ? 0 : root.length + 1)
    .replace(/(?:\.11ty)?\.\w+$/, "")
    .replace(/(?:^|\/)(?:index|page|route)$/, "");
  const parts = stem.split("/").filter((part) => part !== "" && !/^\(.*\)$/.test(part));
  if (parts.some((part) => part.startsWith("_"))) return undefined;
  // A leading language segment appears in no URL, or only in those of other languages.
  return /^\[(?:locale|lang|language)\]$/.test(parts[0] ?? "") ? parts.slice(1) : parts;
}

function isPage(path: string, folder: string | undefined): boolean {
  if (TEMPLATE.test(path) || path.endsWith(".11ty.js")) return true;
  if (folder === undefined || !SCRIPT.test(path)) return false;
  return !folder.endsWith("app") || APP_FILE.test(path);
}

/**
 * Returns whether a URL path matches: `download/[version]` fits `download/v20`. A page that only consists of a
 * parameter fits nothing.
 */
function matchesParts(wanted: readonly string[], actual: readonly string[]): boolean {
  const isNamed = wanted.some((part) => !part.startsWith("["));
  return (
    isNamed &&
    wanted.length === actual.length &&
    wanted.every((part, index) => part.startsWith("[") || part.toLowerCase() === actual[index])
  );
}

/** Returns every name in front matter by which others can link to an entry. */
export function linkNames(values: SourceMap): string[] {
  const found: string[] = [];
  for (const key of [...URL_KEYS, "aliases", "alias", "redirect_from"]) {
    const value = values.get(key);
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter((item) => typeof item === "string"));
  }
  return found;
}
