import type { SourceTree } from "./source-tree.ts";

export type LayoutKind =
  | "loam"
  | "astro"
  | "hugo"
  | "zola"
  | "jekyll"
  | "eleventy"
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
  /** Astro: folders that `content.config.ts` names, with the collection each holds. */
  readonly bases: ReadonlyMap<string, string>;
}

export interface LayoutHints {
  /** Text of files at the root that tell generators apart, by name. */
  readonly configs: ReadonlyMap<string, string>;
}

const HUGO_CONFIG = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;
const ASTRO_CONTENT_CONFIG = /^(?:src\/)?(?:content\/config|content\.config)\.(?:ts|mts|js|mjs)$/;
const CONFIG_FILES = /^(?:package\.json|_config\.ya?ml)$/;
export const MARKDOWN: RegExp = /\.(?:md|mdx|markdown)$/i;

/** What lies beside the content where the project is imported whole; in a folder of content they are content. */
const GENERATOR_FOLDERS = {
  hugo: "archetypes assets data i18n layouts public resources static themes",
  zola: "public sass static templates themes",
  jekyll: "_data _includes _layouts _plugins _sass",
  plain: "components layouts public scripts static styles test tests",
} as const;

/** Paths of the small files that {@link detectLayout} wants to read. */
export function configPaths(tree: SourceTree): string[] {
  return [...tree.files.keys()].filter(
    (path) => HUGO_CONFIG.test(path) || ASTRO_CONTENT_CONFIG.test(path) || CONFIG_FILES.test(path),
  );
}

/** Tells who made a folder of content: a pure decision over the names of its files. */
export function detectLayout(tree: SourceTree, { configs }: LayoutHints): Layout {
  const has = (test: RegExp): boolean => [...tree.files.keys()].some((path) => test.test(path));
  if (tree.files.has("site.yml") && has(/^types\/[^/]+\/type\.yml$/)) return layout("loam", "", []);
  const found = { tree, configs, has };
  return astroLayout(found) ?? hugoLayout(found) ?? jekyllLayout(found) ?? otherLayout(found);
}

interface Found extends LayoutHints {
  readonly tree: SourceTree;
  readonly has: (test: RegExp) => boolean;
}

function astroLayout({ tree, configs, has }: Found): Layout | undefined {
  const bases = basesOfAstro(configs);
  const isAstro = has(/^src\/content\/.+/) || has(/^astro\.config\.\w+$/) || bases.size > 0;
  if (!isAstro) return undefined;
  const root = has(/^src\/content\//) ? "src/content" : commonFolder(tree);
  return { ...layout("astro", root, ["public", "src", "src/assets", ""]), bases };
}

function hugoLayout({ tree, configs, has }: Found): Layout | undefined {
  const kind = hugoOrZola(tree, configs, has);
  if (kind === undefined) return undefined;
  const root = has(/^content\//) ? "content" : "";
  const isProject = has(HUGO_CONFIG) || has(/^(?:config\/_default|archetypes)\//);
  const aside = isProject ? GENERATOR_FOLDERS[kind] : "";
  return layout(kind, root, ["static", "assets", "content", ""], aside);
}

function jekyllLayout({ has }: Found): Layout | undefined {
  if (!has(/^_config\.ya?ml$/) && !has(/(?:^|\/)_(?:posts|drafts)\//)) return undefined;
  return layout("jekyll", "", ["", "assets"], GENERATOR_FOLDERS.jekyll);
}

function otherLayout({ tree, configs, has }: Found): Layout {
  if (isEleventy(tree, configs, has)) {
    return layout("eleventy", commonFolder(tree), ["", "public", "src", "static", "src/static"]);
  }
  if (tree.dotNames.has(".obsidian")) return layout("obsidian", "", [""]);
  const aside = tree.files.has("package.json") ? GENERATOR_FOLDERS.plain : "";
  return layout("plain", commonFolder(tree), ["", "public", "static", "assets"], aside);
}

function layout(
  kind: LayoutKind,
  contentRoot: string,
  assetRoots: readonly string[],
  generatorFolders = "",
): Layout {
  const aside = new Set(contentRoot === "" ? generatorFolders.split(" ") : []);
  return { kind, contentRoot, assetRoots, generatorFolders: aside, bases: new Map() };
}

/** `const blog = defineCollection({ loader: glob({ base: "./src/data/blog", … }) })` → src/data/blog: blog. */
function basesOfAstro(configs: ReadonlyMap<string, string>): Map<string, string> {
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

function hugoOrZola(
  tree: SourceTree,
  configs: ReadonlyMap<string, string>,
  has: (test: RegExp) => boolean,
): "hugo" | "zola" | undefined {
  const toml = configs.get("config.toml");
  if (toml !== undefined && /^base_url\s*=/m.test(toml)) return "zola";
  const named = [...configs.keys()].some((path) => HUGO_CONFIG.test(path));
  if (named || has(/^config\/_default\//)) return "hugo";
  if (!has(/^content\/.*\.md$/) && !tree.files.has("_index.md")) return undefined;
  if (has(/^archetypes\//) || has(/^layouts\//)) return "hugo";
  if (has(/^templates\/.*\.html$/)) return "zola";
  return has(/(?:^|\/)_index\.[\w.]*md$/) ? "hugo" : undefined;
}

function isEleventy(
  tree: SourceTree,
  configs: ReadonlyMap<string, string>,
  has: (test: RegExp) => boolean,
): boolean {
  return (
    tree.dotNames.has(".eleventy.js") ||
    has(/^eleventy\.config\.\w+$/) ||
    has(/\.11tydata\.\w+$/) ||
    (configs.get("package.json")?.includes("@11ty/eleventy") ?? false)
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
function commonFolder(tree: SourceTree): string {
  const folders = [...tree.files.keys()]
    .filter((path) => MARKDOWN.test(path) && !isProjectNote(path))
    .map((path) => path.split("/").slice(0, -1));
  for (let depth = 0; ; depth += 1) {
    const names = new Set(folders.map((folder) => folder[depth]));
    const [only] = names;
    if (names.size !== 1 || only === undefined || !WRAPPERS.has(only)) {
      return (folders[0] ?? []).slice(0, depth).join("/");
    }
  }
}

/** Files about the project that lie beside its content. */
export function isProjectNote(path: string): boolean {
  return /^(?:README|LICEN[CS]E|CONTRIBUTING|CHANGELOG|CODE_OF_CONDUCT|SECURITY)\.\w+$/i.test(path);
}
