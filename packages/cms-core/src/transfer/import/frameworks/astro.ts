import { posix } from "node:path";
import { type DefinedCollection, readCollections } from "./astro-collections.ts";
import {
  urlPathOfFile,
  addTrailingSlash,
  splitBySection,
  commonFolder,
  type DetectionInput,
  type DefinedBase,
  type Framework,
  type Layout,
  makeLayout,
  MARKDOWN,
  textOf,
  replaceLastPart,
} from "./framework.ts";
import { compileGlob, type PathTest } from "./globs.ts";

export const ASTRO_CONTENT_CONFIG: RegExp =
  /^(?:src\/)?(?:content\/config|content\.config)\.(?:ts|mts|js|mjs)$/;
const ASTRO_CONFIG = /^astro\.config\.\w+$/;
/** Starlight's collection. Its pages are the pages of the site. */
const DOCS = "src/content/docs/";

/** Astro: collections below `src/content` or in configured folders; Starlight's pages in `docs`. */
export const ASTRO: Framework = {
  detect: (found) => {
    const { configs, has, tree } = found;
    const isOther = has(/^(?:next|docusaurus)\.config\.\w+$/);
    const collections = collectionsOf(configs);
    const bases = basesOf(collections);
    const definedBases = definedBasesOf(collections);
    const isAstro = has(ASTRO_CONFIG) || bases.size > 0 || (has(/^src\/content\/.+/) && !isOther);
    if (!isAstro) return undefined;
    if ([...tree.files.keys()].some((path) => path.startsWith("src/pages/") && MARKDOWN.test(path)))
      bases.set("src/pages", "");
    const root = has(/^src\/content\//) ? "src/content" : commonFolder(tree);
    const config = configText(configs);
    return makeLayout("astro", root, ["public", "src", "src/assets", ""], {
      bases,
      definedBases,
      collectionFiles: collections.flatMap(({ name, file }) =>
        file === undefined ? [] : [{ ...file, collection: name }],
      ),
      isIgnored: (path) => isExcludedByCollections(path, definedBases),
      demands: new Map(collections.map(({ name, demands }) => [name, demands])),
      basePath: basePathOf(config),
      permalinks: routesOf(found, bases),
      style: { bare: /\btrailingSlash\s*:\s*["'`]never["'`]/.test(config) },
    });
  },
  // The index of a collection is one of its entries.
  split: (parts, isSection) =>
    parts.length === 2 && parts[1] === "index"
      ? { collection: parts[0] ?? "", key: "index" }
      : splitBySection(parts, isSection),
  urlPaths: (page, { permalinks, style }) => {
    const path = urlPathOfFile(page);
    if (isPage(page.path)) return [style.bare === true ? path : addTrailingSlash(path), path];
    const slug = textOf(page.front, "slug");
    const prefix = permalinks.get(page.collection);
    const shown = (urlPath: string): string =>
      style.bare === true ? urlPath : addTrailingSlash(urlPath);
    const own = prefix === undefined ? path : shown(prefix + urlPathOfFile({ inside: page.key }));
    const named = slug === undefined ? [] : [shown(`${prefix ?? `/${page.collection}`}/${slug}`)];
    return [...named, astroId(own), own, path, replaceLastPart(path, slug ?? "")];
  },
  isSure: ({ collection, path }, { permalinks }) => isPage(path) || permalinks.has(collection),
  languageInPlace: true,
};

/** Returns whether the file is a Markdown page whose URL path follows from its file name. */
function isPage(path: string): boolean {
  return path.startsWith("src/pages/");
}

/** Returns Astro's id for a path: without capitals, spaces, and punctuation. `v4.2 Notes` becomes `v42-notes`. */
export function astroId(path: string): string {
  return path
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s/_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function collectionsOf(configs: ReadonlyMap<string, string>): DefinedCollection[] {
  return [...configs]
    .filter(([path]) => ASTRO_CONTENT_CONFIG.test(path))
    .flatMap(([, text]) => readCollections(text));
}

/**
 * Returns the collection of each folder. If several share a folder, the first one gets the files that match no pattern.
 */
function basesOf(collections: readonly DefinedCollection[]): Map<string, string> {
  const bases = new Map<string, string>();
  for (const { base, name } of collections) {
    if (base !== undefined && !bases.has(base)) bases.set(base, name);
  }
  return bases;
}

/** Returns the collections by base folder. */
function definedBasesOf(
  collections: readonly DefinedCollection[],
): Map<string, readonly DefinedBase[]> {
  const groups = Map.groupBy(collections, ({ base }) => base ?? "");
  return new Map(
    [...groups].flatMap(([base, members]) =>
      base === "" ? [] : [[base, members.map(toDefinedBase)] as const],
    ),
  );
}

function toDefinedBase({ name, patterns }: DefinedCollection): DefinedBase {
  const globs = patterns.map((pattern) => ({
    isExcluded: pattern.startsWith("!"),
    matches: compileGlob(pattern.replace(/^!?(?:\.\/)?/, "").replaceAll(PLAIN_GROUP, "@(")),
  }));
  const hasWanted = globs.some(({ isExcluded }) => !isExcluded);
  const includes: PathTest = (inside) => {
    const found = globs.filter(({ matches }) => matches(inside));
    return found.every(({ isExcluded }) => !isExcluded) && (!hasWanted || found.length > 0);
  };
  return { name, isWhole: patterns.length === 0, includes };
}

/** Astro's globs accept `(md|mdx)` for `@(md|mdx)`. */
const PLAIN_GROUP = /(?<![!?*+@])\(/g;

/** Returns whether a file is in the base folder of collections that all exclude it. */
function isExcludedByCollections(path: string, bases: Layout["definedBases"]): boolean {
  const [base, members = []] = [...bases].find(([folder]) => path.startsWith(`${folder}/`)) ?? [];
  if (base === undefined) return false;
  return !members.some(({ includes }) => includes(path.slice(base.length + 1)));
}

function configText(configs: ReadonlyMap<string, string>): string {
  return [...configs].find(([path]) => ASTRO_CONFIG.test(path))?.[1] ?? "";
}

function basePathOf(config: string): string {
  const base = /^\s*base\s*:\s*["'`]\/?([^"'`]*?)\/?["'`]/m.exec(config)?.[1] ?? "";
  return base === "" ? "" : `/${base}`;
}

/**
 * Returns the URL path of each collection: `src/pages/posts/[...slug].astro` shows `posts`, or the files of a folder
 * `posts`.
 */
function routesOf(
  { tree, configs }: DetectionInput,
  bases: ReadonlyMap<string, string>,
): Map<string, string> {
  const routes = pageFolders([...tree.files.keys()]);
  for (const [base, collection] of bases) {
    const route = routes.get(posix.basename(base));
    if (route !== undefined && !routes.has(collection)) routes.set(collection, route);
  }
  for (const [collection, route] of findQueriedFolders(configs)) {
    if (!routes.has(collection)) routes.set(collection, route);
  }
  const isStarlight = configText(configs).includes("@astrojs/starlight");
  if (
    isStarlight &&
    !routes.has("docs") &&
    [...tree.files.keys()].some((path) => path.startsWith(DOCS))
  )
    routes.set("docs", "");
  return routes;
}

/** A page for each entry: `[slug].astro`, `[...slug]/index.astro`, or the paginated `[tag]/[...page].astro`. */
const PAGE = /^src\/pages((?:\/[^[\]/]+)*)\/\[[^/]+\](?:\/(?:index|\[\.\.\.page\]))?\.astro$/;

/** Returns the folders of such pages by their last name. */
function pageFolders(paths: readonly string[]): Map<string, string> {
  const folders = paths.map((path) => PAGE.exec(path)?.[1] ?? "").filter((path) => path !== "");
  return new Map(folders.map((folder) => [posix.basename(folder), folder]));
}

/** Matches pages named after an entry, not after a tag or a number. */
export const ASTRO_ENTRY_PAGE: RegExp =
  /^src\/pages((?:\/[^[\]/]+)*)\/\[(?:\.\.\.)?(?:slug|id|path|post|entry|uid|name|single|regular)\](?:\/index)?\.astro$/;

/** Returns the page folder of each collection that pages of only one folder query. */
function findQueriedFolders(
  configs: ReadonlyMap<string, string>,
): [collection: string, folder: string][] {
  const queries = [...configs].flatMap(([path, text]): [string, string][] => {
    const folder = ASTRO_ENTRY_PAGE.exec(path)?.[1];
    const names = [...text.matchAll(/\bgetCollection\s*\(\s*["'`]([\w-]+)["'`]/g)];
    const [only, ...others] = new Set(names.map(([, name = ""]) => name));
    return folder === undefined || only === undefined || others.length > 0 ? [] : [[only, folder]];
  });
  const folders = Map.groupBy(queries, ([collection]) => collection);
  return [...folders.values()].flatMap((found) => {
    const [first, ...others] = found;
    return first === undefined || others.length > 0 ? [] : [first];
  });
}
