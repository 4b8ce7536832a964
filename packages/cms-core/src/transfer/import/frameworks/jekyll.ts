import { posix } from "node:path";
import { isSourceList, type SourceMap } from "../source/source-keys.ts";
import {
  addressOfPath,
  expandPermalink,
  type Framework,
  type Layout,
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
      config,
    });
  },
  split: byFolder,
  keepsOff: isLeftOut,
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

/**
 * Whether Jekyll makes no page of a file where it stands: below a folder that is no collection, or a name, with a mark
 * that it passes over, or excluded by the configuration.
 */
function isLeftOut(path: string, { config }: Pick<Layout, "config">): boolean {
  const top = textOf(config, "collections_dir") ?? "";
  const inside = top !== "" && path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
  const own = inside.split("/");
  const collections = config.get("collections") ?? [];
  const named = isSourceList(collections)
    ? collections
    : collections instanceof Map
      ? [...collections.keys()]
      : [];
  const isCollection = (part: string): boolean =>
    part === "_posts" || part === "_drafts" || named.some((name) => `_${String(name)}` === part);
  if (listed(config, "include").some((one) => isBelow(path, one))) return false;
  const marked = own.some(
    (part, at) => /^[_.#~]/.test(part) && !(at < own.length - 1 && isCollection(part)),
  );
  return marked || listed(config, "exclude").some((one) => isBelow(path, one));
}

function listed(config: SourceMap, key: string): readonly string[] {
  const value = config.get(key);
  const items = value === undefined ? [] : isSourceList(value) ? value : [value];
  return items.filter((item) => typeof item === "string");
}

/** Whether a path, or a folder that it is in, is the one that is named or matches it. */
export function isBelow(path: string, name: string): boolean {
  const wanted = name.replaceAll(/^\/+|\/+$/g, "");
  if (wanted === "") return true;
  const parts = path.split("/");
  const places = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return places.some((place) => place === wanted || posix.matchesGlob(place, wanted));
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
