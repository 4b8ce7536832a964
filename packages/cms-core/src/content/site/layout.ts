import { hash } from "node:crypto";
import { parseTypeApiId } from "../../base/api-ids.ts";
import { CmsError, type Issue } from "../../base/errors.ts";
import { isEntryId, isMediaId } from "../../base/ids.ts";
import { FOLDER_SIGN, slugProblem } from "../../base/slug.ts";
import { slugify } from "../../base/slugify.ts";
import { bodyField, type ContentType } from "../../model/content-type.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SiteConfig } from "../../model/site.ts";

export const SITE_PATH = "site.yml";
const SHARD_CHARACTERS = 2;

export type FileIdentity =
  | { readonly kind: "site" }
  | { readonly kind: "type"; readonly apiId: string }
  | { readonly kind: "version"; readonly apiId: string; readonly version: number }
  | {
      readonly kind: "entry";
      readonly apiId: string;
      readonly slug: string;
      /** Whether it is at the path of an object type's entry: `content/<api_id>.md`. */
      readonly object: boolean;
    }
  | { readonly kind: "media"; readonly id: string }
  | { readonly kind: "ledger"; readonly apiId: string; readonly id: string }
  | {
      readonly kind: "other";
      /** Set if the file is in one of Loam's folders under an invalid name. */
      readonly issue?: Issue;
    };

export function typePath(apiId: string): string {
  return `types/${apiId}/type.yml`;
}

export function versionPath(apiId: string, version: number): string {
  return `types/${apiId}/versions/${version}.json`;
}

/** Path of a new media record; records are read from any path below `media/`. */
export function mediaPath(id: string): string {
  return `media/${shardOf(id)}/${id}.yml`;
}

/** Folder on `published` with a subfolder for each type that ever had a live entry. */
export const LEDGER_FOLDER = "ledger";

export function ledgerPath(apiId: string, id: string): string {
  return `${LEDGER_FOLDER}/${apiId}/${shardOf(id)}/${id}.yml`;
}

/** Possible paths of an entry's record: the current one, and those of earlier versions. */
export function ledgerPaths(apiId: string, id: string): readonly string[] {
  return [ledgerPath(apiId, id), `${LEDGER_FOLDER}/${apiId}/${id}.yml`];
}

/** Subfolder of a record. Ids are random, so 100,000 records are about a hundred per folder. */
function shardOf(id: string): string {
  return id.slice(-SHARD_CHARACTERS);
}

export interface EntryPathOptions {
  readonly site: SiteConfig;
  readonly type: ContentType;
  readonly slug: string;
  /** Whether the type's folder is sharded (above 2,000 files). */
  readonly sharded: boolean;
  readonly id: string;
  /** Current path, whose form is kept for a type with a pattern. */
  readonly current?: string | undefined;
}

/** Returns the path of an entry's file. @throws CmsError `invalid_path` if a part would be too long */
export function entryPath({ site, type, slug, sharded, id, current }: EntryPathOptions): string {
  const { folder, pattern } = findEntryPlace(site, type.apiId);
  const extension = bodyField(type) === undefined ? "yml" : "md";
  if (type.kind === "object") return `${folder}.${extension}`;
  const shard = sharded ? `${hash("sha256", id).slice(0, 2)}/` : "";
  const path =
    pattern === undefined
      ? `${folder}/${shard}${slug}.${extension}`
      : `${folder}/${pathAt(pattern, slug, { ...(current !== undefined && { current }) })}`;
  const segments = path.split("/").map((segment) => Buffer.byteLength(segment));
  if (
    Buffer.byteLength(path) > LIMITS.pathBytes ||
    Math.max(...segments) > LIMITS.pathSegmentBytes
  ) {
    throw new CmsError("invalid_path", `The path ${path} is too long.`);
  }
  return path;
}

/** Whether an entry file is YAML without front matter. Its path decides, never its content type. */
export function isPlainFile(path: string): boolean {
  return path.endsWith(".yml");
}

/**
 * Whether an entry that keeps its slug also keeps its file. With a pattern it always does, because developers chose the
 * name. Otherwise the extension follows the type, which may have gained or lost its rich text field.
 */
export function keepsFile(
  site: Pick<SiteConfig, "paths">,
  { type, path }: { readonly type: ContentType; readonly path: string },
): boolean {
  return hasPattern(site, type.apiId) || isPlainFile(path) === (bodyField(type) === undefined);
}

/** Returns the folder of a type's entries, which is also the path of an object type's entry without its extension. */
export function entryFolder(site: SiteConfig, apiId: string): string {
  return findEntryPlace(site, apiId).folder;
}

/** Whether the type's filenames consist of a day and a slug, as Jekyll requires in `_posts`. */
export function namesHaveDays(site: SiteConfig, apiId: string): boolean {
  return /(?:^|\/)_posts$/.test(entryFolder(site, apiId));
}

function findEntryPlace(site: SiteConfig, apiId: string): EntryPlace {
  const set = entryPlaces(site).find((place) => place.apiId === apiId);
  return set ?? { apiId, folder: `content/${apiId}` };
}

const ENTRIES = "content/";
const TYPE = /^types\/([^/]+)\/(?:type\.yml|versions\/([1-9]\d{0,8})\.json)$/;
const MEDIA_RECORD = /^media\/(?:.+\/)?([^/]+)\.yml$/;
const LEDGER_RECORD = /^ledger\/([^/]+)\/(?:.+\/)?([^/]+)\.yml$/;
const ENTRY_FILE = /^(?:([0-9a-f]{2})\/)?([^/]+)\.(?:md|yml)$/;

/** Returns the kind of file at a path in a site repository, by its name only. */
export function classifyPath(path: string, site: SiteConfig): FileIdentity {
  // Most files are entries.
  if (!path.startsWith(ENTRIES)) {
    if (path === SITE_PATH) return { kind: "site" };
    const type = TYPE.exec(path);
    if (type !== null) return classifyType(path, type[1] ?? "", type[2]);
    const [, mediaId] = MEDIA_RECORD.exec(path) ?? [];
    if (mediaId !== undefined) return classifyMedia(path, mediaId);
    const [, apiId, id] = LEDGER_RECORD.exec(path) ?? [];
    if (apiId !== undefined && id !== undefined) return classifyLedger(path, apiId, id);
  }
  return classifyEntry(path, site);
}

function classifyType(path: string, apiId: string, version: string | undefined): FileIdentity {
  if (!isTypeApiId(apiId)) return invalidNameIdentity(path, `"${apiId}" is not a valid API ID`);
  return version === undefined
    ? { kind: "type", apiId }
    : { kind: "version", apiId, version: Number(version) };
}

function classifyMedia(path: string, id: string): FileIdentity {
  return isMediaId(id)
    ? { kind: "media", id }
    : invalidNameIdentity(path, `"${id}" is not a valid media ID`);
}

function classifyLedger(path: string, apiId: string, id: string): FileIdentity {
  return isTypeApiId(apiId) && isEntryId(id) && ledgerPaths(apiId, id).includes(path)
    ? { kind: "ledger", apiId, id }
    : invalidNameIdentity(path, "its path does not match a content type and entry ID");
}

function classifyEntry(path: string, site: SiteConfig): FileIdentity {
  for (const place of entryPlaces(site)) {
    const found =
      place.pattern === undefined
        ? classifyIn(path, place.apiId, place.folder)
        : classifyByPattern(path, { ...place, pattern: place.pattern });
    if (found !== undefined) return found;
  }
  // Files excluded by all enclosing patterns belong to the developers, even below `content/`.
  const isTheirs = entryPlaces(site).some(
    ({ folder, pattern }) => pattern !== undefined && path.startsWith(`${folder}/`),
  );
  return isTheirs ? { kind: "other" } : classifyByName(path, site);
}

function classifyByPattern(
  path: string,
  { apiId, folder, pattern }: Required<EntryPlace>,
): FileIdentity | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const slug = slugAt(pattern, path.slice(folder.length + 1));
  if (slug !== undefined) return entryIdentity(path, { apiId, slug });
  // Files that the pattern excludes aren't entries, unless an enclosing folder includes them.
  return pattern.isDeep ? { kind: "other" } : undefined;
}

/** Classifies by folder name if `site.yml` doesn't mention the folder. */
function classifyByName(path: string, site: SiteConfig): FileIdentity {
  if (!path.startsWith(ENTRIES)) return { kind: "other" };
  const start = ENTRIES.length;
  const end = path.indexOf("/", start);
  const apiId =
    end === -1 ? path.slice(start).replace(/\.(?:md|yml)$/, "") : path.slice(start, end);
  if (!isTypeApiId(apiId)) return { kind: "other" };
  const found = classifyIn(path, apiId, path.slice(0, start + apiId.length));
  if (found?.kind !== "entry" || !Object.hasOwn(site.paths, apiId))
    return found ?? { kind: "other" };
  return invalidNameIdentity(
    path,
    `site.yml stores entries of "${apiId}" in ${entryFolder(site, apiId)}`,
  );
}

function classifyIn(path: string, apiId: string, folder: string): FileIdentity | undefined {
  if (!path.startsWith(folder)) return undefined;
  if (path[folder.length] !== "/") {
    const isOwn = path === `${folder}.md` || path === `${folder}.yml`;
    return isOwn ? { kind: "entry", apiId, slug: apiId, object: true } : undefined;
  }
  const file = ENTRY_FILE.exec(path.slice(folder.length + 1));
  if (file === null) return undefined;
  return entryIdentity(path, { apiId, slug: file[2] ?? "" });
}

function entryIdentity(
  path: string,
  { apiId, slug }: { apiId: string; slug: string },
): FileIdentity {
  const problem = slugProblem(slug);
  return problem === undefined
    ? { kind: "entry", apiId, slug, object: false }
    : invalidNameIdentity(path, `"${slug}" is not a valid slug. ${problem}`, "invalid_slug");
}

function invalidNameIdentity(
  path: string,
  why: string,
  code: Issue["code"] = "invalid_path",
): FileIdentity {
  return { kind: "other", issue: { code, message: `${path} was ignored: ${why}`, path } };
}

function isTypeApiId(text: string): boolean {
  try {
    parseTypeApiId(text);
    return true;
  } catch {
    return false;
  }
}

/** Location of a type's entries according to `site.yml`. */
interface EntryPlace {
  readonly apiId: string;
  readonly folder: string;
  /** How files there are named; absent if each is named after its slug, which is HQ's default. */
  readonly pattern?: EntryPattern;
}

// For files that existed before HQ.
interface EntryPattern {
  /** Whether subfolders are included. */
  readonly isDeep: boolean;
  /** With a dot; new files get the first. */
  readonly extensions: readonly string[];
}

const PATTERN = /^(.+?)\/(\*\*\/)?\*\.(?:([a-z]+)|\{([a-z]+(?:,[a-z]+)*)\})$/;
const EXTENSIONS: ReadonlySet<string> = new Set(["md", "mdx", "markdown", "yml"]);

// Parses `folder`, `folder/*.md`, or `folder/**/*.{md,mdx}`; undefined for other patterns.
export function parsePlace(text: string): Omit<EntryPlace, "apiId"> | undefined {
  if (!text.includes("*")) return { folder: text };
  const [, folder = "", deep, one, several] = PATTERN.exec(text) ?? [];
  const names = (several ?? one ?? "").split(",");
  if (folder === "" || folder.includes("*") || !names.every((name) => EXTENSIONS.has(name))) {
    return undefined;
  }
  const extensions = names.map((name) => `.${name}`);
  return { folder, pattern: { isDeep: deep !== undefined, extensions } };
}

const placesByPaths = new WeakMap<SiteConfig["paths"], readonly EntryPlace[]>();

/** Returns the site's configured locations; of nested folders, the inner one comes first. */
function entryPlaces({ paths }: Pick<SiteConfig, "paths">): readonly EntryPlace[] {
  const found = placesByPaths.get(paths);
  if (found !== undefined) return found;
  const places = Object.entries(paths)
    .flatMap(([apiId, text]) => {
      const place = parsePlace(text);
      return place === undefined ? [] : [{ apiId, ...place }];
    })
    .toSorted((a, b) => b.folder.length - a.folder.length);
  placesByPaths.set(paths, places);
  return places;
}

/** Returns the pattern of a type's files from `site.yml`, if there is one. */
export function entryPattern(
  { paths }: Pick<SiteConfig, "paths">,
  apiId: string,
): string | undefined {
  const text = Object.hasOwn(paths, apiId) ? paths[apiId] : undefined;
  return text?.includes("*") === true ? text : undefined;
}

/** Whether the type's files keep the names that they had before HQ. */
export function hasPattern(site: Pick<SiteConfig, "paths">, apiId: string): boolean {
  return entryPlaces(site).some((place) => place.apiId === apiId && place.pattern !== undefined);
}

/**
 * Returns the slug of a file from its path below a folder with a pattern: `guides/Get started.md` gives
 * `guides~get-started`, and `guides/index.md` gives `guides`. Undefined for a file that the pattern excludes.
 */
export function slugAt({ isDeep, extensions }: EntryPattern, inside: string): string | undefined {
  const extension = extensions.find((one) => inside.endsWith(one));
  if (extension === undefined) return undefined;
  const parts = inside.slice(0, -extension.length).split("/");
  // Like Astro: such files are partials or hidden.
  if (parts.some((part) => part === "" || /^[._]|~/.test(part))) return undefined;
  if (!isDeep && parts.length > 1) return undefined;
  if (parts.at(-1) === INDEX) parts.pop();
  if (parts.length === 0) return HOME;
  return parts.map(slugOfPart).join(FOLDER_SIGN);
}

/** Returns the path of a file with this slug below a folder with a pattern. */
export function pathAt(
  { isDeep, extensions }: EntryPattern,
  slug: string,
  { current }: { readonly current?: string } = {},
): string {
  const extension = extensions.find((one) => current?.endsWith(one)) ?? extensions[0] ?? "";
  const path = isDeep ? slug.replaceAll(FOLDER_SIGN, "/") : slug;
  const isIndex = current !== undefined && current.endsWith(`/${INDEX}${extension}`);
  return (isIndex ? `${path}/${INDEX}` : path) + extension;
}

const INDEX = "index";
/** `index` cannot be a slug. */
const HOME = "home";

function slugOfPart(part: string): string {
  return slugProblem(part) === undefined ? part : slugify(part);
}

/** Returns the last part of a slug: the name of its file, or of the folder whose index it is. */
export function lastPart(slug: string): string {
  return slug.slice(slug.lastIndexOf(FOLDER_SIGN) + 1);
}

/** Returns the possible last parts of a slug for a path, without knowledge of its pattern. */
export function lastPartsOf(path: string): readonly string[] {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const own = dot === -1 ? name : name.slice(0, dot);
  if (own !== INDEX) return [lastPart(slugOfPart(own))];
  return [lastPart(slugOfPart(parts.at(-2) ?? "")), HOME];
}
