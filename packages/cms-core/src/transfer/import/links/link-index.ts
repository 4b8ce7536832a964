import type { Layout } from "../frameworks/framework.ts";
import type { Place } from "../project/place-file.ts";
import { ADDRESS_KEYS, type SourceMap } from "../source/source-keys.ts";
import type { SourceTree } from "../source/source-tree.ts";

/** What the index needs to know of an entry: where it is, and by what other names it goes. */
export interface LinkableEntry extends Place {
  readonly slug: string;
  /** Addresses that its framework makes, without the language, the likeliest first. */
  readonly addresses: readonly string[];
  /** The likeliest of them, with the language. */
  readonly address: string;
  /** Addresses and names from its front matter: permalink, url, aliases. */
  readonly names: readonly string[];
}

/** Looks up entries by address, name and place. What two entries share leads to neither. */
export interface LinkIndex {
  /** Path of the entry at an address such as `/blog/my-post/`, as seen from a page in a language. */
  at(address: string, language: string | undefined): string | undefined;
  /**
   * Path of the entry that a note, post or alias is called; of several the nearest to the file `from`, of
   * these the one with the shortest path.
   */
  named(name: string, from: string): string | undefined;
  /**
   * Path of the entry that an address of a page which is not translated means, else of the only one whose
   * place ends as the address does, or whose place the address ends with.
   */
  ending(address: string, language: string | undefined): string | undefined;
}

const AMBIGUOUS = "";
/** A shorter end of an address says too little: `/api/search` is not any page called `search`. */
const PARTS_THAT_SAY_ENOUGH = 2;

/** Builds the index over all entries of an import. */
export function makeLinkIndex(
  entries: readonly LinkableEntry[],
  { ownLanguageFirst }: { readonly ownLanguageFirst: boolean },
): LinkIndex {
  const addresses = indexAddresses(entries);
  const names = indexNames(entries);
  const ends = indexEnds(entries);
  const languages = new Set(entries.map(({ language }) => language?.toLowerCase() ?? ""));
  return {
    at: (address, language) => {
      const [plain, own] = [normalAddress(address), spoken(address, language)];
      const keys = ownLanguageFirst ? [own, plain] : [plain, own];
      return keys.map((key) => known(addresses.get(key))).find((path) => path !== undefined);
    },
    named: (name, from) => nearest(names.get(normalName(name)) ?? [], from)[0],
    ending: (address, language) => {
      const parts = normalAddress(address).split("/");
      // A page that is not translated is shown in the main language.
      const untranslated = languages.has(parts[0] ?? "")
        ? known(addresses.get(parts.slice(1).join("/")))
        : undefined;
      if (untranslated !== undefined) return untranslated;
      const tails = parts
        .map((_, index) => parts.slice(index))
        .filter((tail, index) => index === 0 || tail.length >= PARTS_THAT_SAY_ENOUGH);
      for (const tail of tails) {
        for (const one of [language ?? "", ""]) {
          const found = ends.get(`${one}:${tail.join("/")}`);
          if (found !== undefined) return known(found);
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

function known(path: string | undefined): string | undefined {
  return path === AMBIGUOUS ? undefined : path;
}

/** Lower case, without slashes at the ends and without `.html`, `.md` or `index`. */
function normalAddress(address: string): string {
  return address
    .toLowerCase()
    .replace(/\.(?:html?|mdx?|markdown)$/, "")
    .replace(/(?:^|\/)(?:_?index|readme)$/, "")
    .replaceAll(/^\/+|\/+$/g, "");
}

function spoken(address: string, language: string | undefined): string {
  const plain = normalAddress(address);
  return language === undefined ? plain : `${language.toLowerCase()}/${plain}`.replace(/\/$/, "");
}

function normalName(name: string): string {
  return normalAddress(name).replaceAll(/\s+/g, " ");
}

/** The likelier an address is that of an entry, the more it counts: what the file says, its own, others. */
function indexAddresses(entries: readonly LinkableEntry[]): Map<string, string> {
  const given = new Map<string, string>();
  const own = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { path, language, translated, names, addresses, address: whole } of entries) {
    add(own, normalAddress(whole), path);
    for (const name of names) if (name.includes("/")) add(given, normalAddress(name), path);
    for (const [index, address] of addresses.entries()) {
      const map = index === 0 ? own : others;
      if (!translated) add(map, normalAddress(address), path);
      if (language !== undefined) add(map, spoken(address, language), path);
    }
  }
  const sure = [...others, ...own, ...given].filter(([, path]) => path !== AMBIGUOUS);
  return new Map(sure);
}

/** Of paths those that share the most folders with another, in their order. */
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

/** By name, the shortest path first. File names go before keys, keys before aliases. */
function indexNames(entries: readonly LinkableEntry[]): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const shortestFirst = entries.toSorted((a, b) => {
    return Number(a.translated) - Number(b.translated) || a.path.length - b.path.length;
  });
  const addAll = (namesOf: (entry: LinkableEntry) => readonly string[]): void => {
    const found = shortestFirst.flatMap((entry) => {
      const own = new Set(namesOf(entry).map(normalName));
      return [...own].map((name): [string, string] => [name, entry.path]);
    });
    const added = Map.groupBy(
      found.filter(([name]) => !names.has(name)),
      ([name]) => name,
    );
    for (const [name, ways] of added)
      names.set(
        name,
        ways.map(([, path]) => path),
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
    for (const tail of tailsOf(normalAddress(inside))) {
      add(ends, `${language}:${tail}`, path);
      if (!translated && language !== "") add(ends, `:${tail}`, path);
    }
  }
  return ends;
}

/** Every tail of a path: `Note`, `Folder/Note`, … */
function tailsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}

/** Pages that a site's code makes: templates and components, whose path is their address. */
export interface CodePages {
  /** The file that makes the page at an address. */
  at(address: string): string | undefined;
}

const TEMPLATE = /\.(?:html?|njk|liquid|webc|hbs|ejs|pug|astro|vue|svelte)$/i;
const SCRIPT = /\.[jt]sx?$/i;
/** Folders in which a script is a page. */
const PAGE_FOLDERS = ["src/pages", "pages", "src/app", "app"];
/** In the app folder of Next only these files are. */
const APP_FILE = /(?:^|\/)(?:page|route)\.[jt]sx?$/;

/** Finds the pages of code in a folder; what has a part that stands for any path is none, as it would be all. */
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
    at: (address) => {
      const parts = address.toLowerCase().split("/").filter(Boolean);
      return fixed.get(parts.join("/")) ?? open.find((page) => fits(page.parts, parts))?.path;
    },
  };
}

/** The address of the page that a file makes, in parts; undefined for any other file. */
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
  // The language is in the address of no page, or of those in other languages.
  return /^\[(?:locale|lang|language)\]$/.test(parts[0] ?? "") ? parts.slice(1) : parts;
}

function isPage(path: string, folder: string | undefined): boolean {
  if (TEMPLATE.test(path) || path.endsWith(".11ty.js")) return true;
  if (folder === undefined || !SCRIPT.test(path)) return false;
  return !folder.endsWith("app") || APP_FILE.test(path);
}

/** `download/[version]` fits `download/v20`; a page that is nothing but a value fits nothing. */
function fits(wanted: readonly string[], given: readonly string[]): boolean {
  const isNamed = wanted.some((part) => !part.startsWith("["));
  return (
    isNamed &&
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("[") || part.toLowerCase() === given[index])
  );
}

/** Every name in front matter that others may link to an entry by. */
export function linkNames(values: SourceMap): string[] {
  const found: string[] = [];
  for (const key of [...ADDRESS_KEYS, "aliases", "alias", "redirect_from"]) {
    const value = values.get(key);
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter((item) => typeof item === "string"));
  }
  return found;
}
