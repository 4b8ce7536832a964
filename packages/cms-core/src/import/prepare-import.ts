import type { Issue } from "../base/errors.ts";
import { findBodyLinks, makeLinkWorld } from "./body-links.ts";
import { type CollectedType, collectEntries } from "./collect-entries.ts";
import { EMPTY_MAP, type ImportMap } from "./import-map.ts";
import { type MediaFile, identifyMedia, usedMedia } from "./media-plan.ts";
import type { Sources } from "./read-sources.ts";
import type { LinkWorld } from "./resolve-link.ts";
import type { BodyLink } from "./rewrite-body.ts";
import type { SiteState } from "./site-state.ts";
import { addedTimes } from "./source-history.ts";

export interface PrepareOptions {
  readonly site: SiteState;
  readonly map?: ImportMap;
}

/** All that a plan is made from, with the files that it will want to store. */
export interface PreparedImport {
  readonly collected: readonly CollectedType[];
  readonly site: SiteState;
  readonly world: LinkWorld;
  readonly links: ReadonlyMap<string, readonly BodyLink[]>;
  /** When git says that files without any date were added, by path. */
  readonly added: ReadonlyMap<string, string>;
  /** Files that content uses and that can be stored, by their names. */
  readonly media: readonly MediaFile[];
  /** Used files that cannot be read. */
  readonly failed: readonly Issue[];
}

/** Finds collections, links and used files of a folder that was read. */
export async function prepareImport(
  sources: Sources,
  { site, map = EMPTY_MAP }: PrepareOptions,
): Promise<PreparedImport> {
  const collected = collectEntries(sources, site, map);
  const entries = collected.flatMap((one) => one.entries);
  const world = makeLinkWorld(entries, sources);
  const links = findBodyLinks(entries, world);
  const used = usedMedia(entries, links, world);
  const { files, failed } = await identifyMedia(used, { tree: sources.tree, siteId: site.site.id });
  const dateless = entries.filter(({ date }) => date === undefined).map(({ place }) => place.path);
  const added = await addedTimes(sources.tree, dateless);
  return { collected, site, world, links, added, media: files, failed };
}
