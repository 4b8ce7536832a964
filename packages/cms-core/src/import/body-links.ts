import type { NamedEntry } from "./collect-entries.ts";
import { linkNames } from "./collect-entries.ts";
import { makeLinkIndex } from "./link-index.ts";
import type { Sources } from "./read-sources.ts";
import { type LinkWorld, assetsByName, resolveLink, resolveWikiLink } from "./resolve-link.ts";
import type { BodyLink } from "./rewrite-body.ts";
import { scanLinks } from "./scan-links.ts";

/** Everything that links of an import are looked up in. */
export function makeLinkWorld(
  entries: readonly NamedEntry[],
  { tree, layout }: Sources,
): LinkWorld {
  const paths = new Set(entries.map(({ place }) => place.path));
  const linkable = entries.map(({ place, slug, document }) => ({
    path: place.path,
    collection: place.collection,
    key: place.key,
    ...(place.date === undefined ? {} : { date: place.date }),
    slug,
    names: linkNames(document.values),
  }));
  const index = makeLinkIndex(linkable, layout.kind);
  return { tree, layout, index, entries: paths, assetsByName: assetsByName(tree, paths) };
}

/** The links of every body that has any, by path, each with what it leads to. */
export function findBodyLinks(
  entries: readonly NamedEntry[],
  world: LinkWorld,
): Map<string, readonly BodyLink[]> {
  const wiki = world.layout.kind === "obsidian" || world.layout.kind === "plain";
  const links = new Map<string, readonly BodyLink[]>();
  for (const { place, document } of entries) {
    const found = scanLinks(document.body, { wiki });
    if (found.length === 0) continue;
    const resolved = found.map((link): BodyLink => {
      const isWiki = link.kind === "wiki" || link.kind === "wiki-embed";
      const resolve = isWiki ? resolveWikiLink : resolveLink;
      return { found: link, resolved: resolve(link.target, place.path, world) };
    });
    links.set(place.path, resolved);
  }
  return links;
}
