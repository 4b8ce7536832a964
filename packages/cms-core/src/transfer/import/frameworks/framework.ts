import { isCmsError } from "../../../base/errors.ts";
import { readYaml } from "../../../yaml/yaml.ts";
import { readToml } from "../source/read-document.ts";
import type { Redirect } from "../source/redirects.ts";
import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import { isOutside, type SourceTree } from "../source/source-tree.ts";
import type { DefinedFile, Demands } from "./astro-collections.ts";
import type { PathTest } from "./globs.ts";

export type LayoutKind =
  | "loam"
  | "astro"
  | "hugo"
  | "zola"
  | "jekyll"
  | "eleventy"
  | "next"
  | "obsidian"
  | "pelican"
  | "plain";

/** Generator of a content folder and the locations of its entries and files. */
export interface Layout {
  readonly kind: LayoutKind;
  /** Folder of the collections, without a trailing slash; "" is the import folder itself. */
  readonly contentRoot: string;
  /** Folders that links starting with `/` can refer to, most likely first. */
  readonly assetRoots: readonly string[];
  /** Folders at the root with templates, styles, or built files. They never contain content. */
  readonly generatorFolders: ReadonlySet<string>;
  /** Astro: folders with one collection each. "" contains pages whose file path is their URL path. */
  readonly bases: ReadonlyMap<string, string>;
  /** Astro: the collections of each folder, with their patterns. */
  readonly definedBases: ReadonlyMap<string, readonly DefinedBase[]>;
  /** Astro: files with several entries, each the entries of one collection. */
  readonly collectionFiles: readonly CollectionFile[];
  /** Requirements of the project's own schemas, by collection. */
  readonly demands: ReadonlyMap<string, Demands>;
  /** URL path of the whole site, such as `/docs`; "" at the root of its host. */
  readonly basePath: string;
  /** URL patterns by collection, such as `/:year/:month/:title/`. */
  readonly permalinks: ReadonlyMap<string, string>;
  /** Languages in the configuration. */
  readonly languages: ReadonlySet<string>;
  /** Redirects of the site's host or framework. */
  readonly redirects: readonly Redirect[];
  /** Whether links without a language lead to the page in the language of the linking page. */
  readonly ownLanguageFirst: boolean;
  /** Whether a template turns links with a single word as their target into real links. */
  readonly wordLinks: boolean;
  /** The generator's configuration, as far as it can be read; empty if there is none. */
  readonly config: SourceMap;
  /** Unreadable configuration files, with the reason. Which pages they hide is unknown. */
  readonly unreadConfigs: ReadonlyMap<string, string>;
  /** Hosts of the site, in lowercase. Absolute URLs with these hosts lead to the site itself. */
  readonly hosts: ReadonlySet<string>;
  /** Main language in the configuration. */
  readonly mainLanguage: string | undefined;
  /** Whether URLs of pages in the main language contain the language. */
  readonly mainInPath: boolean;
  /** How file names become URLs and how URLs end, according to the configuration. */
  readonly style: UrlStyle;
  /** Collections whose files are data without pages. */
  readonly pageless: ReadonlySet<string>;
  /** Returns whether the configuration excludes a file from the site. */
  readonly isIgnored: PathTest;
}

/** A collection whose entries are all in one file. */
export interface CollectionFile extends DefinedFile {
  readonly collection: string;
}

/** A collection of the files in a folder that match its patterns, or of all files without patterns. */
export interface DefinedBase {
  readonly name: string;
  /** Whether it has no patterns. */
  readonly isWhole: boolean;
  /** Returns whether it contains a file, by its path in the folder. */
  readonly includes: PathTest;
}

interface UrlStyle {
  /** Whether names are used unchanged. @default false */
  readonly asWritten?: boolean;
  /** Whether pages are files such as `/blog/trip.html`. @default false */
  readonly ugly?: boolean;
  /** Whether URLs have no trailing slash. @default false */
  readonly bare?: boolean;
}

/** The input of a framework's rules. */
export interface DetectionInput {
  readonly tree: SourceTree;
  /** Text of configuration files at the root that identify generators, by name. */
  readonly configs: ReadonlyMap<string, string>;
  readonly has: (test: RegExp) => boolean;
}

/** Collection of a file and its path in it. */
export interface Split {
  readonly collection: string;
  readonly key: string;
  readonly draft?: boolean;
}

/** The parts of a page that determine its URL. */
export interface Page {
  /** Path of the file. */
  readonly path: string;
  /** Path below the content root, without language and extension: `blog/2024/trip/index`. */
  readonly inside: string;
  /** The same path with its language folder. */
  readonly whole: string;
  readonly collection: string;
  readonly key: string;
  /** ISO 8601. */
  readonly date?: string | undefined;
  readonly front: SourceMap;
}

/** Rules of one framework. */
export interface Framework {
  /** Returns the layout of a folder, or undefined if another framework created it. */
  readonly detect: (found: DetectionInput) => Layout | undefined;
  /** Removes the parts of a path below the content root that are not part of the URL. */
  readonly standsFor?: (inside: string) => string;
  /** `isSection` returns whether a folder at the content root contains more than an index. */
  readonly split: (parts: readonly string[], isSection: (folder: string) => boolean) => Split;
  /** Returns possible URL paths of a page without the language, most likely first. */
  readonly urlPaths: (page: Page, layout: Layout) => readonly string[];
  /** Returns whether the site is not built in a language. @default never */
  readonly isLanguageOff?: (config: SourceMap, language: string) => boolean;
  /** Returns whether the first URL path is certain. @default always */
  readonly isSure?: (page: Page, layout: Layout) => boolean;
  /** Whether the language stays at its position in the path instead of coming first. @default false */
  readonly languageInPlace?: boolean;
}

export const MARKDOWN: RegExp = /\.(?:md|mdx|markdown)$/i;

/** Creates a layout with the usual defaults. */
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
    collectionFiles: [],
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
    // In a separate content folder, such a name is content.
    generatorFolders: new Set(contentRoot === "" ? generatorFolders.split(" ") : []),
  };
}

/** Returns whether a file next to the content is about the project itself. */
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

/** Returns the folder that contains the collections, below wrappers such as `src/content`. */
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

/** Treats `<section>/…` as a section, including its index. Files next to the sections and single bundles are pages. */
export function splitBySection(
  parts: readonly string[],
  isSection: (folder: string) => boolean,
): Split {
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

/** Returns the URL path of a page that follows from its file path: `/blog/2024/trip`. */
export function urlPathOfFile({ inside }: Pick<Page, "inside">): string {
  return `/${inside.replace(/(?:^|\/)_?index$/i, "")}`;
}

/** Returns the URL path of a page that is served as a folder index: `/blog/2024/trip/`. */
export function addTrailingSlash(urlPath: string): string {
  return /(?:\/|\.(?:html?|json|xml|txt))$/.test(urlPath) ? urlPath : `${urlPath}/`;
}

/** Replaces the last part of a path such as `/blog/2024/trip`. */
export function replaceLastPart(urlPath: string, last: string): string {
  return urlPath.slice(0, urlPath.lastIndexOf("/") + 1) + last;
}

/** Returns the text of a front matter key, if it has one. */
export function textOf(front: SourceMap, key: string): string | undefined {
  return textIn(front.get(key));
}

/** Like `textOf`, but ignores the case of the key. */
export function textOfAnyCase(front: SourceMap, key: string): string | undefined {
  return textIn(valueIn(front, key));
}

function textIn(value: SourceValue | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** Returns the value of a key and ignores its case: Hugo reads `Draft` as `draft`. */
export function valueIn(map: SourceMap, name: string): SourceValue | undefined {
  const exact = map.get(name);
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  for (const [key, value] of map) if (key.toLowerCase() === wanted) return value;
  return undefined;
}

/** Returns the configuration among the files of a folder, or an empty one if it cannot be read. */
export function readConfig(configs: DetectionInput["configs"], name: RegExp): SourceMap {
  const [path, text] = [...configs].find(([one]) => name.test(one)) ?? ["", ""];
  const read = parseConfig(path, text);
  return typeof read === "string" ? new Map() : read;
}

/** Parses a YAML, TOML, or JSON configuration, or returns why it cannot be read. */
export function parseConfig(path: string, text: string): SourceMap | string {
  const at = { path, firstLine: 1 };
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  try {
    if (path.endsWith(".toml")) return readToml(plain, at);
    const yaml = plain.replace(/^---[ \t]*\n/, "");
    return readYaml(yaml, { ...at, firstLine: yaml === plain ? 1 : 2, expand: true });
  } catch (error) {
    if (isCmsError(error)) return error.message;
    throw error;
  }
}

/** Returns the categories in front matter, in lowercase. */
export function categoriesOf({ front }: Pick<Page, "front">): string[] {
  const value = front.get("categories") ?? front.get("category") ?? "";
  const words = isSourceList(value)
    ? value.filter((item) => typeof item === "string")
    : typeof value === "string"
      ? value.split(/\s+/)
      : [];
  return words.map((word) => word.toLowerCase());
}

/** Returns the last part of a page's path: the name of its file, or of the folder that it is the index of. */
export function lastPathPart({ key }: Pick<Page, "key">): string {
  const path = key.replace(/\/?_?index$/i, "");
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns the hosts of absolute URLs. */
export function hostsOf(...urlPaths: readonly (string | undefined)[]): Set<string> {
  const known = urlPaths.filter((one) => one !== undefined && URL.canParse(one));
  const hosts = known.map((one) => new URL(one ?? "").host.toLowerCase());
  return new Set(hosts.filter((host) => host !== ""));
}

/** `https://example.com/docs/` → `/docs`. */
export function basePathOf(urlPath: string | undefined): string {
  if (urlPath === undefined || !URL.canParse(urlPath)) return "";
  return new URL(urlPath).pathname.replace(/\/$/, "");
}
