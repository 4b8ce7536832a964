import { posix } from "node:path";
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
import { decodedFragment, headingAnchor, type LinkTarget, parseLinkTarget } from "./link-target.ts";

/** What a link leads to; paths are those of files in the import folder. */
export type Resolved =
  | {
      readonly kind: "entry";
      readonly path: string;
      readonly fragment: string;
      /** Found by the end of its path alone. */
      readonly guessed?: boolean;
    }
  | { readonly kind: "asset"; readonly path: string }
  /** A page that the site's code makes. */
  | { readonly kind: "code"; readonly path: string }
  /** A heading of the same text, as a vault calls it. */
  | { readonly kind: "here"; readonly fragment: string }
  /** Not ours: another site, a place on the same page, an address that a program makes. */
  | { readonly kind: "outside" }
  | { readonly kind: "missing" };

/** Everything that an address is looked up in. */
export interface LinkWorld {
  readonly tree: SourceTree;
  readonly layout: Layout;
  readonly index: LinkIndex;
  readonly codePages: CodePages;
  /** The files that are entries, by path. */
  readonly entries: ReadonlyMap<string, LinkPlace>;
  /** Paths of other files by their name in lower case, the shortest first. */
  readonly assetsByName: ReadonlyMap<string, readonly string[]>;
}

interface LinkPlace extends Pick<Place, "language"> {
  /** Address of the page on the site that the folder made, with its language. */
  readonly address: string;
}

const MISSING: Resolved = { kind: "missing" };

/** An entry with its slug, which is decided by then. */
interface SluggedEntry extends SourceEntry {
  readonly slug: string;
}

/** Everything that links of an import are looked up in. */
export function makeLinkWorld(
  entries: readonly SluggedEntry[],
  { tree, layout }: Pick<LinkWorld, "tree" | "layout">,
): LinkWorld {
  const places = new Map<string, LinkPlace>();
  const linkable = entries.map((entry): LinkableEntry => {
    const { place, slug, document, addresses, address } = entry;
    const { language } = place;
    places.set(place.path, { address, ...(language === undefined ? {} : { language }) });
    return { ...place, slug, addresses, address, names: linkNames(document.values) };
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

/** The files of a tree that are no entries, by name, for links that name only the file. */
function assetsByName(
  tree: SourceTree,
  isEntry: (path: string) => boolean,
): Map<string, readonly string[]> {
  const assets = [...tree.files.keys()].filter((path) => !isEntry(path));
  const shortestFirst = assets.toSorted((a, b) => a.length - b.length);
  return Map.groupBy(shortestFirst, (path) => baseOf(path).toLowerCase());
}

/** Finds what an address in the file `from` leads to. */
export function resolveLink(written: string, from: string, world: LinkWorld): Resolved {
  const target = parseLinkTarget(written, world.layout.hosts);
  if (target.kind === "outside" && written.startsWith("#") && world.layout.kind === "obsidian")
    return { kind: "here", fragment: decodedFragment(written) };
  switch (target.kind) {
    case "outside":
      return target;
    case "content":
      return resolveContent(target, world);
    case "name":
      return resolveName(target, from, world);
    case "path":
      return resolvePath(target, from, world);
  }
}

/** Finds what a value of front matter in the file `from` leads to, which may be written as `[[target|shown]]`. */
export function resolveValue(written: string, from: string, world: LinkWorld): Resolved {
  const wiki = /^!?\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/.exec(written)?.[1];
  return wiki === undefined
    ? resolveLink(written, from, world)
    : resolveWikiLink(wiki, from, world);
}

/** Finds what `[[target]]` leads to: a note by name, alias or path, or any other file by name. */
export function resolveWikiLink(written: string, from: string, world: LinkWorld): Resolved {
  const [name = "", ...heading] = written.split("#");
  const fragment = heading.length === 0 ? "" : `#${heading.at(-1) ?? ""}`;
  // A block of the same text has no name that a page could lead to.
  if (name === "") return fragment.startsWith("#^") ? MISSING : { kind: "here", fragment };
  const normal = name.trim().normalize("NFC");
  const path =
    lookUp(posix.join(posix.dirname(from), normal), world) ??
    world.index.named(normal, from) ??
    fileAt(normal, world) ??
    assetEnding(normal, from, world);
  return path === undefined ? MISSING : found(path, fragment, world);
}

type Target<K extends LinkTarget["kind"]> = Extract<LinkTarget, { kind: K }>;

/** `@/blog/x.md`, `~/assets/x.png`: from the root of the content, or of the sources. */
function resolveContent({ path, fragment }: Target<"content">, world: LinkWorld): Resolved {
  const { contentRoot } = world.layout;
  const at = lookUp(posix.join(contentRoot, path), world) ?? inAssetRoots(path, world);
  return at === undefined ? MISSING : found(at, fragment, world);
}

function resolveName({ name, fragment }: Target<"name">, from: string, world: LinkWorld): Resolved {
  const { index, layout } = world;
  const path =
    lookUp(posix.join(posix.dirname(from), name), world) ??
    lookUp(posix.join(layout.contentRoot, name), world) ??
    index.at(name, world.entries.get(from)?.language) ??
    index.named(name, from);
  return path === undefined ? MISSING : found(path, fragment, world);
}

/** A path from the site's root, or from the file, or from the address of its page. */
function resolvePath(target: Target<"path">, from: string, world: LinkWorld): Resolved {
  const { fragment } = target;
  const { language } = world.entries.get(from) ?? {};
  const fromRoot = target.path.startsWith("/");
  const path = fromRoot ? withoutBase(target.path, world.layout) : target.path;
  const near = fromRoot ? nearRoot(path, language, world) : nearFile(path, from, world);
  if (near !== undefined) return found(near, fragment, world);
  const redirected = fromRoot ? redirect({ path, fragment }, language, world) : undefined;
  if (redirected !== undefined) return redirected;
  const code = fromRoot ? world.codePages.at(path) : undefined;
  return code === undefined
    ? endingSo({ path, fragment }, from, world)
    : { kind: "code", path: code };
}

function nearRoot(
  path: string,
  language: string | undefined,
  world: LinkWorld,
): string | undefined {
  return (
    inAssetRoots(path, world) ??
    world.index.at(path, language) ??
    lookUp(posix.join(world.layout.contentRoot, path), world)
  );
}

function nearFile(path: string, from: string, world: LinkWorld): string | undefined {
  const { address = "/" } = world.entries.get(from) ?? {};
  return (
    lookUp(posix.join(posix.dirname(from), path), world) ??
    // The page of `posts/a.md` is `posts/a/`, or `posts/a` where addresses have no final slash.
    world.index.at(posix.join(address, path), undefined) ??
    world.index.at(posix.join(posix.dirname(address), path), undefined) ??
    lookUp(posix.join(from.replace(/\.\w+$/, ""), path), world) ??
    byName(path, from, world) ??
    inAssetRoots(path, world)
  );
}

/** The only file or page whose path ends so; for a page that is a guess. */
function endingSo(
  { path, fragment }: Pick<Target<"path">, "path" | "fragment">,
  from: string,
  world: LinkWorld,
): Resolved {
  if (isFileName(path)) {
    const asset = assetEnding(path, from, world);
    return asset === undefined ? MISSING : found(asset, fragment, world);
  }
  const bare = path.replace(/^(?:\.{0,2}\/)+/, "");
  const isPath = path.startsWith("/") || bare.includes("/");
  const { language } = world.entries.get(from) ?? {};
  const guess = isPath ? world.index.ending(bare, language) : undefined;
  return guess === undefined ? MISSING : { kind: "entry", path: guess, fragment, guessed: true };
}

/** Where the site itself sends who follows an old address: to a page, or elsewhere. */
function redirect(
  { path, fragment }: Pick<Target<"path">, "path" | "fragment">,
  language: string | undefined,
  { layout: { redirects }, index }: LinkWorld,
): Resolved | undefined {
  // A rule for every language also holds for addresses without one.
  const prefix = `/${language ?? "en"}`;
  for (const added of ["", prefix]) {
    const to = followRedirects(added + path, redirects);
    if (to === undefined) continue;
    if (!to.startsWith("/")) return { kind: "outside" };
    const [, place = "", there = ""] = /^([^#]*)(#.*)?$/s.exec(to) ?? [];
    const plain = `${place}/`.startsWith(`${added}/`) ? place.slice(added.length) : place;
    const page = index.at(place, language) ?? index.at(plain, language);
    if (page !== undefined)
      return { kind: "entry", path: page, fragment: fragment === "" ? there : fragment };
  }
  return undefined;
}

function withoutBase(path: string, { basePath }: Layout): string {
  return basePath !== "" && `${path}/`.startsWith(`${basePath}/`)
    ? `/${path.slice(basePath.length + 1)}`
    : path;
}

/** Obsidian's "shortest path" links. */
function byName(path: string, from: string, world: LinkWorld): string | undefined {
  if (world.layout.kind !== "obsidian") return undefined;
  return world.index.named(path, from) ?? assetEnding(path, from, world);
}

function inAssetRoots(path: string, world: LinkWorld): string | undefined {
  if (path.startsWith(".") || MARKDOWN.test(path)) return undefined;
  for (const root of world.layout.assetRoots) {
    const at = fileAt(posix.join(root, path).replace(/^\//, ""), world);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** The file nearest to another whose path ends so, as `@assets/logo.png`, if that is one; in a vault the first. */
function assetEnding(
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

/** `a.png`; the last part of `releases/v1.25` is no file's name. */
function isFileName(path: string): boolean {
  return /\.[a-z]\w{1,4}$/i.test(path) && !MARKDOWN.test(path) && !/\.html?$/i.test(path);
}

/** A file at a path, with the endings that links leave out. */
function lookUp(path: string, world: LinkWorld): string | undefined {
  const bare = path.replace(/\/$/, "");
  const stem = bare.replace(/\.html?$/, "");
  const ways = [bare, `${stem}.md`, `${stem}.mdx`, `${stem}.markdown`, `${stem}/index.md`];
  for (const way of [...ways, `${stem}/index.mdx`, `${stem}/_index.md`, `${stem}/README.md`]) {
    if (world.tree.files.has(way)) return way;
  }
  return undefined;
}

function fileAt(path: string, world: LinkWorld): string | undefined {
  return world.tree.files.has(path) ? path : undefined;
}

function found(path: string, fragment: string, world: LinkWorld): Resolved {
  if (world.entries.has(path)) return { kind: "entry", path, fragment: anchorOf(fragment, world) };
  return MARKDOWN.test(path) ? MISSING : { kind: "asset", path };
}

/** In a vault a heading is called as it is written; elsewhere words with spaces between them are no anchor either. */
function anchorOf(fragment: string, { layout }: LinkWorld): string {
  const plain = decodedFragment(fragment);
  const isHeading = layout.kind === "obsidian" || /\s/.test(plain);
  return isHeading ? headingAnchor(plain.slice(plain.lastIndexOf("#"))) : fragment;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
