import { parseCalendarDate } from "../../../base/instant.ts";
import {
  isProjectNote,
  type Layout,
  type LayoutKind,
  MARKDOWN,
  type Split,
} from "../frameworks/framework.ts";
import type { SkipReason } from "../source/report.ts";
import { isOutside, type SourceTree } from "../source/source-tree.ts";
import { frameworkOf, isAboutCode } from "./find-project.ts";
import {
  findLanguages,
  firstFolder,
  isLanguage,
  type LanguageFolders,
  takeLanguage,
  type WithoutLanguage,
} from "./language-folders.ts";

/** Location of an entry file, derived from its path alone. */
export interface Place {
  /** Path of its file. Of an entry in a file with several, the path, `#`, and the entry's ID. */
  readonly path: string;
  /** Path of its file, if that contains several entries. */
  readonly file?: string;
  /** Name of the collection, spelled like the folder. */
  readonly collection: string;
  /** Path inside the collection, without language, extension, and bundle file: `2024/my-trip`. */
  readonly key: string;
  /** Path below the content root, without language and extension. */
  readonly inside: string;
  /** The same path with its language folder. */
  readonly whole: string;
  /** Absent if the folder has one language. */
  readonly language?: string;
  /** Its folder, if there are too many folders to make each a collection. */
  readonly folder?: string;
  /** Whether it is not in the main language. */
  readonly translated: boolean;
  /** `YYYY-MM-DD` from a file name such as `2024-01-31-title.md`. */
  readonly date?: string;
  /** Whether its folder marks it as a draft. */
  readonly draft: boolean;
  /** Whether it is a JSON, YAML, or TOML file of a data collection, with fields but no body. */
  readonly data: boolean;
}

const DATA = /\.(?:json|ya?ml|toml)$/i;

const BUNDLE = /(?:^|\/)index$/i;

const DATED_NAME = /^(\d{4})-(\d{2})-(\d{2})-(.+)$/;
/** Jekyll also accepts `2024-3-5` and `24-03-05`. */
const JEKYLL_NAME = /^(\d{4}|\d{2})-(\d{1,2})-(\d{1,2})-(.+)$/;
/** Draft folders of Jekyll and Hexo, at any depth. */
const DRAFT_FOLDER = /(?:^|\/)_drafts\//;

/** Eleventy's folders for templates and data, in any input folder. */
const TEMPLATES = /(?:^|\/)_(?:includes|layouts|data)\//;

/** With more folders at the root of plain Markdown, they are topics of one collection. */
const MAX_COLLECTIONS = 20;

/** Generators that omit the date of a file name from its URL. */
const DATE_IS_NO_SLUG: ReadonlySet<LayoutKind> = new Set(["jekyll", "eleventy", "zola"]);

/** Generators that treat `about.fr.md` as a French page. */
const LANGUAGE_IN_NAME: ReadonlySet<LayoutKind> = new Set(["hugo", "zola"]);

/** Pages in unsupported markup. */
const OTHER_MARKUP = /\.(?:html?|adoc|asciidoc|rst|org|pandoc|njk|liquid|ipynb|webc|mdoc)$/i;

/** Files that identify a code folder. */
const MANIFEST =
  /^(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|setup\.py|Gemfile|[\w-]+\.gemspec|composer\.json|pom\.xml|CMakeLists\.txt|Makefile)$/;

export interface PlacedFiles {
  /** Files that are entries, in path order. */
  readonly places: readonly Place[];
  /** Why other files aren't entries, by path. Files that content can use have no reason yet. */
  readonly skipReasons: ReadonlyMap<string, SkipReason>;
}

/** Determines which files of the tree are entries, and where each belongs. */
export function placeFiles(tree: SourceTree, layout: Layout): PlacedFiles {
  const skipReasons = new Map<string, SkipReason>();
  const inside = new Map<string, Inside>();
  const isCode = [...tree.files.keys()].some((path) => MANIFEST.test(path));
  for (const path of tree.files.keys()) {
    const several = layout.collectionFiles.find((file) => file.path === path);
    if (several?.parser.kind === "code") skipReasons.set(path, "parser");
    if (layout.kind === "loam" || several !== undefined) continue;
    const found = findInside(path, { layout, isCode });
    if (typeof found === "string") skipReasons.set(path, found);
    else if (found !== undefined) inside.set(path, found);
  }
  const languages = findLanguages(
    [...inside.values()].map(({ stem }) => stem),
    layout,
  );
  const isFlat =
    layout.contentRoot === "" && [...inside.keys()].every((path) => !path.includes("/"));
  const sections = sectionsOf([...inside.values()], languages);
  const areTopics = layout.kind === "plain" && sections.size > MAX_COLLECTIONS;
  const places = [...inside].map(([path, one]) =>
    locateEntry(path, one, { tree, layout, languages, isFlat, areTopics, sections }),
  );
  return { places, skipReasons };
}

interface Inside {
  /** Path below the content root, without extension. */
  readonly stem: string;
  readonly data: boolean;
}

/**
 * Returns the location of an entry file in the content, the reason why it isn't an entry, or undefined for other files.
 */
function findInside(
  path: string,
  { layout, isCode }: { readonly layout: Layout; readonly isCode: boolean },
): Inside | SkipReason | undefined {
  if (isOutside(path)) return "outside";
  const data = !MARKDOWN.test(path);
  const rest = insideContent(path, layout);
  if (typeof rest === "string") return data ? undefined : rest;
  if (data && !isDataEntry(path, rest, layout)) {
    return OTHER_MARKUP.test(path) ? "markup" : undefined;
  }
  if (isCode && layout.kind === "plain" && isAboutCode(path)) return "project";
  const stem = rest.inside.replace(/\.\w+$/, "");
  return { stem: frameworkOf(layout).standsFor?.(stem) ?? stem, data };
}

interface Rest {
  readonly inside: string;
  /** Whether the configuration names the folder. */
  readonly named: boolean;
}

function insideContent(path: string, layout: Layout): Rest | SkipReason {
  if (isOfGenerator(path, layout)) return "generator";
  for (const [folder, collection] of layout.bases) {
    if (!path.startsWith(`${folder}/`)) continue;
    const rest = path.slice(folder.length + 1);
    return { inside: collection === "" ? rest : `${collection}/${rest}`, named: collection !== "" };
  }
  const root = layout.contentRoot;
  const rest = root === "" ? path : path.slice(root.length + 1);
  // Files about the project can also be next to the sections, if several sites share a folder.
  if (layout.kind !== "obsidian" && (isProjectNote(path) || isProjectNote(rest))) return "project";
  if (root !== "" && !path.startsWith(`${root}/`)) return "outside";
  return { inside: rest, named: false };
}

function isOfGenerator(path: string, { kind, generatorFolders }: Layout): boolean {
  if (generatorFolders.has(path.slice(0, path.indexOf("/")))) return true;
  return kind !== "jekyll" && TEMPLATES.test(path);
}

/** Astro keeps authors and similar records as data files next to its Markdown collections. */
function isDataEntry(path: string, { inside, named }: Rest, { kind }: Layout): boolean {
  return kind === "astro" && DATA.test(path) && (named || inside.includes("/"));
}

interface PlaceOptions {
  readonly tree: SourceTree;
  readonly layout: Layout;
  readonly languages: LanguageFolders;
  /** Whether all entries are directly in the import folder, which is then the only collection. */
  readonly isFlat: boolean;
  /** Whether the import folder is the only collection and each of its folders a topic. */
  readonly areTopics: boolean;
  /** Folders at the content root that contain more than an index. */
  readonly sections: ReadonlySet<string>;
}

function sectionsOf(files: readonly Inside[], languages: LanguageFolders): Set<string> {
  const paths = files.map(({ stem }) => takeLanguage(stem, languages).inside);
  const inFolders = paths.filter((path) => path.includes("/") && !/^[^/]+\/_?index$/i.test(path));
  return new Set(inFolders.map((path) => path.slice(0, path.indexOf("/"))));
}

function locateEntry(path: string, { stem, data }: Inside, options: PlaceOptions): Place {
  const { layout, languages, areTopics } = options;
  const { kind } = layout;
  const split = splitLanguage(stem, languages, layout);
  const { collection, key, draft = false } = splitOf(path, split.inside, options);
  const own = BUNDLE.test(key) && key.includes("/") ? key.replace(/\/index$/i, "") : key;
  const slash = own.lastIndexOf("/") + 1;
  const { date, title } = datedName(own.slice(slash), kind);
  const where = { ...split, ...(areTopics && topicOf(split)) };
  const isOff = draft || isHidden(path, { key, layout, language: split.language });
  const place = { path, ...where, collection, key: own, draft: isOff, data };
  if (date === undefined || kind === "obsidian") return place;
  return { ...place, key: DATE_IS_NO_SLUG.has(kind) ? own.slice(0, slash) + title : own, date };
}

/** Splits the language from a path, in folders and in the file name, with and without language folders. */
function splitLanguage(
  stem: string,
  languages: LanguageFolders,
  layout: Layout,
): WithoutLanguage & Pick<Place, "whole"> {
  const inFolder = takeLanguage(stem, languages);
  const split = languageInName(inFolder, layout);
  return { ...split, whole: split === inFolder ? stem : stem.replace(/\.[\w-]+$/, "") };
}

/** Returns whether a file's name or folder hides its page. */
function isHidden(
  path: string,
  {
    key,
    layout,
    language,
  }: { readonly key: string; readonly layout: Layout; readonly language: string | undefined },
): boolean {
  const isNamed =
    layout.kind === "astro"
      ? key.split("/").some((part) => part.startsWith("_"))
      : DRAFT_FOLDER.test(path);
  if (isNamed || layout.isIgnored(path)) return true;
  const isOff = frameworkOf(layout).isLanguageOff;
  return language !== undefined && isOff?.(layout.config, language) === true;
}

/** Splits the leading date from a file name. */
function datedName(
  name: string,
  kind: LayoutKind,
): { readonly date: string | undefined; readonly title: string } {
  const format = kind === "jekyll" ? JEKYLL_NAME : DATED_NAME;
  const [, year = "", month = "", day = "", title = ""] = format.exec(name) ?? [];
  const century = year.length === 4 ? "" : Number(year) < 69 ? "20" : "19";
  const date = parseCalendarDate(
    `${century}${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
  );
  return { date, title };
}

function topicOf({ inside }: WithoutLanguage): Pick<Place, "folder"> {
  const folder = firstFolder(inside);
  return folder === undefined ? {} : { folder };
}

function splitOf(
  path: string,
  inside: string,
  { tree, layout, isFlat, areTopics, sections }: PlaceOptions,
): Split {
  if (areTopics) return { collection: tree.name, key: inside };
  const parts = inside.split("/");
  const base = [...layout.bases].find(([folder, name]) => {
    return name !== "" && path.startsWith(`${folder}/`);
  })?.[0];
  if (base !== undefined) {
    const collection = findSharingCollection(path, base, layout) ?? parts[0] ?? "";
    return { collection, key: parts.slice(1).join("/") };
  }
  const split = frameworkOf(layout).split(parts, (folder) => sections.has(folder));
  return isFlat && split.collection === "pages" ? { ...split, collection: tree.name } : split;
}

/** Returns the collection in a shared folder whose patterns match a file. */
function findSharingCollection(
  path: string,
  base: string,
  { definedBases }: Layout,
): string | undefined {
  const rest = path.slice(base.length + 1);
  const members = definedBases.get(base) ?? [];
  // A collection with patterns has precedence over one that includes the whole folder.
  return members.find(({ isWhole, includes }) => !isWhole && includes(rest))?.name;
}

function languageInName(
  split: WithoutLanguage,
  { kind, mainLanguage = "en" }: Layout,
): WithoutLanguage {
  const [, inside, language] = /^(.+)\.([\w-]+)$/.exec(split.inside) ?? [];
  if (!LANGUAGE_IN_NAME.has(kind) || inside === undefined || language === undefined) return split;
  const translated = language.toLowerCase() !== mainLanguage.toLowerCase();
  return isLanguage(language) ? { inside, language, translated } : split;
}
