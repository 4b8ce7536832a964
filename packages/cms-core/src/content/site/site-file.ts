import { parseTypeApiId } from "../../base/api-ids.ts";
import { isCmsError } from "../../base/errors.ts";
import { isSiteId } from "../../base/ids.ts";
import { characterCount } from "../../base/text.ts";
import { isTimeZone } from "../../base/time-zone.ts";
import { LIMITS } from "../../model/limits.ts";
import { SVG_RULES, type SiteConfig, type SiteMediaRules } from "../../model/site.ts";
import { editTree } from "../../yaml/edit-yaml.ts";
import { openYamlRecord, type YamlRecord } from "../../yaml/yaml-record.ts";
import {
  printMapping,
  stringLeaf,
  typedLeaf,
  type YamlMapping,
  type YamlTree,
} from "../../yaml/yaml-tree.ts";
import { parsePlace, SITE_PATH } from "./layout.ts";

/** Format of the files on `main`. */
export const SITE_FORMAT = 1;
const SITE_KEYS: ReadonlySet<string> = new Set([
  "loam",
  "id",
  "name",
  "paths",
  "routes",
  "timeZone",
  "media",
]);

/** @throws CmsError `invalid_site` with an issue and line per problem */
export function parseSiteFile(bytes: Uint8Array): SiteConfig {
  const record = openYamlRecord(bytes, SITE_PATH, "invalid_site");
  const format = record.integer("loam");
  if (format !== SITE_FORMAT) {
    record.refuse(`"loam" is the format, which HQ sets. It must be ${SITE_FORMAT}`, "loam");
  }
  const id = record.text("id");
  if (!isSiteId(id)) record.refuse(`"id" must be a site ID`, "id");
  const name = record.text("name");
  if (name.trim() === "" || characterCount(name) > LIMITS.siteNameCharacters) {
    record.refuse(`"name" must be 1 to ${LIMITS.siteNameCharacters} characters`, "name");
  }
  const paths = readPerType(record, "paths", placeProblem);
  refuseNested(record, paths);
  const routes = readPerType(record, "routes", routeProblem);
  const timeZone = readTimeZone(record);
  const media = readMediaRules(record);
  record.finish();
  return {
    id,
    name,
    paths,
    routes,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(media === undefined ? {} : { media }),
  };
}

/** Returns the format number in a `site.yml`, even if nothing else can be read. */
export function siteFileFormat(bytes: Uint8Array): number | undefined {
  const text = /^loam:[ \t]*(\d{1,9})[ \t]*(?:#.*)?\r?$/m.exec(
    Buffer.from(bytes).toString("latin1"),
  )?.[1];
  return text === undefined ? undefined : Number(text);
}

/**
 * Returns the bytes of `site.yml`: canonical, or `previous` with edits and its comments.
 *
 * @throws CmsError `invalid_site` if the site could not be read back
 */
export function printSiteFile(site: SiteConfig, previous?: Uint8Array): Uint8Array {
  const tree = siteTree(site);
  const edited = previous === undefined ? undefined : editTree(previous, tree);
  const bytes = edited ?? Buffer.from(printMapping(tree));
  parseSiteFile(bytes);
  return bytes;
}

function siteTree(site: SiteConfig): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["loam", typedLeaf(String(SITE_FORMAT))],
    ["id", typedLeaf(site.id)],
    ["name", stringLeaf(site.name)],
  ]);
  for (const key of ["paths", "routes"] as const) {
    const values = Object.entries(site[key]).map(
      ([apiId, text]) => [apiId, stringLeaf(text)] as const,
    );
    if (values.length > 0)
      entries.set(key, { kind: "mapping", entries: new Map(values), known: always });
  }
  if (site.timeZone !== undefined) entries.set("timeZone", stringLeaf(site.timeZone));
  if (site.media !== undefined) {
    const rules = new Map([["svg", stringLeaf(site.media.svg)]]);
    entries.set("media", { kind: "mapping", entries: rules, known: (key) => key === "svg" });
  }
  return { kind: "mapping", entries, known: (key) => SITE_KEYS.has(key) };
}

function always(): boolean {
  return true;
}

function readTimeZone(record: YamlRecord): string | undefined {
  if (!record.has("timeZone")) return undefined;
  const name = record.text("timeZone");
  if (isTimeZone(name)) return name;
  record.refuse(`"timeZone" must be the name of a time zone, such as Europe/Berlin`, "timeZone");
  return undefined;
}

function readMediaRules(record: YamlRecord): SiteMediaRules | undefined {
  if (!record.has("media")) return undefined;
  const written = record.mapping("media").get("svg") ?? "refuse";
  const svg = SVG_RULES.find((rule) => rule === written);
  if (svg !== undefined) return { svg };
  record.refuse(`"svg" of "media" must be clean or refuse`, "media");
  return undefined;
}

type Problem = (text: string) => string | undefined;

function readPerType(record: YamlRecord, key: string, problem: Problem): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [apiId, value] of record.mapping(key)) {
    const why =
      typeof value === "string" ? (apiIdProblem(apiId) ?? problem(value)) : "is not a string";
    if (why !== undefined) record.refuse(`"${key}" of "${apiId}" ${why}`, key);
    else if (typeof value === "string") values[apiId] = value;
  }
  return values;
}

function apiIdProblem(apiId: string): string | undefined {
  try {
    parseTypeApiId(apiId);
    return undefined;
  } catch (error) {
    if (isCmsError(error)) return "does not have the API ID of a content type";
    throw error;
  }
}

const SEGMENT = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M} ._~-]*$/u;
const OURS = /^(?:types|media|ledger|site\.yml)(?:\/|$)/i;

function placeProblem(text: string): string | undefined {
  const place = parsePlace(text);
  if (place === undefined) return "is neither a folder nor a pattern such as docs/**/*.{md,mdx}";
  const { folder } = place;
  if (Buffer.byteLength(folder) > LIMITS.pathBytes / 2) return "is too long";
  if (folder.normalize("NFC") !== folder) return "is not in Unicode NFC";
  const segments = folder.split("/");
  const isFolder = segments.every((part) => SEGMENT.test(part) && !/[. ]$/.test(part));
  if (!isFolder) return "is not a relative folder such as docs/posts";
  return OURS.test(folder) ? "is a reserved folder" : undefined;
}

function routeProblem(route: string): string | undefined {
  if (!/^\/(?!\/)[^\s\\?#]*$/.test(route)) return "is not a path such as /blog/{slug}";
  return /[{}]/.test(route.replaceAll(/\{(?:slug|path|id|year|month|day)\}/g, ""))
    ? "can only contain {slug}, {path}, {id}, {year}, {month}, and {day}"
    : undefined;
}

/**
 * Rejects paths under which one file would be an entry of two types, also on case-insensitive file systems. With
 * patterns, the inner folder wins.
 */
function refuseNested(record: YamlRecord, paths: Readonly<Record<string, string>>): void {
  const places = Object.entries(paths).flatMap(([apiId, text]) => {
    const place = parsePlace(text);
    return place === undefined
      ? []
      : [{ apiId, folder: place.folder.toLowerCase(), isPattern: place.pattern !== undefined }];
  });
  for (const { apiId, folder, isPattern } of places) {
    const other = places.find((one) => {
      if (one.apiId === apiId) return false;
      if (isPattern && one.isPattern) return one.folder === folder;
      return `${folder}/`.startsWith(`${one.folder}/`);
    });
    if (other !== undefined) {
      record.refuse(
        `the folder of "${apiId}" in "paths" overlaps the folder of "${other.apiId}"`,
        "paths",
      );
    }
  }
}
