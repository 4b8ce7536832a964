import { isSourceList, type SourceMap } from "../source/source-keys.ts";
import {
  urlPathOfFile,
  categoriesOf,
  type DetectionInput,
  type Framework,
  hostsOf,
  type Layout,
  makeLayout,
  lastPathPart,
  type Page,
  readConfig,
  type Split,
  textOf,
} from "./framework.ts";
import { anyOf, jekyllIgnores } from "./ignored-files.ts";
import { expandPermalink } from "./permalinks.ts";

/** Built-in permalink styles. */
const STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title:output_ext",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title:output_ext",
  none: "/:categories/:title:output_ext",
};

/** Key of the pattern for the whole site, which also determines how URLs of other pages end. */
const SITE_STYLE = "";

/** Jekyll: `_posts`, `_drafts`, and other `_collections`. URLs come from `permalink`, in the file or configured. */
export const JEKYLL: Framework = {
  detect: ({ has, configs }) => {
    const isJekyll = has(/^_config\.ya?ml$/) || has(/(?:^|\/)_(?:posts|drafts)\//);
    if (!isJekyll) return undefined;
    const config = readConfig(configs, /^_config\./);
    const baseurl = textOf(config, "baseurl") ?? "";
    return makeLayout("jekyll", "", ["", "assets"], {
      generatorFolders: "_data _includes _layouts _plugins _sass",
      basePath: /^\/[^/]/.test(baseurl) ? baseurl.replace(/\/$/, "") : "",
      hosts: hostsOf(textOf(config, "url")),
      permalinks: patternsOf(config),
      pageless: findPageless(config),
      config,
      isIgnored: anyOf([
        jekyllIgnores(config),
        ...(isHexo(configs, config) ? [] : [isUndatedPost]),
      ]),
    });
  },
  split: splitByFolder,
  urlPaths: (page, layout) => {
    const { collection, key } = page;
    const own = jekyllUrlPath(page, layout);
    const path = collection === "pages" ? urlPathOfFile({ inside: key }) : `/${collection}/${key}`;
    const dated = expandPermalink("/:year/:month/:day/:title", page, valuesOf(page));
    return [own, path, dated].filter((urlPath) => urlPath !== undefined);
  },
  isSure: (page, layout) =>
    !layout.pageless.has(page.collection) && jekyllUrlPath(page, layout) !== undefined,
  languageInPlace: true,
};

/** Hexo has the same folders and name of its configuration, but its posts need no date in their names. */
function isHexo(configs: DetectionInput["configs"], config: SourceMap): boolean {
  return (
    (configs.get("package.json")?.includes('"hexo"') ?? false) ||
    ["source_dir", "public_dir", "new_post_name", "skip_render"].some((key) => config.has(key))
  );
}

/** Returns whether Jekyll doesn't read a file in `_posts`, because its name has no date. */
function isUndatedPost(path: string): boolean {
  const [, folder = "", name = ""] = /^((?:.*\/)?_posts\/)(?:.*\/)?([^/]+)$/.exec(path) ?? [];
  return (
    name !== "" && !folder.startsWith("source/") && !/^(?:\d{4}|\d{2})-\d{1,2}-\d{1,2}-/.test(name)
  );
}

function jekyllUrlPath(page: Page, layout: Layout): string | undefined {
  const pattern = textOf(page.front, "permalink") ?? patternOf(page, layout);
  return expandPermalink(STYLES[pattern] ?? pattern, page, valuesOf(page));
}

/** Returns the URL pattern of a file that doesn't set its own. */
function patternOf({ collection, whole }: Page, { permalinks }: Layout): string {
  const style = permalinks.get(SITE_STYLE) ?? "date";
  const configured = permalinks.get(collection);
  if (collection === "posts") return configured ?? style;
  if (configured !== undefined) return configured;
  if (collection !== "pages") return `/:collection/:path${endOf(style)}`;
  // Jekyll on GitHub treats a README as the index of its folder.
  return /(?:^|\/)(?:index|readme)$/i.test(whole) ? "/:folder/" : `/:path${endOf(style)}`;
}

function endOf(style: string): string {
  if (STYLES[style]?.endsWith(":output_ext") === true) return ":output_ext";
  return style === "pretty" || style.endsWith("/") ? "/" : (/:output_ext$/.exec(style)?.[0] ?? "");
}

function valuesOf(page: Page): (token: string) => string | undefined {
  const own = tokensOf(page);
  return (token) => own[token];
}

/** Returns the values of pattern tokens. In Jekyll, the title is the file name. */
function tokensOf(page: Page): Partial<Record<string, string>> {
  const name = lastPathPart(page);
  const slug = textOf(page.front, "slug") ?? name;
  const folders = page.whole.split("/");
  const above = folders.slice(0, Math.max(0, folders.indexOf("_posts")));
  const categories = [...above.map((folder) => folder.toLowerCase()), ...categoriesOf(page)];
  return {
    title: toSlug(slug),
    slug: toSlug(slug)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-"),
    name: toSlug(name).toLowerCase(),
    basename: name,
    folder: folders.slice(0, -1).join("/"),
    categories: [...new Set(categories)].join("/"),
    output_ext: ".html",
  };
}

/** Keeps letters, digits, and the punctuation that a URL can contain, with unchanged case. */
function toSlug(text: string): string {
  return text.replaceAll(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, "-").replaceAll(/^-|-$/g, "");
}

/** Recognizes `_posts`, `_drafts` (at any depth), and other `_collections`. Everything else is a page. */
function splitByFolder(parts: readonly string[]): Split {
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

/** Returns the patterns of collections, of defaults for a type, and of posts. */
function patternsOf(config: SourceMap): Map<string, string> {
  const patterns = new Map<string, string>();
  const add = (collection: string | undefined, values: unknown): void => {
    const pattern = values instanceof Map ? values.get("permalink") : values;
    if (collection !== undefined && typeof pattern === "string") patterns.set(collection, pattern);
  };
  add(SITE_STYLE, config.get("permalink"));
  const collections = config.get("collections");
  if (collections instanceof Map) for (const [name, values] of collections) add(name, values);
  const defaults = config.get("defaults") ?? [];
  for (const rule of isSourceList(defaults) ? defaults : []) {
    const scope = rule instanceof Map ? rule.get("scope") : undefined;
    if (rule instanceof Map && scope instanceof Map) add(textOf(scope, "type"), rule.get("values"));
  }
  return patterns;
}

/** Returns the collections without output pages. */
function findPageless(config: SourceMap): Set<string> {
  const collections = config.get("collections") ?? "";
  if (isSourceList(collections))
    return new Set(collections.filter((one) => typeof one === "string"));
  if (!(collections instanceof Map)) return new Set();
  const named = [...collections].filter(([name, values]) => {
    if (name === "posts") return false;
    return !(values instanceof Map && (values.get("output") === "true" || values.has("permalink")));
  });
  return new Set(named.map(([name]) => name));
}
