import { posix } from "node:path";
import { type Layout, MARKDOWN } from "./layout.ts";
import type { LinkIndex } from "./link-index.ts";
import { type LinkTarget, parseLinkTarget } from "./link-target.ts";
import type { SourceTree } from "./source-tree.ts";

/** What a link leads to; paths are those of files in the import folder. */
export type Resolved =
  | { readonly kind: "entry"; readonly path: string; readonly fragment: string }
  | { readonly kind: "asset"; readonly path: string }
  /** Not ours: another site, a place on the same page, an address that a program makes. */
  | { readonly kind: "outside" }
  | { readonly kind: "missing" };

/** Everything that an address is looked up in. */
export interface LinkWorld {
  readonly tree: SourceTree;
  readonly layout: Layout;
  readonly index: LinkIndex;
  /** Paths of the files that are entries. */
  readonly entries: ReadonlySet<string>;
  /** Paths of other files by their name in lower case; the shortest path of each. */
  readonly assetsByName: ReadonlyMap<string, string>;
}

const MISSING: Resolved = { kind: "missing" };

/** The files of a tree that are no entries, by name, for links that name only the file. */
export function assetsByName(tree: SourceTree, entries: ReadonlySet<string>): Map<string, string> {
  const assets = new Map<string, string>();
  for (const path of tree.files.keys()) {
    if (entries.has(path)) continue;
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const before = assets.get(name);
    if (before === undefined || path.length < before.length) assets.set(name, path);
  }
  return assets;
}

/** Finds what an address in the file `from` leads to. */
export function resolveLink(written: string, from: string, world: LinkWorld): Resolved {
  const target = parseLinkTarget(written);
  switch (target.kind) {
    case "outside":
      return target;
    case "content":
      return resolveContent(target, world);
    case "name":
      return resolveName(target, from, world);
    case "path":
      return target.path.startsWith("/")
        ? resolveFromRoot(target, world)
        : resolveRelative(target, from, world);
  }
}

/** Finds what `[[target]]` leads to: a note by name, alias or path, or any other file by name. */
export function resolveWikiLink(written: string, from: string, world: LinkWorld): Resolved {
  const [name = "", ...heading] = written.split("#");
  const fragment = heading.length === 0 ? "" : `#${heading.at(-1) ?? ""}`;
  if (name === "") return { kind: "outside" };
  const normal = name.trim().normalize("NFC");
  const near = lookUp(posix.join(posix.dirname(from), normal), world);
  if (near !== undefined) return withFragment(near, fragment, world);
  const path = world.index.byName(normal);
  if (path !== undefined) return { kind: "entry", path, fragment };
  const asset = fileAt(normal, world) ?? world.assetsByName.get(baseOf(normal).toLowerCase());
  return asset === undefined ? MISSING : withFragment(asset, fragment, world);
}

type Target<K extends LinkTarget["kind"]> = Extract<LinkTarget, { kind: K }>;

function resolveContent({ path, fragment }: Target<"content">, world: LinkWorld): Resolved {
  const found = lookUp(posix.join(world.layout.contentRoot, path), world) ?? fileAt(path, world);
  return found === undefined ? MISSING : withFragment(found, fragment, world);
}

function resolveName({ name, fragment }: Target<"name">, from: string, world: LinkWorld): Resolved {
  const near = lookUp(posix.join(posix.dirname(from), name), world);
  const rooted = near ?? lookUp(posix.join(world.layout.contentRoot, name), world);
  const path = rooted ?? world.index.byName(name) ?? world.index.byAddress(name);
  return path === undefined ? MISSING : withFragment(path, fragment, world);
}

function resolveFromRoot({ path, fragment }: Target<"path">, world: LinkWorld): Resolved {
  for (const root of world.layout.assetRoots) {
    const found = fileAt(posix.join(root, path).replace(/^\//, ""), world);
    if (found !== undefined) return withFragment(found, fragment, world);
  }
  const inContent = lookUp(posix.join(world.layout.contentRoot, path).replace(/^\//, ""), world);
  const found = world.index.byAddress(path) ?? inContent;
  return found === undefined ? MISSING : withFragment(found, fragment, world);
}

function resolveRelative(
  { path, fragment }: Target<"path">,
  from: string,
  world: LinkWorld,
): Resolved {
  const folder = posix.dirname(from);
  const found =
    lookUp(posix.join(folder, path), world) ??
    // As an address: the page of `posts/a.md` is `posts/a/`.
    lookUp(posix.join(from.replace(/\.\w+$/, ""), path), world) ??
    onlyName(path, world);
  return found === undefined ? MISSING : withFragment(found, fragment, world);
}

/** Obsidian's "shortest path" links, and images that a configuration looks for elsewhere. */
function onlyName(path: string, world: LinkWorld): string | undefined {
  if (world.layout.kind !== "obsidian") return fromAssetRoots(path, world);
  return world.index.byName(path) ?? world.assetsByName.get(baseOf(path).toLowerCase());
}

function fromAssetRoots(path: string, world: LinkWorld): string | undefined {
  if (path.startsWith(".") || MARKDOWN.test(path)) return undefined;
  for (const root of world.layout.assetRoots) {
    const found = fileAt(posix.join(root, path), world);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A file at a path, with the endings that links leave out. */
function lookUp(path: string, world: LinkWorld): string | undefined {
  if (path.startsWith("..")) return undefined;
  const bare = path.replace(/\/$/, "");
  const stem = bare.replace(/\.html?$/, "");
  const ways = [bare, `${stem}.md`, `${stem}.mdx`, `${stem}.markdown`, `${stem}/index.md`];
  for (const way of [...ways, `${stem}/index.mdx`, `${stem}/_index.md`]) {
    if (world.tree.files.has(way)) return way;
  }
  return undefined;
}

function fileAt(path: string, world: LinkWorld): string | undefined {
  return world.tree.files.has(path) ? path : undefined;
}

function withFragment(path: string, fragment: string, world: LinkWorld): Resolved {
  if (world.entries.has(path)) return { kind: "entry", path, fragment };
  return MARKDOWN.test(path) ? MISSING : { kind: "asset", path };
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
