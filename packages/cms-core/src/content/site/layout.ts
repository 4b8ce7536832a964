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
      /** Whether it stands where the entry of an object type does: `content/<api_id>.md`. */
      readonly object: boolean;
    }
  | { readonly kind: "media"; readonly id: string }
  | { readonly kind: "ledger"; readonly apiId: string; readonly id: string }
  | {
      readonly kind: "other";
      /** Set where the file stands in one of our folders under a name that cannot be read. */
      readonly issue?: Issue;
    };

export function typePath(apiId: string): string {
  return `types/${apiId}/type.yml`;
}

export function versionPath(apiId: string, version: number): string {
  return `types/${apiId}/versions/${version}.json`;
}

/** Where a new media record is written; it is read from any path below `media/`. */
export function mediaPath(id: string): string {
  return `media/${shardOf(id)}/${id}.yml`;
}

/** Of `published`: a folder for each type that an entry was ever live of. */
export const LEDGER_FOLDER = "ledger";

export function ledgerPath(apiId: string, id: string): string {
  return `${LEDGER_FOLDER}/${apiId}/${shardOf(id)}/${id}.yml`;
}

/** Where the record of an entry may lie: where it is written, and where versions before put it. */
export function ledgerPaths(apiId: string, id: string): readonly string[] {
  return [ledgerPath(apiId, id), `${LEDGER_FOLDER}/${apiId}/${id}.yml`];
}

/** The folder of a record: ids are random, so that 100,000 of them are a hundred to a folder. */
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
  /** Where it stands, whose form it keeps at a place with a pattern. */
  readonly current?: string | undefined;
}

/** Where an entry's file stands. @throws CmsError `invalid_path` when a part would be too long. */
export function entryPath({ site, type, slug, sharded, id, current }: EntryPathOptions): string {
  const { folder, pattern } = placeOf(site, type.apiId);
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
 * Whether an entry that keeps its slug also keeps its file. At a place with a pattern it always does: its name is the
 * developers'. Elsewhere the extension follows the type, which may have gained or lost its rich text field.
 */
export function keepsFile(
  site: Pick<SiteConfig, "paths">,
  { type, path }: { readonly type: ContentType; readonly path: string },
): boolean {
  return hasPattern(site, type.apiId) || isPlainFile(path) === (bodyField(type) === undefined);
}

/** The folder of a type's entries, and without extension the file of an object type's entry. */
export function entryFolder(site: SiteConfig, apiId: string): string {
  return placeOf(site, apiId).folder;
}

/** Whether the files of a type are named by a day and a slug: Jekyll reads no other in `_posts`. */
export function namesHaveDays(site: SiteConfig, apiId: string): boolean {
  return /(?:^|\/)_posts$/.test(entryFolder(site, apiId));
}

function placeOf(site: SiteConfig, apiId: string): EntryPlace {
  const set = entryPlaces(site).find((place) => place.apiId === apiId);
  return set ?? { apiId, folder: `content/${apiId}` };
}

const ENTRIES = "content/";
const TYPE = /^types\/([^/]+)\/(?:type\.yml|versions\/([1-9]\d{0,8})\.json)$/;
const MEDIA_RECORD = /^media\/(?:.+\/)?([^/]+)\.yml$/;
const LEDGER_RECORD = /^ledger\/([^/]+)\/(?:.+\/)?([^/]+)\.yml$/;
const ENTRY_FILE = /^(?:([0-9a-f]{2})\/)?([^/]+)\.(?:md|yml)$/;

/** What a path in a site repository holds, by its name alone. */
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
  if (!isTypeApiId(apiId)) return misnamed(path, `"${apiId}" is not a valid API ID`);
  return version === undefined
    ? { kind: "type", apiId }
    : { kind: "version", apiId, version: Number(version) };
}

function classifyMedia(path: string, id: string): FileIdentity {
  return isMediaId(id) ? { kind: "media", id } : misnamed(path, `"${id}" is not a valid media ID`);
}

function classifyLedger(path: string, apiId: string, id: string): FileIdentity {
  return isTypeApiId(apiId) && isEntryId(id) && ledgerPaths(apiId, id).includes(path)
    ? { kind: "ledger", apiId, id }
    : misnamed(path, "its path does not match a content type and entry ID");
}

function classifyEntry(path: string, site: SiteConfig): FileIdentity {
  for (const place of entryPlaces(site)) {
    const found =
      place.pattern === undefined
        ? classifyIn(path, place.apiId, place.folder)
        : classifyByPattern(path, { ...place, pattern: place.pattern });
    if (found !== undefined) return found;
  }
  // What every pattern around it leaves out is the developers', also below `content/`.
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
  if (slug !== undefined) return named(path, { apiId, slug });
  // What the pattern leaves out of its folder is no entry, unless a folder around it says so.
  return pattern.isDeep ? { kind: "other" } : undefined;
}

/** By the folder's name, where `site.yml` says nothing of it. */
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
  return misnamed(path, `site.yml stores entries of "${apiId}" in ${entryFolder(site, apiId)}`);
}

function classifyIn(path: string, apiId: string, folder: string): FileIdentity | undefined {
  if (!path.startsWith(folder)) return undefined;
  if (path[folder.length] !== "/") {
    const isOwn = path === `${folder}.md` || path === `${folder}.yml`;
    return isOwn ? { kind: "entry", apiId, slug: apiId, object: true } : undefined;
  }
  const file = ENTRY_FILE.exec(path.slice(folder.length + 1));
  if (file === null) return undefined;
  return named(path, { apiId, slug: file[2] ?? "" });
}

function named(path: string, { apiId, slug }: { apiId: string; slug: string }): FileIdentity {
  const problem = slugProblem(slug);
  return problem === undefined
    ? { kind: "entry", apiId, slug, object: false }
    : misnamed(path, `"${slug}" is not a valid slug. ${problem}`, "invalid_slug");
}

function misnamed(path: string, why: string, code: Issue["code"] = "invalid_path"): FileIdentity {
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

/** Where `site.yml` says that the entries of a type stand. */
interface EntryPlace {
  readonly apiId: string;
  readonly folder: string;
  /** How files there are named; absent where each is named by its slug alone, as HQ names them. */
  readonly pattern?: EntryPattern;
}

// Files that stood there before HQ did.
interface EntryPattern {
  /** Whether folders below it count, too. */
  readonly isDeep: boolean;
  /** With a dot; new files have the first. */
  readonly extensions: readonly string[];
}

const PATTERN = /^(.+?)\/(\*\*\/)?\*\.(?:([a-z]+)|\{([a-z]+(?:,[a-z]+)*)\})$/;
const EXTENSIONS: ReadonlySet<string> = new Set(["md", "mdx", "markdown", "yml"]);

// Takes `folder`, `folder/*.md` or `folder/**/*.{md,mdx}` apart; undefined for a pattern that is none of these.
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

const known = new WeakMap<SiteConfig["paths"], readonly EntryPlace[]>();

/** The places that a site names; of folders in each other the inner one comes first. */
function entryPlaces({ paths }: Pick<SiteConfig, "paths">): readonly EntryPlace[] {
  const found = known.get(paths);
  if (found !== undefined) return found;
  const places = Object.entries(paths)
    .flatMap(([apiId, text]) => {
      const place = parsePlace(text);
      return place === undefined ? [] : [{ apiId, ...place }];
    })
    .toSorted((a, b) => b.folder.length - a.folder.length);
  known.set(paths, places);
  return places;
}

/** The pattern of a type's files as `site.yml` has it, where it has one. */
export function entryPattern(
  { paths }: Pick<SiteConfig, "paths">,
  apiId: string,
): string | undefined {
  const text = Object.hasOwn(paths, apiId) ? paths[apiId] : undefined;
  return text?.includes("*") === true ? text : undefined;
}

/** Whether the files of a type are named as they were before HQ. */
export function hasPattern(site: Pick<SiteConfig, "paths">, apiId: string): boolean {
  return entryPlaces(site).some((place) => place.apiId === apiId && place.pattern !== undefined);
}

/**
 * The slug of a file at a place with a pattern, by its path below the folder: `guides/Get started.md` is
 * `guides~get-started`, and `guides/index.md` is `guides`. Undefined for a file that the pattern leaves out.
 */
export function slugAt({ isDeep, extensions }: EntryPattern, inside: string): string | undefined {
  const extension = extensions.find((one) => inside.endsWith(one));
  if (extension === undefined) return undefined;
  const parts = inside.slice(0, -extension.length).split("/");
  // As Astro has it: these are parts of others, or not to be shown.
  if (parts.some((part) => part === "" || /^[._]|~/.test(part))) return undefined;
  if (!isDeep && parts.length > 1) return undefined;
  if (parts.at(-1) === INDEX) parts.pop();
  if (parts.length === 0) return HOME;
  return parts.map(slugOfPart).join(FOLDER_SIGN);
}

/** Where a file with a slug goes at such a place, below its folder. */
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
/** `index` is no slug. */
const HOME = "home";

function slugOfPart(part: string): string {
  return slugProblem(part) === undefined ? part : slugify(part);
}

/** The last part of a slug: what the name of its file, or of the folder that it is the index of, says by itself. */
export function lastPart(slug: string): string {
  return slug.slice(slug.lastIndexOf(FOLDER_SIGN) + 1);
}

/** What that may be of a slug whose file has a path, whatever is known of its place. */
export function lastPartsOf(path: string): readonly string[] {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const dot = name.lastIndexOf(".");
  const own = dot === -1 ? name : name.slice(0, dot);
  if (own !== INDEX) return [lastPart(slugOfPart(own))];
  return [lastPart(slugOfPart(parts.at(-2) ?? "")), HOME];
}
