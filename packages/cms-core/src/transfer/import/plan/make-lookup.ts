import { foldSlug } from "../../../base/slug.ts";
import { LIMITS } from "../../../model/limits.ts";
import { MARKDOWN } from "../frameworks/framework.ts";
import type { FoundEntry, Lookup } from "../infer/scalar.ts";
import { type LinkWorld, resolveValue } from "../links/resolve-link.ts";
import type { CollectedType } from "./collect-entries.ts";
import type { MediaFile } from "./prepare-import.ts";
import type { SiteState } from "./site-state.ts";

const NOTE = /^\[\[[^[\]]+\]\]$/;

export interface LookupParts {
  readonly collected: readonly CollectedType[];
  readonly site: SiteState;
  readonly world: LinkWorld;
  /** Files that can be stored, by path in the folder. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Files that are entries, by path in the folder. */
  readonly entries: ReadonlyMap<string, FoundEntry>;
}

/** Creates lookups of values in the import and on its target site. */
export function makeLookup({ collected, site, world, media, entries }: LookupParts): Lookup {
  const names = namesByType(collected, site);
  const byLink = (written: string, from: string): FoundEntry | undefined => {
    if (!NOTE.test(written) && !MARKDOWN.test(written)) return undefined;
    const resolved = resolveValue(written, from, world);
    return resolved.kind === "entry" ? entries.get(resolved.path) : undefined;
  };
  return {
    types: [...names.keys()],
    typeNamed: (name) => collected.find((one) => one.name === name)?.apiId,
    typeAt: (path) => entries.get(path)?.type,
    media: (written, from) => {
      if (written.length > LIMITS.textCharacters) return undefined;
      const resolved = resolveValue(written, from, world);
      return resolved.kind === "asset" ? media.get(resolved.path) : undefined;
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

/** Returns ids by slug, by key in the collection, and by the key's last part, for each content type. */
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
