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
import { IGNORE_FILE } from "../frameworks/ignored-files.ts";
import { JEKYLL } from "../frameworks/jekyll.ts";
import { NEXT } from "../frameworks/next.ts";
import { OBSIDIAN, PLAIN } from "../frameworks/obsidian.ts";
import { readRedirects, REDIRECT_FILES } from "../source/redirects.ts";
import { isOutside, type SourceTree } from "../source/source-tree.ts";

/** Files that stand in the folder of a site, of whichever framework. */
const MARK =
  /^(?:(.+?)\/)?(?:(?:astro|eleventy|next|docusaurus)\.config\.\w+|\.eleventy\.js|hugo\.(?:toml|ya?ml|json)|config\/_default\/[^/]+|src\/content(?:\.config\.\w+|\/config\.\w+)|_config\.ya?ml|\.obsidian\/)$/;
/** Zola's and older Hugo's; others have files of this name too. */
const GENERAL_MARK = /^(?:(.+?)\/)?config\.(?:toml|ya?ml)$/;
/** Where a project keeps sites that only try it out or show how it is used. */
const TRIAL =
  /(?:^|\/)(?:fixtures?|__\w+__|tests?|specs?|features|e2e|examples?|exampleSite|samples?|demos?|templates?|themes|starters?|testdata|benchmarks?|playgrounds?|sandbox(?:es)?)\//i;

const DOCUMENTS =
  /(?:^|\/)(?:docs?|documentation|contents?|guides?|handbook|manual|wiki|blog|posts|pages|notes)\//i;

/**
 * The folder of the site in a project's folder: itself, or the one below it that has most of the
 * Markdown, as `docs` or `apps/site` in a monorepo; never one that is there for tests.
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
  const paths = [...tree.files.keys(), ...tree.aside.keys()];
  const folders = new Set(paths.flatMap((path) => markedBy(MARK, path)));
  const sure = [...folders];
  for (const path of paths.filter((one) => hasContent(one, tree))) {
    for (const folder of markedBy(GENERAL_MARK, path)) {
      // Within a site a file of this name is the site's own.
      const isInside = sure.some((site) => site === "" || `${folder}/`.startsWith(`${site}/`));
      if (!isInside) folders.add(folder);
    }
  }
  return folders;
}

function markedBy(mark: RegExp, path: string): string[] {
  const found = mark.exec(path);
  const folder = found?.[1] ?? "";
  return found === null || TRIAL.test(`${folder}/`) ? [] : [folder];
}

function hasContent(config: string, tree: SourceTree): boolean {
  if (!GENERAL_MARK.test(config)) return false;
  const content = posix.join(posix.dirname(config), "content/");
  return [...tree.files.keys()].some((path) => path.startsWith(content));
}

/**
 * Whether a Markdown file is there for the code beside it: a note of its package, or for its tests. Below a
 * folder of documents every name is one of documents.
 */
export function isAboutCode(path: string): boolean {
  const trial = TRIAL.exec(path)?.index ?? path.lastIndexOf("/") + 1;
  if (DOCUMENTS.test(path.slice(0, trial + 1))) return false;
  return TRIAL.test(path) || isProjectNote(posix.basename(path));
}

/** The tree as seen from one of its folders: what lies outside begins with `../`. */
export function moveInto(tree: SourceTree, folder: string): SourceTree {
  if (folder === "") return tree;
  const moved = (path: string): string =>
    posix.relative(folder, path) + (path.endsWith("/") ? "/" : "");
  const { root, files, aside } = tree;
  return {
    root: posix.join(root, folder),
    name: posix.basename(folder),
    files: new Map([...files].map(([path, spelled]) => [moved(path), moved(spelled)])),
    aside: new Map([...aside].map(([path, reason]) => [moved(path), reason])),
  };
}

/** The frameworks in the order in which they are asked whether a folder is theirs. */
const FRAMEWORKS: Readonly<Record<Exclude<LayoutKind, "loam">, Framework>> = {
  astro: ASTRO,
  zola: ZOLA,
  hugo: HUGO,
  next: NEXT,
  jekyll: JEKYLL,
  eleventy: ELEVENTY,
  obsidian: OBSIDIAN,
  plain: PLAIN,
};

/** The rules of what made a folder. */
export function frameworkOf({ kind }: Pick<Layout, "kind">): Framework {
  return FRAMEWORKS[kind === "loam" ? "plain" : kind];
}

const CONFIG_FILES = /^(?:package\.json|_config\.ya?ml|(?:astro|next|eleventy)\.config\.\w+)$/;

/** Paths of the small files that {@link detectLayout} wants to read. */
export function configPaths(tree: SourceTree): string[] {
  // Of hidden files only these are read.
  const hidden = [...tree.aside.keys()].filter(
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
    ].some((test) => test.test(path)),
  );
  return [...plain, ...hidden];
}

const CNAME = /^(?:(?:static|public|src)\/)?CNAME$/;

/** The address that GitHub's pages are given by a file of one line. */
function cnames(configs: ReadonlyMap<string, string>): string[] {
  const found = [...configs].filter(([path]) => CNAME.test(path));
  return found.map(([, text]) => `https://${text.trim().split(/\s/)[0] ?? ""}`);
}

const GENERATOR_CONFIGS = [/^_config\.ya?ml$/, HUGO_CONFIG, HUGO_CONFIG_PART];

function unreadAmong(configs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const read = [...configs]
    .filter(([path]) => GENERATOR_CONFIGS.some((config) => config.test(path)))
    .map(([path, text]) => [path, parseConfig(path, text)] as const);
  return new Map(
    read.flatMap(([path, found]) => (typeof found === "string" ? [[path, found]] : [])),
  );
}

/** Tells who made a folder of content, by the names of its files and the text of its configuration. */
export function detectLayout(tree: SourceTree, configs: ReadonlyMap<string, string>): Layout {
  const own = [...tree.files.keys()].filter((path) => !isOutside(path));
  const has = (test: RegExp): boolean => own.some((path) => test.test(path));
  const isSite = tree.files.has("site.yml") && has(/^types\/[^/]+\/type\.yml$/);
  if (isSite) return makeLayout("loam", "", []);
  for (const { detect } of Object.values(FRAMEWORKS)) {
    const layout = detect({ tree, configs, has });
    if (layout === undefined) continue;
    const hosts = new Set([...layout.hosts, ...hostsOf(...cnames(configs))]);
    const redirects = readRedirects(configs);
    return { ...layout, hosts, redirects, unreadConfigs: unreadAmong(configs) };
  }
  return makeLayout("plain", "", []);
}
