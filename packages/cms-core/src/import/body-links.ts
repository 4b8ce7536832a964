import { findCodePages } from "./code-pages.ts";
import type { NamedEntry } from "./collect-entries.ts";
import { linkNames } from "./collect-entries.ts";
import { frameworkOf } from "./layout.ts";
import { type LinkableEntry, makeLinkIndex } from "./link-index.ts";
import type { Sources } from "./read-sources.ts";
import {
  type LinkPlace,
  type LinkWorld,
  assetsByName,
  resolveLink,
  resolveWikiLink,
} from "./resolve-link.ts";
import type { BodyLink } from "./rewrite-body.ts";
import { scanLinks } from "./scan-links.ts";
import { resolveWords } from "./word-links.ts";

/** Everything that links of an import are looked up in. */
export function makeLinkWorld(
  entries: readonly NamedEntry[],
  { tree, layout }: Sources,
): LinkWorld {
  const places = new Map<string, LinkPlace>();
  const linkable = entries.map((entry): LinkableEntry => {
    const { place, slug, document, date } = entry;
    const { language } = place;
    const { addresses, isSure } = frameworkOf(layout);
    const made = addresses({ ...place, date, front: document.values }, layout);
    const own = place.translated && language !== undefined ? `/${language}${made[0]}` : made[0];
    const sure = isSure?.(place, layout) ?? true;
    const spoken = language === undefined ? {} : { language };
    places.set(place.path, { address: own ?? "/", sure, ...spoken });
    return { ...place, slug, addresses: made, names: linkNames(document.values) };
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

/** The links of every body that has any, by path, each with what it leads to. */
export function findBodyLinks(
  entries: readonly NamedEntry[],
  world: LinkWorld,
): ReadonlyMap<string, readonly BodyLink[]> {
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
  return world.layout.wordLinks ? resolveWords(links, entries) : links;
}
