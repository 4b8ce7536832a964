import { isSourceList, type SourceMap } from "../source/source-keys.ts";
import {
  addressOfPath,
  expandPermalink,
  type Framework,
  makeLayout,
  readConfig,
  type Split,
  textOf,
} from "./framework.ts";

/** The styles that have a name; a final part without an extension stands for `.html` as well. */
const STYLES: Readonly<Record<string, string>> = {
  date: "/:categories/:year/:month/:day/:title",
  pretty: "/:categories/:year/:month/:day/:title/",
  ordinal: "/:categories/:year/:y_day/:title",
  none: "/:categories/:title",
};

/** Jekyll: `_posts`, `_drafts` and other `_collections`; addresses from `permalink`, in the file or configured. */
export const JEKYLL: Framework = {
  detect: ({ has, configs }) => {
    const isJekyll = has(/^_config\.ya?ml$/) || has(/(?:^|\/)_(?:posts|drafts)\//);
    if (!isJekyll) return undefined;
    const config = readConfig(configs, /^_config\./);
    const baseurl = textOf(config, "baseurl") ?? "";
    return makeLayout("jekyll", "", ["", "assets"], {
      generatorFolders: "_data _includes _layouts _plugins _sass",
      basePath: /^\/[^/]/.test(baseurl) ? baseurl.replace(/\/$/, "") : "",
      permalinks: patternsOf(config),
    });
  },
  split: byFolder,
  addresses: (page, { permalinks }) => {
    const { front, collection, key } = page;
    const given = textOf(front, "permalink");
    const isPage = collection === "pages";
    const pattern = given ?? permalinks.get(collection) ?? (isPage ? undefined : defaultOf(page));
    const own =
      pattern === undefined ? undefined : expandPermalink(STYLES[pattern] ?? pattern, page);
    const path = isPage ? addressOfPath({ inside: key }) : `/${collection}/${key}`;
    const dated = expandPermalink("/:year/:month/:day/:title", page);
    return [own, path, dated].filter((address) => address !== undefined);
  },
};

function defaultOf({ collection }: { readonly collection: string }): string {
  return collection === "posts" ? "date" : "/:collection/:path";
}

/** `_posts`, `_drafts` (at any depth), other `_collections`; everything else is a page. */
function byFolder(parts: readonly string[]): Split {
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

/** Patterns of collections, of the defaults for a type, and the one for posts. */
function patternsOf(config: SourceMap): Map<string, string> {
  const patterns = new Map<string, string>();
  const add = (collection: string | undefined, values: unknown): void => {
    const pattern = values instanceof Map ? values.get("permalink") : values;
    if (collection !== undefined && typeof pattern === "string") patterns.set(collection, pattern);
  };
  add("posts", config.get("permalink"));
  const defaults = config.get("defaults") ?? [];
  for (const rule of isSourceList(defaults) ? defaults : []) {
    const scope = rule instanceof Map ? rule.get("scope") : undefined;
    if (rule instanceof Map && scope instanceof Map) add(textOf(scope, "type"), rule.get("values"));
  }
  const collections = config.get("collections");
  if (collections instanceof Map) for (const [name, values] of collections) add(name, values);
  return patterns;
}
