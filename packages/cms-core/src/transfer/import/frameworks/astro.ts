import { posix } from "node:path";
import {
  addressOfPath,
  asFolder,
  bySection,
  commonFolder,
  type Found,
  type Framework,
  makeLayout,
  MARKDOWN,
  textOf,
  withLast,
} from "./framework.ts";

export const ASTRO_CONTENT_CONFIG: RegExp =
  /^(?:src\/)?(?:content\/config|content\.config)\.(?:ts|mts|js|mjs)$/;
const ASTRO_CONFIG = /^astro\.config\.\w+$/;
/** Starlight's collection, whose pages are the site's. */
const DOCS = "src/content/docs/";

/** Astro: collections below `src/content` or where the configuration says; Starlight's pages in `docs`. */
export const ASTRO: Framework = {
  detect: (found) => {
    const { configs, has, tree } = found;
    const isOther = has(/^(?:next|docusaurus)\.config\.\w+$/);
    const bases = basesOf(configs);
    const isAstro = has(ASTRO_CONFIG) || bases.size > 0 || (has(/^src\/content\/.+/) && !isOther);
    if (!isAstro) return undefined;
    if ([...tree.files.keys()].some((path) => path.startsWith("src/pages/") && MARKDOWN.test(path)))
      bases.set("src/pages", "");
    const root = has(/^src\/content\//) ? "src/content" : commonFolder(tree);
    return makeLayout("astro", root, ["public", "src", "src/assets", ""], {
      bases,
      basePath: basePathOf(configs),
      permalinks: routesOf(found, bases),
    });
  },
  // The index of a collection is an entry of it.
  split: (parts, isSection) =>
    parts.length === 2 && parts[1] === "index"
      ? { collection: parts[0] ?? "", key: "index" }
      : bySection(parts, isSection),
  addresses: (page, { permalinks }) => {
    const path = addressOfPath(page);
    const slug = textOf(page.front, "slug");
    const prefix = permalinks.get(page.collection);
    const own =
      prefix === undefined ? path : asFolder(prefix + addressOfPath({ inside: page.key }));
    const named = slug === undefined ? [] : [`${prefix ?? `/${page.collection}`}/${slug}`];
    // Those of pages in `src/pages` are as their files are called.
    const made = prefix === undefined ? [own, ...slugged(own)] : [...slugged(own), own];
    return [...named, ...made, path, withLast(path, slug ?? "")];
  },
  isSure: ({ collection }, { permalinks }) => permalinks.has(collection),
};

/** Astro makes addresses of names without capitals, spaces and punctuation: `v4.2 Notes` is `v42-notes`. */
function slugged(address: string): string[] {
  const made = address
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s/_-]/gu, "")
    .replaceAll(/\s/g, "-");
  return made === address ? [] : [made];
}

/** `const blog = defineCollection({ loader: glob({ base: "./src/data/blog", … }) })` → src/data/blog: blog. */
function basesOf(configs: ReadonlyMap<string, string>): Map<string, string> {
  const bases = new Map<string, string>();
  for (const [path, text] of configs) {
    if (!ASTRO_CONTENT_CONFIG.test(path)) continue;
    for (const block of text.split(/(?=\b\w+\s*[=:]\s*defineCollection\s*\()/)) {
      const name = /^(\w+)\s*[=:]\s*defineCollection/.exec(block)?.[1];
      const base = /\bbase\s*:\s*["'`](?:\.\/)?([^"'`]+?)\/?["'`]/.exec(block)?.[1];
      if (name !== undefined && base !== undefined) bases.set(base, name);
    }
  }
  return bases;
}

function basePathOf(configs: ReadonlyMap<string, string>): string {
  const text = [...configs].find(([path]) => ASTRO_CONFIG.test(path))?.[1] ?? "";
  const base = /^\s*base\s*:\s*["'`]\/?([^"'`]*?)\/?["'`]/m.exec(text)?.[1] ?? "";
  return base === "" ? "" : `/${base}`;
}

/** Where the pages of collections are: `src/pages/posts/[...slug].astro` shows `posts`, or what lies in a folder `posts`. */
function routesOf(
  { tree, configs }: Found,
  bases: ReadonlyMap<string, string>,
): Map<string, string> {
  const routes = pageFolders([...tree.files.keys()]);
  for (const [base, collection] of bases) {
    const route = routes.get(posix.basename(base));
    if (route !== undefined && !routes.has(collection)) routes.set(collection, route);
  }
  const config = [...configs].find(([path]) => ASTRO_CONFIG.test(path))?.[1] ?? "";
  const isStarlight = config.includes("@astrojs/starlight");
  if (
    isStarlight &&
    !routes.has("docs") &&
    [...tree.files.keys()].some((path) => path.startsWith(DOCS))
  )
    routes.set("docs", "");
  return routes;
}

/** A page for each entry: `[slug].astro`, `[...slug]/index.astro`, or `[tag]/[...page].astro`, which goes on over several. */
const PAGE = /^src\/pages((?:\/[^[\]/]+)*)\/\[[^/]+\](?:\/(?:index|\[\.\.\.page\]))?\.astro$/;

/** Folders of such pages by their last name. */
function pageFolders(paths: readonly string[]): Map<string, string> {
  const folders = paths.map((path) => PAGE.exec(path)?.[1] ?? "").filter((path) => path !== "");
  return new Map(folders.map((folder) => [posix.basename(folder), folder]));
}
