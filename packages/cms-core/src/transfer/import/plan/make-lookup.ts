import { foldSlug } from "../../../base/slug.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { FoundEntry, Lookup } from "../infer/convert-scalar.ts";
import { type LinkWorld, resolveLink, resolveWikiLink } from "../links/resolve-link.ts";
import type { CollectedType } from "./collect-entries.ts";
import type { MediaFile } from "./media-plan.ts";
import type { SiteState } from "./site-state.ts";

export interface LookupParts {
  readonly collected: readonly CollectedType[];
  readonly site: SiteState;
  readonly world: LinkWorld;
  /** Files that can be stored, by path in the folder. */
  readonly media: ReadonlyMap<string, MediaFile>;
}

/** Finds what values mean, in the import and on the site it goes to. */
export function makeLookup({ collected, site, world, media }: LookupParts): Lookup {
  const byPath = new Map<string, FoundEntry>();
  for (const { entries } of collected) {
    for (const { id, type, place } of entries) byPath.set(place.path, { id, type });
  }
  const names = namesByType(collected, site);
  const byLink = (written: string, from: string): FoundEntry | undefined => {
    const note = /^\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/.exec(written)?.[1];
    const isFile = /\.(?:mdx?|markdown)$/i.test(written);
    if (note === undefined && !isFile) return undefined;
    const resolved =
      note === undefined ? resolveLink(written, from, world) : resolveWikiLink(note, from, world);
    return resolved.kind === "entry" ? byPath.get(resolved.path) : undefined;
  };
  return {
    types: [...names.keys()],
    media: (written, from) => {
      const resolved = resolveMedia(written, from, world);
      return resolved === undefined ? undefined : media.get(resolved);
    },
    entry: (written, types, from) => {
      const linked = byLink(written, from);
      if (linked !== undefined) return types?.includes(linked.type) === false ? undefined : linked;
      for (const type of types ?? names.keys()) {
        const id = names.get(type)?.get(foldSlug(written.trim()));
        if (id !== undefined) return { id, type };
      }
      return undefined;
    },
  };
}

function resolveMedia(written: string, from: string, world: LinkWorld): string | undefined {
  if (written.length > LIMITS.textCharacters) return undefined;
  const embed = /^!?\[\[([^[\]|]+)(?:\|[^[\]]*)?\]\]$/.exec(written)?.[1];
  const resolved =
    embed === undefined ? resolveLink(written, from, world) : resolveWikiLink(embed, from, world);
  return resolved.kind === "asset" ? resolved.path : undefined;
}

/** Ids by slug, by key in the collection and by the key's last part, for each content type. */
function namesByType(
  collected: readonly CollectedType[],
  site: SiteState,
): Map<string, Map<string, string>> {
  const types = new Map<string, Map<string, string>>();
  for (const [apiId, { entries }] of site.types) {
    types.set(apiId, new Map(entries.map(({ slug, id }) => [foldSlug(slug), id])));
  }
  for (const { apiId, entries } of collected) {
    const names = types.get(apiId) ?? new Map<string, string>();
    types.set(apiId, names);
    for (const { id, place } of entries) {
      const last = place.key.slice(place.key.lastIndexOf("/") + 1);
      if (!names.has(foldSlug(last))) names.set(foldSlug(last), id);
    }
    for (const { id, slug, place } of entries) {
      names.set(foldSlug(place.key), id);
      names.set(foldSlug(slug), id);
    }
  }
  return types;
}
