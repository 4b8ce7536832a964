import { posix } from "node:path";
import { ASTRO, ASTRO_CONTENT_CONFIG, ASTRO_ENTRY_PAGE } from "../frameworks/astro.ts";
import { ELEVENTY } from "../frameworks/eleventy.ts";
import {
  type Framework,
  hostsOf,
  isProjectNote,
  type Layout,
  type LayoutKind,
  makeLayout,
  MARKDOWN,
  parseConfig,
} from "../frameworks/framework.ts";
import { HUGO, HUGO_CONFIG, HUGO_CONFIG_PART, ZOLA } from "../frameworks/hugo.ts";
import { DOCUSAURUS_CONFIG, IGNORE_FILE, MKDOCS_CONFIG } from "../frameworks/ignored-files.ts";
import { JEKYLL } from "../frameworks/jekyll.ts";
import { NEXT } from "../frameworks/next.ts";
import { OBSIDIAN, PLAIN } from "../frameworks/obsidian.ts";
import { PELICAN, PELICAN_CONFIGS } from "../frameworks/pelican.ts";
import { CNAME, findSiteUrls, SITE_DATA } from "../frameworks/site-urls.ts";
import { readRedirects, REDIRECT_FILES } from "../source/redirects.ts";
import { isOutside, type SourceTree } from "../source/source-tree.ts";

/** Files in a site's root folder, for any framework. */
const MARK =
  /^(?:(.+?)\/)?(?:(?:astro|eleventy|next|docusaurus)\.config\.\w+|\.eleventy\.js|hugo\.(?:toml|ya?ml|json)|config\/_default\/[^/]+|src\/content(?:\.config\.\w+|\/config\.\w+)|_config\.ya?ml|pelicanconf\.py|\.obsidian\/)$/;
/** Configuration of Zola and older Hugo. Other projects have files of this name as well. */
const GENERAL_MARK = /^(?:(.+?)\/)?config\.(?:toml|ya?ml)$/;
/** Folders for test sites and examples in a project. */
const TEST_FOLDER =
  /(?:^|\/)(?:fixtures?|__\w+__|tests?|specs?|features|e2e|examples?|exampleSite|samples?|demos?|templates?|themes|starters?|testdata|benchmarks?|playgrounds?|sandbox(?:es)?)\//i;

const DOCUMENTS =
  /(?:^|\/)(?:docs?|documentation|contents?|guides?|handbook|manual|wiki|blog|posts|pages|notes)\//i;

/**
 * Finds the site's folder in a project: the project root, or the folder below it with the most Markdown, such as `docs`
 * or `apps/site` in a monorepo. Folders for tests are never chosen.
 */
export function findProject(tree: SourceTree): string {
  const pages = [...tree.files.keys()].filter((path) => MARKDOWN.test(path));
  const folders = siteFolders(tree);
  const counts = [...folders].map((folder) => ({
    folder,
    count: pages.filter((path) => path.startsWith(`${folder}/`)).length,
  }));
  const [most] = counts.toSorted((a, b) => b.count - a.count || a.folder.length - b.folder.length);
  if (most === undefined || tree.files.has("site.yml")) return "";
  const inSites = new Set(
    pages.filter((path) => [...folders].some((one) => path.startsWith(`${one}/`))),
  );
  const own = pages.filter((path) => !inSites.has(path) && !isAboutCode(path));
  return own.length > inSites.size || (folders.has("") && own.length > 0) ? "" : most.folder;
}

function siteFolders(tree: SourceTree): Set<string> {
  const paths = [...tree.files.keys(), ...tree.skipReasons.keys()];
  const folders = new Set(paths.flatMap((path) => findMarkedFolder(MARK, path)));
  const sure = [...folders];
  for (const path of paths.filter((one) => hasContent(one, tree))) {
    for (const folder of findMarkedFolder(GENERAL_MARK, path)) {
      // Within a site, a file of this name belongs to the site.
      const isInside = sure.some((site) => site === "" || `${folder}/`.startsWith(`${site}/`));
      if (!isInside) folders.add(folder);
    }
  }
  return folders;
}

function findMarkedFolder(mark: RegExp, path: string): string[] {
  const found = mark.exec(path);
  const folder = found?.[1] ?? "";
  return found === null || TEST_FOLDER.test(`${folder}/`) ? [] : [folder];
}

function hasContent(config: string, tree: SourceTree): boolean {
  if (!GENERAL_MARK.test(config)) return false;
  const content = posix.join(posix.dirname(config), "content/");
  return [...tree.files.keys()].some((path) => path.startsWith(content));
}

/**
 * Returns whether a Markdown file belongs to code: a note of its package, or for its tests. Below a documents folder,
 * every file is a document.
 */
export function isAboutCode(path: string): boolean {
  const trial = TEST_FOLDER.exec(path)?.index ?? path.lastIndexOf("/") + 1;
  if (DOCUMENTS.test(path.slice(0, trial + 1))) return false;
  return TEST_FOLDER.test(path) || isProjectNote(posix.basename(path));
}

/** Makes the paths of a tree relative to one of its folders. Paths outside start with `../`. */
export function relativeToFolder(tree: SourceTree, folder: string): SourceTree {
  if (folder === "") return tree;
  const moved = (path: string): string =>
    posix.relative(folder, path) + (path.endsWith("/") ? "/" : "");
  const { root, files, skipReasons } = tree;
  return {
    root: posix.join(root, folder),
    name: posix.basename(folder),
    files: new Map([...files].map(([path, spelled]) => [moved(path), moved(spelled)])),
    skipReasons: new Map([...skipReasons].map(([path, reason]) => [moved(path), reason])),
  };
}

/** Frameworks in the order of detection. */
const FRAMEWORKS: Readonly<Record<Exclude<LayoutKind, "loam">, Framework>> = {
  astro: ASTRO,
  pelican: PELICAN,
  zola: ZOLA,
  hugo: HUGO,
  next: NEXT,
  jekyll: JEKYLL,
  eleventy: ELEVENTY,
  obsidian: OBSIDIAN,
  plain: PLAIN,
};

/** Returns the rules of the framework that created a folder. */
export function frameworkOf({ kind }: Pick<Layout, "kind">): Framework {
  return FRAMEWORKS[kind === "loam" ? "plain" : kind];
}

const CONFIG_FILES = /^(?:package\.json|_config\.ya?ml|(?:astro|next|eleventy)\.config\.\w+)$/;

/** Returns the paths of the small files that {@link detectLayout} reads. */
export function configPaths(tree: SourceTree): string[] {
  // Other hidden files are not read.
  const hidden = [...tree.skipReasons.keys()].filter(
    (path) => IGNORE_FILE.test(path) || path === ".eleventy.js",
  );
  const plain = [...tree.files.keys()].filter((path) =>
    [
      HUGO_CONFIG,
      HUGO_CONFIG_PART,
      ASTRO_CONTENT_CONFIG,
      ASTRO_ENTRY_PAGE,
      CONFIG_FILES,
      REDIRECT_FILES,
      CNAME,
      DOCUSAURUS_CONFIG,
      MKDOCS_CONFIG,
      SITE_DATA,
      PELICAN_CONFIGS,
    ].some((test) => test.test(path)),
  );
  return [...plain, ...hidden, ...vitepressConfigs(tree)];
}

/** Returns the possible paths of VitePress's configuration, which is in a hidden folder. */
function vitepressConfigs(tree: SourceTree): string[] {
  const folders = [...tree.skipReasons.keys()].filter((path) =>
    /(?:^|\/)\.vitepress\/$/.test(path),
  );
  const names = ["js", "ts", "mjs", "mts", "cjs", "cts"].map((ending) => `config.${ending}`);
  return folders.flatMap((folder) => names.map((name) => folder + name));
}

const GENERATOR_CONFIGS = [/^_config\.ya?ml$/, HUGO_CONFIG, HUGO_CONFIG_PART];

function findUnread(configs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const read = [...configs]
    .filter(([path]) => GENERATOR_CONFIGS.some((config) => config.test(path)))
    .map(([path, text]) => [path, parseConfig(path, text)] as const);
  return new Map(
    read.flatMap(([path, found]) => (typeof found === "string" ? [[path, found]] : [])),
  );
}

/** Detects the generator of a content folder from its file names and configuration. */
export function detectLayout(tree: SourceTree, configs: ReadonlyMap<string, string>): Layout {
  const own = [...tree.files.keys()].filter((path) => !isOutside(path));
  const has = (test: RegExp): boolean => own.some((path) => test.test(path));
  const isSite = tree.files.has("site.yml") && has(/^types\/[^/]+\/type\.yml$/);
  if (isSite) return makeLayout("loam", "", []);
  for (const { detect } of Object.values(FRAMEWORKS)) {
    const layout = detect({ tree, configs, has });
    if (layout === undefined) continue;
    const hosts = new Set([...layout.hosts, ...hostsOf(...findSiteUrls(configs))]);
    const redirects = readRedirects(configs);
    return { ...layout, hosts, redirects, unreadConfigs: findUnread(configs) };
  }
  return makeLayout("plain", "", []);
}
