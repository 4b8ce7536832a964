import { isCmsError } from "../../../base/errors.ts";
import { readYaml } from "../../../yaml/yaml.ts";
import { readToml } from "../source/read-document.ts";
import type { Redirect } from "../source/redirects.ts";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import { isOutside, type SourceTree } from "../source/source-tree.ts";
import type { Demands } from "./astro-collections.ts";

export type LayoutKind =
  | "loam"
  | "astro"
  | "hugo"
  | "zola"
  | "jekyll"
  | "eleventy"
  | "next"
  | "obsidian"
  | "plain";

/** Who made a folder of content, and where in it entries and files are. */
export interface Layout {
  readonly kind: LayoutKind;
  /** Folder of the collections, without a final slash; "" is the import folder itself. */
  readonly contentRoot: string;
  /** Folders that a link beginning with `/` may start from, the likeliest first. */
  readonly assetRoots: readonly string[];
  /** Folders at the root that hold templates, styles or built files, never content. */
  readonly generatorFolders: ReadonlySet<string>;
  /** Astro: folders that hold one collection each. "" holds pages whose path is their address. */
  readonly bases: ReadonlyMap<string, string>;
  /** Astro: the collections of each folder, with the files that they include. */
  readonly definedBases: ReadonlyMap<string, readonly DefinedBase[]>;
  /** What the project's own schemas say of keys, by collection. */
  readonly demands: ReadonlyMap<string, Demands>;
  /** Path that the whole site lies under, as `/docs`; "" at the root of its host. */
  readonly basePath: string;
  /** Patterns of addresses by collection, as `/:year/:month/:title/`. */
  readonly permalinks: ReadonlyMap<string, string>;
  /** Languages that the configuration names. */
  readonly languages: ReadonlySet<string>;
  /** What the site's host or framework redirects. */
  readonly redirects: readonly Redirect[];
  /** A link without a language leads to the page in the language of the page that it stands in. */
  readonly ownLanguageFirst: boolean;
  /** A word in place of an address is for a template to make a link of. */
  readonly wordLinks: boolean;
  /** The generator's configuration as it can be read; empty without one. */
  readonly config: SourceMap;
  /** Files of it that cannot be read, with the reason: what they keep off the site is not known. */
  readonly unreadConfigs: ReadonlyMap<string, string>;
  /** Where the site is on the web: hosts of its own absolute addresses, in lower case. */
  readonly hosts: ReadonlySet<string>;
  /** The language that the configuration names as the main one. */
  readonly mainLanguage: string | undefined;
  /** Pages in the main language have it in their addresses, too. */
  readonly mainInPath: boolean;
  /** How file names become addresses, and what stands at their end, where the configuration says. */
  readonly style: AddressStyle;
  /** Collections whose files are data and have no page. */
  readonly pageless: ReadonlySet<string>;
  /** Whether the configuration excludes a file from the site, by its path. */
  readonly isIgnored: (path: string) => boolean;
}

/** A collection of the files in a folder that match its patterns; without patterns, of all. */
interface DefinedBase {
  readonly name: string;
  readonly patterns: readonly string[];
}

interface AddressStyle {
  /** Names are used as they are written. @default false */
  readonly asWritten?: boolean;
  /** Pages are files such as `/blog/trip.html`. @default false */
  readonly ugly?: boolean;
  /** Pages have no slash at the end of their addresses. @default false */
  readonly bare?: boolean;
}

/** What the rules of a framework look at. */
export interface Found {
  readonly tree: SourceTree;
  /** Text of files at the root that tell generators apart, by name. */
  readonly configs: ReadonlyMap<string, string>;
  readonly has: (test: RegExp) => boolean;
}

/** Which collection a file belongs to, and its path in it. */
export interface Split {
  readonly collection: string;
  readonly key: string;
  readonly draft?: boolean;
}

/** What an address is made of. */
export interface Page {
  /** Of its file. */
  readonly path: string;
  /** Path below the root of the content, without language and extension: `blog/2024/trip/index`. */
  readonly inside: string;
  /** The same with the folder of its language. */
  readonly whole: string;
  readonly collection: string;
  readonly key: string;
  /** ISO 8601. */
  readonly date?: string | undefined;
  readonly front: SourceMap;
}

/** The rules of one framework. */
export interface Framework {
  /** The layout of a folder that it made; undefined where another did. */
  readonly detect: (found: Found) => Layout | undefined;
  /** The path below the root of the content that one stands for, where names of files or folders are no part of it. */
  readonly standsFor?: (inside: string) => string;
  /** `isSection` says whether a folder at the root of the content holds more than an index. */
  readonly split: (parts: readonly string[], isSection: (folder: string) => boolean) => Split;
  /** Addresses that a page may have, without the language and the likeliest first. */
  readonly addresses: (page: Page, layout: Layout) => readonly string[];
  /** Whether the place of a file keeps it off the site. @default never */
  readonly keepsOff?: (path: string, layout: Layout, language: string | undefined) => boolean;
  /** Whether the first of them is sure to be the page's own. @default always */
  readonly isSure?: (page: Page, layout: Layout) => boolean;
  /** Addresses have a language where the path has it, and not before all else. @default false */
  readonly languageInPlace?: boolean;
}

export const MARKDOWN: RegExp = /\.(?:md|mdx|markdown)$/i;

/** A layout with what most of them have. */
export function makeLayout(
  kind: LayoutKind,
  contentRoot: string,
  assetRoots: readonly string[],
  more: Partial<Omit<Layout, "generatorFolders">> & { readonly generatorFolders?: string } = {},
): Layout {
  const { generatorFolders = "", ...rest } = more;
  return {
    kind,
    contentRoot,
    assetRoots,
    bases: new Map(),
    definedBases: new Map(),
    demands: new Map(),
    basePath: "",
    permalinks: new Map(),
    languages: new Set(),
    redirects: [],
    ownLanguageFirst: false,
    wordLinks: false,
    hosts: new Set(),
    mainLanguage: undefined,
    mainInPath: false,
    style: {},
    pageless: new Set(),
    isIgnored: () => false,
    config: new Map(),
    unreadConfigs: new Map(),
    ...rest,
    // Where the content has a folder of its own, one of these names in it is content.
    generatorFolders: new Set(contentRoot === "" ? generatorFolders.split(" ") : []),
  };
}

/** Files about the project that lie beside its content. */
export function isProjectNote(path: string): boolean {
  return /^(?:README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE)\.\w+$/i.test(
    path,
  );
}

const WRAPPERS: ReadonlySet<string> = new Set([
  "content",
  "contents",
  "src",
  "source",
  "input",
  "site",
  "data",
  "app",
  "website",
]);

/** The folder whose folders are the collections: below wrappers such as `src/content`. */
export function commonFolder(tree: SourceTree): string {
  const folders = [...tree.files.keys()]
    .filter((path) => MARKDOWN.test(path) && !isOutside(path) && !isProjectNote(path))
    .map((path) => path.split("/").slice(0, -1));
  for (let depth = 0; ; depth += 1) {
    const names = new Set(folders.map((folder) => folder[depth]));
    const [only] = names;
    if (names.size !== 1 || only === undefined || !WRAPPERS.has(only)) {
      return (folders[0] ?? []).slice(0, depth).join("/");
    }
  }
}

/** `<section>/…` is a section, its index too; files beside the sections, and single bundles, are pages. */
export function bySection(parts: readonly string[], isSection: (folder: string) => boolean): Split {
  const [first = "", ...rest] = parts;
  const name = parts.at(-1) ?? "";
  if (name === "_index") {
    return { collection: "sections", key: parts.slice(0, -1).join("/") || "home" };
  }
  if (rest.length === 0) return { collection: "pages", key: first };
  if (rest.length === 1 && name === "index") {
    return { collection: isSection(first) ? first : "pages", key: first };
  }
  return { collection: first, key: rest.join("/") };
}

/** The address of a page whose place in the folder is its address: `/blog/2024/trip`. */
export function addressOfPath({ inside }: Pick<Page, "inside">): string {
  return `/${inside.replace(/(?:^|\/)_?index$/i, "")}`;
}

/** The same, where a page is a folder with an index of its own: `/blog/2024/trip/`. */
export function asFolder(address: string): string {
  return /(?:\/|\.(?:html?|json|xml|txt))$/.test(address) ? address : `${address}/`;
}

/** `/blog/2024/trip` with another last part. */
export function withLast(address: string, last: string): string {
  return address.slice(0, address.lastIndexOf("/") + 1) + last;
}

/** The text of a key in front matter, where it has one. */
export function textOf(front: SourceMap, key: string): string | undefined {
  return textIn(front.get(key));
}

/** The same of a key however its letters are cased. */
export function textOfAnyCase(front: SourceMap, key: string): string | undefined {
  return textIn(valueIn(front, key));
}

function textIn(value: SourceValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** The value of a key, however its letters are cased: for Hugo `Draft` is `draft`. */
export function valueIn(map: SourceMap, name: string): SourceValue | undefined {
  const exact = map.get(name);
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  for (const [key, value] of map) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** The configuration among the files of a folder; one that cannot be read says nothing. */
export function readConfig(configs: Found["configs"], name: RegExp): SourceMap {
  const [path, text] = [...configs].find(([one]) => name.test(one)) ?? ["", ""];
  const read = parseConfig(path, text);
  return typeof read === "string" ? new Map() : read;
}

/** A configuration in YAML, TOML, or JSON; else why it cannot be read. */
export function parseConfig(path: string, text: string): SourceMap | string {
  const at = { path, firstLine: 1 };
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  try {
    if (path.endsWith(".toml")) return readToml(plain, at);
    const begun = plain.replace(/^---[ \t]*\n/, "");
    return readYaml(begun, { ...at, firstLine: begun === plain ? 1 : 2, expand: true });
  } catch (error) {
    if (isCmsError(error)) return error.message;
    throw error;
  }
}

const TOKEN = /:(\w+)/g;

/**
 * The address that a pattern such as `/:year/:month/:title/` of Jekyll or Hugo makes for a page; undefined
 * where the pattern has something that only a run of the generator knows.
 *
 * @param own what the tokens of names and titles stand for, which generators make otherwise
 */
export function expandPermalink(
  pattern: string,
  page: Page,
  own: Partial<Record<string, string>>,
): string | undefined {
  const values = { ...tokensOf(page), ...own };
  const tokens = [...pattern.matchAll(TOKEN)].map(([, name = ""]) => name);
  if (tokens.some((name) => values[name] === undefined)) return undefined;
  const path = pattern.replaceAll(TOKEN, (_, name: string) => values[name] ?? "");
  return `/${path}`.replaceAll(/\/{2,}/g, "/");
}

function tokensOf(page: Page): Partial<Record<string, string>> {
  const { inside, collection, key, date } = page;
  const path = key.replace(/\/?_?index$/i, "");
  const [year = "", month = "", day = ""] = date?.slice(0, 10).split("-") ?? [];
  const sections = inside.split("/").slice(0, -1).join("/");
  return {
    ...(date !== undefined && {
      year,
      month,
      day,
      i_month: String(Number(month)),
      i_day: String(Number(day)),
      short_year: year.slice(2),
    }),
    path,
    collection,
    section: inside.split("/")[0] ?? "",
    sections,
    categories: categoriesOf(page).join("/"),
  };
}

/** Categories in front matter, in lower case. */
export function categoriesOf({ front }: Pick<Page, "front">): string[] {
  const value = front.get("categories") ?? front.get("category") ?? "";
  const words = isSourceList(value)
    ? value.filter((item) => typeof item === "string")
    : typeof value === "string"
      ? value.split(/\s+/)
      : [];
  return words.map((word) => word.toLowerCase());
}

/** The last part of a page's path: the name of its file, or of the folder that it is the index of. */
export function nameOf({ key }: Pick<Page, "key">): string {
  const path = key.replace(/\/?_?index$/i, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The host of an absolute address, as a set for a layout. */
export function hostsOf(...addresses: readonly (string | undefined)[]): Set<string> {
  const known = addresses.filter((one) => one !== undefined && URL.canParse(one));
  const hosts = known.map((one) => new URL(one ?? "").host.toLowerCase());
  return new Set(hosts.filter((host) => host !== ""));
}

/** `https://example.com/docs/` → `/docs`. */
export function basePathOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return "";
  return new URL(address).pathname.replace(/\/$/, "");
}
