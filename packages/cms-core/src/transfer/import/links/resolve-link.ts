import { posix } from "node:path";
import { decodePercent } from "../../../base/text.ts";
import { type Layout, MARKDOWN } from "../frameworks/framework.ts";
import type { Place } from "../project/place-file.ts";
import type { SourceEntry } from "../project/source-entry.ts";
import { followRedirects } from "../source/redirects.ts";
import type { SourceTree } from "../source/source-tree.ts";
import {
  type CodePages,
  findCodePages,
  type LinkableEntry,
  type LinkIndex,
  linkNames,
  makeLinkIndex,
  nearest,
} from "./link-index.ts";
import { headingAnchor, type LinkTarget, parseLinkTarget } from "./link-target.ts";

/** A resolved link target. Paths are those of files in the import folder. */
export type Resolved =
  | {
      readonly kind: "entry";
      readonly path: string;
      readonly fragment: string;
      /** Whether it was found only by the end of its path. */
      readonly guessed?: boolean;
    }
  | { readonly kind: "asset"; readonly path: string }
  /** A page that the site's code generates. */
  | { readonly kind: "code"; readonly path: string }
  /** A heading on the same page, by its text as in a vault. */
  | { readonly kind: "here"; readonly fragment: string }
  /** Outside the import: another site, an anchor on the same page, or a dynamic URL. */
  | { readonly kind: "outside" }
  | { readonly kind: "missing" };

/** Everything needed to resolve links. */
export interface LinkWorld {
  readonly tree: SourceTree;
  readonly layout: Layout;
  readonly index: LinkIndex;
  readonly codePages: CodePages;
  /** Files that are entries, by path. */
  readonly entries: ReadonlyMap<string, LinkPlace>;
  /** Paths of other files by their lowercase name, shortest first. */
  readonly assetsByName: ReadonlyMap<string, readonly string[]>;
}

interface LinkPlace extends Pick<Place, "language"> {
  /** URL path of its page on the source site, with the language. */
  readonly urlPath: string;
}

const MISSING: Resolved = { kind: "missing" };

/** An entry with its final slug. */
interface SluggedEntry extends SourceEntry {
  readonly slug: string;
}

/** Collects everything needed to resolve the links of an import. */
export function makeLinkWorld(
  entries: readonly SluggedEntry[],
  { tree, layout }: Pick<LinkWorld, "tree" | "layout">,
): LinkWorld {
  const places = new Map<string, LinkPlace>();
  const linkable = entries.map((entry): LinkableEntry => {
    const { place, slug, document, urlPaths, urlPath } = entry;
    const { language } = place;
    places.set(place.path, { urlPath, ...(language === undefined ? {} : { language }) });
    return { ...place, slug, urlPaths, urlPath, names: linkNames(document.values) };
  });
  return {
    tree,
    layout,
    index: makeLinkIndex(linkable, layout),
    codePages: findCodePages(tree, layout),
    entries: places,
    assetsByName: assetsByName(tree, (path) => places.has(path)),
  };
}

/** Returns the files that aren't entries by name, for links that contain only a file name. */
function assetsByName(
  tree: SourceTree,
  isEntry: (path: string) => boolean,
): Map<string, readonly string[]> {
  const assets = [...tree.files.keys()].filter((path) => !isEntry(path));
  const shortestFirst = assets.toSorted((a, b) => a.length - b.length);
  return Map.groupBy(shortestFirst, (path) => baseOf(path).toLowerCase());
}

/** Resolves a link target in the file `from`. */
export function resolveLink(written: string, from: string, world: LinkWorld): Resolved {
  const target = parseLinkTarget(written, world.layout.hosts);
  if (target.kind === "outside" && written.startsWith("#") && world.layout.kind === "obsidian")
    return { kind: "here", fragment: decodePercent(written) };
  switch (target.kind) {
    case "outside":
      return target;
    case "dynamic":
      return MISSING;
    case "content":
      return resolveContent(target, world);
    case "name":
      return resolveName(target, from, world);
    case "path":
      return resolvePath(target, from, world);
  }
}

/** Resolves a front matter value in the file `from`, which can be written as `[[target|shown]]`. */
export function resolveValue(written: string, from: string, world: LinkWorld): Resolved {
  const wiki = /^!?\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/.exec(written)?.[1];
  return wiki === undefined
    ? resolveLink(written, from, world)
    : resolveWikiLink(wiki, from, world);
}

/** Resolves `[[target]]`: a note by name, alias, or path, or any other file by name. */
export function resolveWikiLink(written: string, from: string, world: LinkWorld): Resolved {
  const [name = "", ...heading] = written.split("#");
  const fragment = heading.length === 0 ? "" : `#${heading.at(-1) ?? ""}`;
  // A block on the same page has no anchor that could be linked to.
  if (name === "") return fragment.startsWith("#^") ? MISSING : { kind: "here", fragment };
  const normal = name.trim().normalize("NFC");
  const path =
    findWithExtensions(posix.join(posix.dirname(from), normal), world) ??
    world.index.named(normal, from) ??
    findFile(normal, world) ??
    findAssetByEnding(normal, from, world);
  return path === undefined ? MISSING : resolveFile(path, fragment, world);
}

type Target<K extends LinkTarget["kind"]> = Extract<LinkTarget, { kind: K }>;

/** Resolves `@/blog/x.md` and `~/assets/x.png` from the root of the content or of the sources. */
function resolveContent({ path, fragment }: Target<"content">, world: LinkWorld): Resolved {
  const { contentRoot } = world.layout;
  const at =
    findWithExtensions(posix.join(contentRoot, path), world) ?? findInAssetRoots(path, world);
  return at === undefined ? MISSING : resolveFile(at, fragment, world);
}

function resolveName({ name, fragment }: Target<"name">, from: string, world: LinkWorld): Resolved {
  const { index, layout } = world;
  const path =
    findWithExtensions(posix.join(posix.dirname(from), name), world) ??
    findWithExtensions(posix.join(layout.contentRoot, name), world) ??
    index.at(name, world.entries.get(from)?.language) ??
    index.named(name, from);
  return path === undefined ? MISSING : resolveFile(path, fragment, world);
}

/** Resolves a path from the site root, from the file, or from the URL path of its page. */
function resolvePath(target: Target<"path">, from: string, world: LinkWorld): Resolved {
  const { fragment } = target;
  const { language } = world.entries.get(from) ?? {};
  const fromRoot = target.path.startsWith("/");
  const path = fromRoot ? withoutBase(target.path, world.layout) : target.path;
  const near = fromRoot ? findFromRoot(path, language, world) : findFromFile(path, from, world);
  if (near !== undefined) return resolveFile(near, fragment, world);
  const redirected = fromRoot ? followRedirect({ path, fragment }, language, world) : undefined;
  if (redirected !== undefined) return redirected;
  const code = fromRoot ? world.codePages.at(path) : undefined;
  return code === undefined
    ? findByEnding({ path, fragment }, from, world)
    : { kind: "code", path: code };
}

function findFromRoot(
  path: string,
  language: string | undefined,
  world: LinkWorld,
): string | undefined {
  return (
    findInAssetRoots(path, world) ??
    world.index.at(path, language) ??
    findWithExtensions(posix.join(world.layout.contentRoot, path), world)
  );
}

function findFromFile(path: string, from: string, world: LinkWorld): string | undefined {
  const { urlPath = "/" } = world.entries.get(from) ?? {};
  return (
    findWithExtensions(posix.join(posix.dirname(from), path), world) ??
    // The page of `posts/a.md` is `posts/a/`, or `posts/a` if URLs have no trailing slash.
    world.index.at(posix.join(urlPath, path), undefined) ??
    world.index.at(posix.join(posix.dirname(urlPath), path), undefined) ??
    findWithExtensions(posix.join(from.replace(/\.\w+$/, ""), path), world) ??
    findByName(path, from, world) ??
    findInAssetRoots(path, world)
  );
}

/** Finds the only file or page whose path ends with `path`. A page found this way is a guess. */
function findByEnding(
  { path, fragment }: Pick<Target<"path">, "path" | "fragment">,
  from: string,
  world: LinkWorld,
): Resolved {
  if (isFileName(path)) {
    const asset = findAssetByEnding(path, from, world);
    return asset === undefined ? MISSING : resolveFile(asset, fragment, world);
  }
  const bare = path.replace(/^(?:\.{0,2}\/)+/, "");
  const isPath = path.startsWith("/") || bare.includes("/");
  const { language } = world.entries.get(from) ?? {};
  const guess = isPath ? world.index.ending(bare, language) : undefined;
  return guess === undefined ? MISSING : { kind: "entry", path: guess, fragment, guessed: true };
}

/** Follows the site's own redirects to a page or an external URL. */
function followRedirect(
  { path, fragment }: Pick<Target<"path">, "path" | "fragment">,
  language: string | undefined,
  { layout: { redirects }, index }: LinkWorld,
): Resolved | undefined {
  // A rule for all languages also applies to paths without one.
  const prefix = `/${language ?? "en"}`;
  for (const added of ["", prefix]) {
    const to = followRedirects(added + path, redirects);
    if (to === undefined) continue;
    if (!to.startsWith("/")) return { kind: "outside" };
    const [, place = "", anchor = ""] = /^([^#]*)(#.*)?$/s.exec(to) ?? [];
    const plain = `${place}/`.startsWith(`${added}/`) ? place.slice(added.length) : place;
    const page = index.at(place, language) ?? index.at(plain, language);
    if (page !== undefined)
      return { kind: "entry", path: page, fragment: fragment === "" ? anchor : fragment };
  }
  return undefined;
}

function withoutBase(path: string, { basePath }: Layout): string {
  return basePath !== "" && `${path}/`.startsWith(`${basePath}/`)
    ? `/${path.slice(basePath.length + 1)}`
    : path;
}

/** Obsidian's "shortest path" links. */
function findByName(path: string, from: string, world: LinkWorld): string | undefined {
  if (world.layout.kind !== "obsidian") return undefined;
  return world.index.named(path, from) ?? findAssetByEnding(path, from, world);
}

function findInAssetRoots(path: string, world: LinkWorld): string | undefined {
  if (path.startsWith(".") || MARKDOWN.test(path)) return undefined;
  for (const root of world.layout.assetRoots) {
    const at = findFile(posix.join(root, path).replace(/^\//, ""), world);
    if (at !== undefined) return at;
  }
  return undefined;
}

/**
 * Returns the only nearest file whose path ends with `path`, such as `@assets/logo.png`. In a vault, returns the first.
 */
function findAssetByEnding(
  path: string,
  from: string,
  { assetsByName: assets, layout }: LinkWorld,
): string | undefined {
  const end = `/${path.replace(/^(?:\.{0,2}\/)+|^[@~#$]+\/?/, "")}`.toLowerCase();
  const named = assets.get(baseOf(end)) ?? [];
  const fitting = named.filter((file) => `/${file}`.toLowerCase().endsWith(end));
  const near = nearest(fitting, from);
  return layout.kind === "obsidian" || near.length === 1 ? near[0] : undefined;
}

/** Returns whether a path ends with a file name: `a.png`, but not `releases/v1.25`. */
function isFileName(path: string): boolean {
  return /\.[a-z]\w{1,4}$/i.test(path) && !MARKDOWN.test(path) && !/\.html?$/i.test(path);
}

/** Finds a file and adds the extensions that links omit. */
function findWithExtensions(path: string, world: LinkWorld): string | undefined {
  const bare = path.replace(/\/$/, "");
  const stem = bare.replace(/\.html?$/, "");
  const candidates = [bare, `${stem}.md`, `${stem}.mdx`, `${stem}.markdown`, `${stem}/index.md`];
  for (const candidate of [
    ...candidates,
    `${stem}/index.mdx`,
    `${stem}/_index.md`,
    `${stem}/README.md`,
  ]) {
    if (world.tree.files.has(candidate)) return candidate;
  }
  return undefined;
}

function findFile(path: string, world: LinkWorld): string | undefined {
  return world.tree.files.has(path) ? path : undefined;
}

function resolveFile(path: string, fragment: string, world: LinkWorld): Resolved {
  if (world.entries.has(path)) return { kind: "entry", path, fragment: anchorOf(fragment, world) };
  return MARKDOWN.test(path) ? MISSING : { kind: "asset", path };
}

/** Returns the anchor of a fragment. In a vault, or if it contains spaces, the fragment is the text of a heading. */
function anchorOf(fragment: string, { layout }: LinkWorld): string {
  const plain = decodePercent(fragment);
  const isHeading = layout.kind === "obsidian" || /\s/.test(plain);
  return isHeading ? headingAnchor(plain.slice(plain.lastIndexOf("#"))) : fragment;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
