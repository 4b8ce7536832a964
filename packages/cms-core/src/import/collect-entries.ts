import { makeTypeApiId } from "../base/api-ids.ts";
import { CmsError } from "../base/errors.ts";
import { foldSlug } from "../base/slug.ts";
import { assignSlugs } from "./assign-slugs.ts";
import { openTables } from "./flatten-map.ts";
import { type CollectionRule, EMPTY_RULE, type ImportMap } from "./import-map.ts";
import type { SourceFile, Sources } from "./read-sources.ts";
import type { Notice } from "./report.ts";
import type { SiteState } from "./site-state.ts";
import { type SourceEntry, makeSourceEntry } from "./source-entry.ts";
import type { SourceMap } from "./source-value.ts";
import { stableEntryId } from "./stable-id.ts";
import { ADDRESS_KEYS, type FoundKeys, findSystemKeys } from "./system-keys.ts";
import { withTitle } from "./title-of.ts";

/** An entry with the names that others link to it by. */
export interface NamedEntry extends SourceEntry {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
}

/** The entries of one collection, before its fields have types. */
export interface CollectedType {
  readonly name: string;
  readonly apiId: string;
  readonly rule: CollectionRule;
  readonly keys: FoundKeys;
  readonly entries: readonly NamedEntry[];
  readonly notices: readonly Notice[];
}

/** Groups the files into collections; gives each entry its id, its slug and its system values. */
export function collectEntries(
  { files, layout }: Sources,
  site: SiteState,
  map: ImportMap,
): CollectedType[] {
  const groups = groupFiles(files, map);
  const taken = new Set<string>();
  return [...groups].map(([name, group]) => {
    const rule = map.collections.get(name) ?? EMPTY_RULE;
    const apiId = rule.type ?? makeTypeApiId(name, taken);
    if (taken.has(apiId)) throw sharedType(name, apiId);
    taken.add(apiId);
    const opened = group.map(({ document }) => openTables(document.values));
    const keys = findSystemKeys(opened, rule.system);
    const sourced = group.map((file, index) =>
      makeSourceEntry(file, opened[index] ?? new Map<string, string>(), keys),
    );
    const titled = withTitle(sourced, { name, layout: layout.kind });
    const named = nameEntries(titled.entries, { name, apiId, site, rule });
    return {
      name,
      apiId,
      rule,
      keys,
      entries: named.entries,
      notices: [...titled.notices, ...named.notices],
    };
  });
}

function groupFiles(files: readonly SourceFile[], map: ImportMap): Map<string, SourceFile[]> {
  const groups = new Map<string, SourceFile[]>();
  for (const file of files) {
    const { collection } = file.place;
    const rule = map.collections.get(collection);
    if (rule?.skip === true) continue;
    const name = rule?.into ?? collection;
    const group = groups.get(name) ?? [];
    group.push(name === collection ? file : moved(file, name));
    groups.set(name, group);
  }
  for (const name of map.collections.keys()) {
    if (files.some(({ place }) => place.collection === name) || groups.has(name)) continue;
    const message = `The map names the collection "${name}", which is not in the folder.`;
    throw new CmsError("invalid_map", message);
  }
  return groups;
}

/** A file of a collection that goes into another keeps its folder in its key. */
function moved({ place, document }: SourceFile, collection: string): SourceFile {
  return { place: { ...place, collection, key: `${place.collection}/${place.key}` }, document };
}

function sharedType(name: string, apiId: string): CmsError {
  const message = `The map gives "${name}" the content type "${apiId}" of another collection; use "into".`;
  return new CmsError("invalid_map", message);
}

interface NameOptions {
  readonly name: string;
  readonly apiId: string;
  readonly site: SiteState;
  readonly rule: CollectionRule;
}

function nameEntries(
  entries: readonly SourceEntry[],
  { name, apiId, site, rule }: NameOptions,
): { entries: NamedEntry[]; notices: Notice[] } {
  const known = site.types.get(apiId);
  if ((rule.kind ?? known?.type.kind) === "object")
    return nameObject(entries, { name, apiId, site, rule });
  const ids = entries.map(({ place }) => stableEntryId(site.site.id, name, place.path));
  const held = new Map((known?.entries ?? []).map(({ id, slug }) => [foldSlug(slug), id]));
  const wants = entries.map(({ wantedSlugs }, index) => ({
    id: ids[index] ?? "",
    wanted: wantedSlugs,
  }));
  const slugs = assignSlugs(wants, held);
  const notices: Notice[] = [];
  const named = entries.map((entry, index) => {
    const id = ids[index] ?? "";
    const slug = slugs.get(id) ?? "";
    const { wantedSlugs, slugGiven } = entry;
    const isWanted = slugGiven ? slug === wantedSlugs[0] : wantedSlugs.includes(slug);
    if (!isWanted) notices.push(slugNotice(entry, slug));
    return { ...entry, id, type: apiId, slug };
  });
  return { entries: named, notices };
}

function nameObject(
  entries: readonly SourceEntry[],
  { name, apiId, site }: NameOptions,
): { entries: NamedEntry[]; notices: Notice[] } {
  if (entries.length > 1) {
    const message = `The collection "${name}" has ${entries.length} files, but an object type has one entry.`;
    throw new CmsError("invalid_map", message);
  }
  const known = site.types.get(apiId)?.entries[0]?.id;
  const named = entries.map((entry) => {
    const id = known ?? stableEntryId(site.site.id, name, entry.place.path);
    return { ...entry, id, type: apiId, slug: apiId };
  });
  return { entries: named, notices: [] };
}

function slugNotice({ place, wantedSlugs: [wanted] }: SourceEntry, slug: string): Notice {
  const message = "The slug is taken, so the entry has another.";
  return { kind: "slug_changed", path: place.path, message, about: `${wanted} → ${slug}` };
}

/** Every name in front matter that others may link to an entry by. */
export function linkNames(values: SourceMap): string[] {
  const found: string[] = [];
  for (const key of [...ADDRESS_KEYS, "aliases", "alias", "redirect_from"]) {
    const value = values.get(key);
    if (typeof value === "string") found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter((item) => typeof item === "string"));
  }
  return found;
}
