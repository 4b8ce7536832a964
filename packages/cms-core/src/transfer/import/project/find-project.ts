import { posix } from "node:path";
import { MARKDOWN, isProjectNote } from "../frameworks/framework.ts";
import type { SourceTree } from "../source/source-tree.ts";

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
  const rename = <T>(map: ReadonlyMap<string, T>, value: (old: T) => T): Map<string, T> =>
    new Map([...map].map(([path, old]) => [moved(path), value(old)]));
  const aside = rename(tree.aside, (reason) => reason);
  const hidden = [...aside.keys()].filter((path) => /^\.[^./][^/]*\/?$/.test(path));
  return {
    root: posix.join(tree.root, folder),
    name: posix.basename(folder),
    files: rename(tree.files, moved),
    dotNames: new Set(hidden.map((path) => path.replace(/\/$/, ""))),
    aside,
  };
}
