import { type Layout, type LayoutKind, MARKDOWN, isProjectNote } from "./layout.ts";
import type { SkipReason } from "./report.ts";
import type { SourceTree } from "./source-tree.ts";

/** Where an entry file stands: what its path alone says. */
export interface Place {
  readonly path: string;
  /** Name of the collection, as the folder spells it. */
  readonly collection: string;
  /** Path inside the collection, without extension and bundle file: `2024/my-trip`. */
  readonly key: string;
  /** `YYYY-MM-DD` from a file name such as `2024-01-31-title.md`. */
  readonly date?: string;
  /** The folder says that it is not to be published. */
  readonly draft: boolean;
  /** JSON, YAML and TOML files of a data collection have fields but no body. */
  readonly data: boolean;
  /** File of a bundle (`my-trip/index.md`): its folder is its own. */
  readonly bundle: boolean;
}

interface Split {
  readonly collection: string;
  readonly key: string;
  readonly draft?: boolean;
}

type Placer = (parts: readonly string[], tree: SourceTree) => Split;

const DATA = /\.(?:json|ya?ml|toml)$/i;
const BUNDLE = /(?:^|\/)index$/i;
const DATED_NAME = /^(\d{4}-\d{2}-\d{2})-(.+)$/;
/** Eleventy's folders of templates and data, wherever its input folder is. */
const TEMPLATES = /(?:^|\/)_(?:includes|layouts|data)\//;
/** Generators that take the date out of the address they make from a file's name. */
const DATE_IS_NO_SLUG: ReadonlySet<LayoutKind> = new Set(["jekyll", "eleventy", "zola"]);
/** Pages in a markup that is not read. */
const OTHER_MARKUP = /\.(?:html?|adoc|asciidoc|rst|org|pandoc|njk|liquid|ipynb)$/i;

const PLACERS: Readonly<Record<Exclude<LayoutKind, "loam">, Placer>> = {
  astro: bySection,
  hugo: bySection,
  zola: bySection,
  jekyll: byJekyllFolder,
  eleventy: bySection,
  obsidian: byVaultFolder,
  plain: bySection,
};

export interface PlacedFiles {
  /** Files that are entries, in path order. */
  readonly places: readonly Place[];
  /** Why other files are none, by path; those that content may lead to have no reason yet. */
  readonly aside: ReadonlyMap<string, SkipReason>;
}

/** Tells which files of the tree are entries, and where each belongs. */
export function placeFiles(tree: SourceTree, layout: Layout): PlacedFiles {
  const flat = isFlat(tree, layout);
  const places: Place[] = [];
  const aside = new Map<string, SkipReason>();
  for (const path of tree.files.keys()) {
    const place = placeFile(path, { tree, layout, flat });
    if (typeof place === "string") aside.set(path, place);
    else if (place !== undefined) places.push(place);
  }
  return { places, aside };
}

/** Whether all entries lie directly in the import folder, which then is the one collection. */
function isFlat(tree: SourceTree, layout: Layout): boolean {
  if (layout.contentRoot !== "") return false;
  return ![...tree.files.keys()].some(
    (path) => MARKDOWN.test(path) && path.includes("/") && !isOfGenerator(path, layout),
  );
}

function placeFile(
  path: string,
  { tree, layout, flat }: { tree: SourceTree; layout: Layout; flat: boolean },
): Place | SkipReason | undefined {
  if (layout.kind === "loam") return undefined;
  const markdown = MARKDOWN.test(path);
  const inside = insideContent(path, layout);
  if (typeof inside === "string") return markdown ? inside : undefined;
  if (!markdown && !isDataEntry(path, inside, layout)) {
    return OTHER_MARKUP.test(path) ? "markup" : undefined;
  }
  const stem = inside.rest.replace(/\.\w+$/, "");
  const parts = stem.split("/");
  const split =
    inside.base === undefined
      ? PLACERS[layout.kind](parts, tree)
      : { collection: inside.base, key: stem };
  const collection = flat && split.collection === "pages" ? tree.name : split.collection;
  return { path, ...named(collection, split, layout), data: !markdown };
}

interface Inside {
  readonly rest: string;
  /** Collection that `content.config.ts` gives to the folder. */
  readonly base?: string;
}

function insideContent(path: string, layout: Layout): Inside | SkipReason {
  if (isOfGenerator(path, layout)) return "generator";
  for (const [folder, base] of layout.bases) {
    if (path.startsWith(`${folder}/`)) return { rest: path.slice(folder.length + 1), base };
  }
  if (layout.kind !== "obsidian" && isProjectNote(path)) return "project";
  const root = layout.contentRoot;
  if (root === "") return { rest: path };
  return path.startsWith(`${root}/`) ? { rest: path.slice(root.length + 1) } : "outside";
}

function isOfGenerator(path: string, { kind, generatorFolders }: Layout): boolean {
  if (generatorFolders.has(path.slice(0, path.indexOf("/")))) return true;
  return kind !== "jekyll" && TEMPLATES.test(path);
}

/** Astro keeps authors and the like as data files beside its Markdown collections. */
function isDataEntry(path: string, { rest, base }: Inside, { kind }: Layout): boolean {
  return kind === "astro" && DATA.test(path) && (base !== undefined || rest.includes("/"));
}

function named(
  collection: string,
  { key, draft = false }: Split,
  { kind }: Layout,
): Omit<Place, "path" | "data"> {
  const bundle = BUNDLE.test(key) && key.includes("/");
  const own = bundle ? key.replace(/\/index$/i, "") : key;
  const slash = own.lastIndexOf("/") + 1;
  const [, date, title = ""] = DATED_NAME.exec(own.slice(slash)) ?? [];
  const unlisted = kind === "astro" && key.split("/").some((part) => part.startsWith("_"));
  const place = { collection, key: own, draft: draft || unlisted, bundle };
  if (date === undefined || kind === "obsidian") return place;
  return { ...place, key: DATE_IS_NO_SLUG.has(kind) ? own.slice(0, slash) + title : own, date };
}

/** `<section>/…` is a section; files beside the sections, and single bundles, are pages. */
function bySection(parts: readonly string[]): Split {
  const [first = "", ...rest] = parts;
  const name = parts.at(-1) ?? "";
  if (/^_index(?:\.\w+)?$/.test(name)) return { collection: "sections", key: sectionKey(parts) };
  if (rest.length === 0) return { collection: "pages", key: first };
  if (rest.length === 1 && name === "index") return { collection: "pages", key: parts.join("/") };
  return { collection: first, key: rest.join("/") };
}

function sectionKey(parts: readonly string[]): string {
  const language = /^_index\.(\w+)$/.exec(parts.at(-1) ?? "")?.[1];
  const key = parts.slice(0, -1).join("/") || "home";
  return language === undefined ? key : `${key}.${language}`;
}

/** `_posts`, `_drafts` (at any depth), other `_collections`; everything else is a page. */
function byJekyllFolder(parts: readonly string[]): Split {
  const at = parts.findIndex((part) => part === "_posts" || part === "_drafts");
  if (at !== -1) {
    const key = [...parts.slice(0, at), ...parts.slice(at + 1)].join("/");
    return { collection: "posts", key, draft: parts[at] === "_drafts" };
  }
  const [first = "", ...rest] = parts;
  if (first.startsWith("_") && rest.length > 0) {
    return { collection: first.slice(1), key: rest.join("/") };
  }
  return { collection: "pages", key: parts.join("/") };
}

/** A vault's folders are collections; the notes beside them are "notes". */
function byVaultFolder(parts: readonly string[]): Split {
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return { collection: "notes", key: first };
  return { collection: first, key: rest.join("/") };
}
