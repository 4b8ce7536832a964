import { makeTypeApiId } from "../../../base/api-ids.ts";
import { CmsError } from "../../../base/errors.ts";
import { foldSlug } from "../../../base/slug.ts";
import { slugify } from "../../../base/slugify.ts";
import { LIMITS } from "../../../model/limits.ts";
import type { Demands } from "../frameworks/astro-collections.ts";
import { astroId } from "../frameworks/astro.ts";
import type { LayoutKind } from "../frameworks/framework.ts";
import { stableEntryId } from "../infer/field-plan.ts";
import { labelOf } from "../infer/infer-fields.ts";
import { type CollectionRule, EMPTY_RULE, type ImportMap, openTables } from "../infer/parse-map.ts";
import type { SourceFile, Sources } from "../project/read-sources.ts";
import { makeSourceEntry, type SourceEntry } from "../project/source-entry.ts";
import { alignKeys, withAligned } from "../source/align-keys.ts";
import type { ImportedRoute, Notice } from "../source/report.ts";
import { findSystemKeys, isEmptyValue, type SourceMap } from "../source/source-keys.ts";
import {
  chooseRoute,
  defaultRoute,
  importedZone,
  knownRoute,
  withUrlPath,
} from "./choose-routes.ts";
import type { SiteState } from "./site-state.ts";

const TITLE_KEYS: ReadonlySet<string> = new Set(["title", "name", "headline"]);

const FIRST_HEADING = /^\s*#[ \t]+([^\n]+?)[ \t#]*(?:\n|$)/;

const NO_DEMANDS: Demands = new Map();

/** An entry with the names by which others link to it. */
export interface NamedEntry extends SourceEntry {
  readonly id: string;
  /** API ID of its content type. */
  readonly type: string;
  readonly slug: string;
}

/** The entries of one collection, before its fields have types. */
export interface CollectedType {
  readonly name: string;
  readonly apiId: string;
  readonly rule: CollectionRule;
  readonly entries: readonly NamedEntry[];
  readonly route: ImportedRoute;
  /** Requirements of the project's own schema. */
  readonly demands: Demands;
  readonly notices: readonly Notice[];
}

interface CollectOptions {
  readonly site: SiteState;
  readonly map: ImportMap;
  /** Requested URL paths, by API ID. */
  readonly routes: Readonly<Record<string, string | null>>;
}

/** Groups the files into collections and assigns ids, slugs, and system values to each entry. */
export function collectEntries(
  { files, layout }: Sources,
  { site, map, routes }: CollectOptions,
): CollectedType[] {
  const groups = groupFiles(files, map);
  const usedApiIds = new Set<string>();
  const timeZone = importedZone(site.site, layout);
  return [...groups].map(([name, group]) => {
    const rule = map.collections.get(name) ?? EMPTY_RULE;
    const apiId = rule.type ?? makeTypeApiId(name, usedApiIds);
    if (usedApiIds.has(apiId)) throw sharedType(name, apiId);
    usedApiIds.add(apiId);
    const opened = openFiles(group, { rule, kind: layout.kind });
    const keys = findSystemKeys(
      opened.map((file) => file.stated),
      rule.system,
    );
    const usual = usualRoute(apiId, { layout, name, group });
    const known = knownRoute(apiId, { requested: routes, site: site.site.routes });
    const keepsFolders = (known?.route ?? usual).includes("{path}");
    const made = opened.map((file) => makeSourceEntry({ ...file, keepsFolders, layout }, keys));
    const kind = rule.kind ?? site.types.get(apiId)?.type.kind ?? "list";
    const route = known ?? chooseRoute(made, { apiId, kind, usual, timeZone });
    const isAstro = layout.kind === "astro";
    const sourced = made.map((entry) => {
      if (kind === "object" || !(entry.sure || isAstro)) return entry;
      return withUrlPath(isAstro ? withIdFromPath(entry, apiId) : entry, { ...route, timeZone });
    });
    const titled = withTitle(sourced, { name, layout: layout.kind });
    const named = assignNames(titled.entries, { name, apiId, site, rule });
    const notices = [...titled.notices, ...named.notices];
    const demands = layout.demands.get(name) ?? NO_DEMANDS;
    return { name, apiId, rule, entries: named.entries, route, demands, notices };
  });
}

/** Astro identifies entries without a known page by path, so the slug is the path as well. */
function withIdFromPath(entry: SourceEntry, apiId: string): SourceEntry {
  const { sure, document, place } = entry;
  if (sure || document.values.has("slug")) return entry;
  return { ...entry, urlPath: `/${apiId}/${astroId(place.key)}` };
}

/** Returns the URL path if no pages are known. Astro identifies entries by path, so folders are kept. */
function usualRoute(
  apiId: string,
  { layout, name, group }: Pick<Sources, "layout"> & { name: string; group: readonly SourceFile[] },
): string {
  const isDeep = group.some(({ place }) => place.key.includes("/"));
  const keeps = layout.kind === "astro" && isDeep && !layout.permalinks.has(name);
  return keeps ? `/${apiId}/{path}` : defaultRoute(apiId);
}

function groupFiles(files: readonly SourceFile[], map: ImportMap): Map<string, SourceFile[]> {
  const wanted = files.flatMap((file): SourceFile[] => {
    const { skip, into } = map.collections.get(file.place.collection) ?? EMPTY_RULE;
    if (skip) return [];
    return [into === undefined || into === file.place.collection ? file : moveFile(file, into)];
  });
  const groups = Map.groupBy(wanted, ({ place }) => place.collection);
  for (const name of map.collections.keys()) {
    if (files.some(({ place }) => place.collection === name) || groups.has(name)) continue;
    const message = `The map contains the collection "${name}", which does not exist in the folder.`;
    throw new CmsError("invalid_map", message);
  }
  return groups;
}

/** A file moved to another collection keeps its folder in its key. */
function moveFile({ place, ...file }: SourceFile, collection: string): SourceFile {
  const key = `${place.collection}/${place.key}`;
  return { ...file, place: { ...place, collection, key } };
}

/** Keys that Hugo knows, in the spelling of its documentation. */
const HUGO_KEYS = ["title", "slug", "url", "aliases", "date", "draft", "categories", "tags"];

type OpenedFile = SourceFile & { readonly opened: SourceMap };

/** Expands tables in the files and unifies keys that differ only in case. */
function openFiles(
  group: readonly SourceFile[],
  { rule, kind }: { readonly rule: CollectionRule; readonly kind: LayoutKind },
): OpenedFile[] {
  const files = group.map((file) => {
    return { ...file, opened: openTables(file.document.values), stated: openTables(file.stated) };
  });
  const requestedKeys = [...rule.fields.keys(), ...Object.values(rule.system)];
  const known: SourceMap = new Map(kind === "hugo" ? HUGO_KEYS.map((key) => [key, ""]) : []);
  const preferred = new Set([...requestedKeys.filter((key) => key !== undefined), ...known.keys()]);
  const maps = files.flatMap(({ opened, stated }) => [opened, stated]);
  const aligned = alignKeys([...maps, known], preferred);
  if (aligned.size === 0) return files;
  return files.map(({ place, inherited, document, opened, stated }) => ({
    place,
    inherited,
    document: {
      ...document,
      values: withAligned(document.values, aligned),
      quoted: new Set([...document.quoted].map((key) => aligned.get(key) ?? key)),
    },
    opened: withAligned(opened, aligned),
    stated: withAligned(stated, aligned),
  }));
}

function sharedType(name: string, apiId: string): CmsError {
  const message = `The map assigns the content type "${apiId}" to "${name}", but another collection uses it. Use "into" to import both into one type.`;
  return new CmsError("invalid_map", message);
}

interface NameOptions {
  readonly name: string;
  readonly apiId: string;
  readonly site: SiteState;
  readonly rule: CollectionRule;
}

function assignNames(
  entries: readonly SourceEntry[],
  { name, apiId, site, rule }: NameOptions,
): { entries: NamedEntry[]; notices: Notice[] } {
  const known = site.types.get(apiId);
  const own = entries.map((entry) => {
    return { ...entry, type: apiId, id: stableEntryId(site.site.id, name, entry.place.path) };
  });
  if ((rule.kind ?? known?.type.kind) === "object") {
    if (entries.length > 1) {
      const message = `The collection "${name}" has ${entries.length} files, but an object type has a single entry.`;
      throw new CmsError("invalid_map", message);
    }
    const existing = known?.entries[0];
    const named = own.map((entry) => ({ ...entry, id: existing?.id ?? entry.id, slug: apiId }));
    return { entries: named, notices: [] };
  }
  const slugs = assignSlugs(own, known?.entries ?? []);
  const named = Array.from(own, (entry) => ({ ...entry, slug: slugs.get(entry.id) ?? "" }));
  const notices = named.flatMap((entry) => {
    const { slug, wantedSlugs, slugGiven } = entry;
    const isWanted = slugGiven === undefined ? wantedSlugs.includes(slug) : slug === wantedSlugs[0];
    return isWanted ? [] : [slugNotice(entry, slug)];
  });
  return { entries: named, notices };
}

function slugNotice({ place, wantedSlugs: [wanted] }: SourceEntry, slug: string): Notice {
  const message = "The slug was already used, so the entry got another one.";
  return { kind: "slug_changed", path: place.path, message, about: `${wanted} → ${slug}` };
}

/**
 * Assigns a unique slug, ignoring case, to every entry of a type: the first wanted slug that no other entry wants or
 * that the file sets itself, otherwise the last one, with a number if that is taken. An existing entry keeps its slug
 * if it is a wanted one, with or without a number.
 *
 * @param existing entries of the type on the site
 * @returns slugs by entry id
 */
function assignSlugs(
  entries: readonly Pick<NamedEntry, "id" | "wantedSlugs" | "slugGiven">[],
  existing: readonly Pick<NamedEntry, "id" | "slug">[],
): Map<string, string> {
  const before = new Map(existing.map(({ id, slug }) => [id, slug]));
  const owners = new Map(existing.map(({ id, slug }) => [foldSlug(slug), id]));
  const usedSlugs = new Map(owners);
  const slugs = new Map<string, string>();
  // An entry whose slug preserves its URL path competes for no other.
  const wishes = Map.groupBy(
    entries.flatMap(({ wantedSlugs, slugGiven }) =>
      slugGiven === "route" ? wantedSlugs.slice(0, 1) : wantedSlugs,
    ),
    foldSlug,
  );
  const inTurn = entries.toSorted((a, b) => {
    return Number(b.slugGiven === "route") - Number(a.slugGiven === "route");
  });
  for (const { id, wantedSlugs } of entries) {
    const currentSlug =
      wantedSlugs.find((slug) => owners.get(foldSlug(slug)) === id) ??
      currentNumberedSlug(before.get(id), wantedSlugs);
    if (currentSlug !== undefined) slugs.set(id, currentSlug);
  }
  for (const { id, wantedSlugs, slugGiven } of inTurn) {
    if (slugs.has(id)) continue;
    const free = wantedSlugs.filter((slug) => !usedSlugs.has(foldSlug(slug)));
    const ownSlug = slugGiven === "slug" || slugGiven === "route" ? wantedSlugs[0] : undefined;
    const slug =
      free.find((one) => one === ownSlug || wishes.get(foldSlug(one))?.length === 1) ??
      free.at(-1) ??
      firstFree(wantedSlugs.at(-1) ?? "untitled", usedSlugs);
    usedSlugs.set(foldSlug(slug), id);
    slugs.set(id, slug);
  }
  return slugs;
}

/** Returns an entry's current slug if it is a wanted one plus a number. */
function currentNumberedSlug(
  slug: string | undefined,
  wanted: readonly string[],
): string | undefined {
  const [, short, number] = /^(.+)-(\d+)$/.exec(slug ?? "") ?? [];
  const isOne = Number(number) > 1 && wanted.some((one) => shortenSlug(one) === short);
  return isOne ? slug : undefined;
}

/** Returns a slug shortened to leave room for a number. */
function shortenSlug(slug: string): string {
  return slugify(Array.from(slug).slice(0, 180).join(""));
}

/** `post-2` */
function firstFree(wanted: string, usedSlugs: ReadonlyMap<string, string>): string {
  const short = shortenSlug(wanted);
  let number = 2;
  while (usedSlugs.has(foldSlug(`${short}-${number}`))) number += 1;
  return `${short}-${number}`;
}

/** Gives entries without a title one: their first heading, or the name of their file. */
function withTitle(
  entries: readonly SourceEntry[],
  { name, layout }: { readonly name: string; readonly layout: LayoutKind },
): { entries: SourceEntry[]; notices: Notice[] } {
  let made = 0;
  const titled = entries.map((entry) => {
    const { values, place, document } = entry;
    if (place.data || hasTitle(values)) return entry;
    made += 1;
    const heading = layout === "obsidian" ? undefined : FIRST_HEADING.exec(document.body)?.[1];
    const title = heading ?? titleLike(values) ?? titleFromKey(place.key, layout);
    const rest = [...values].filter(([key]) => key !== "title");
    return { ...entry, values: new Map([["title", shortenTitle(title)], ...rest]) };
  });
  if (made === 0) return { entries: titled, notices: [] };
  const message =
    "Some files have no title. It was taken from the first heading, a key such as newsTitle, or the file name.";
  return {
    entries: titled,
    notices: [{ kind: "title_from_name", message, field: `${name}.title` }],
  };
}

function hasTitle(values: SourceMap): boolean {
  return [...values].some(([key, value]) => {
    return TITLE_KEYS.has(key.toLowerCase()) && !isEmptyValue(value);
  });
}

/** Returns the value of a key such as `newsTitle` if the file has only one such key. */
function titleLike(values: SourceMap): string | undefined {
  const found = [...values].filter(([key, value]) => {
    return /title$/i.test(key) && typeof value === "string" && value.trim() !== "";
  });
  const [only] = found;
  return found.length === 1 && typeof only?.[1] === "string" ? only[1] : undefined;
}

/** Returns the title of a file: a note's name as it is, or "My first post" for `my-first-post`. */
function titleFromKey(key: string, layout: LayoutKind): string {
  const last = key.slice(key.lastIndexOf("/") + 1);
  return layout === "obsidian" ? last : labelOf(last, last);
}

function shortenTitle(title: string): string {
  return title.length <= LIMITS.textCharacters ? title : title.slice(0, 200);
}
