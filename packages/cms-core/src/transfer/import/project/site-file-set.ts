import { readFile } from "node:fs/promises";
import { decodeText } from "../../../base/bytes.ts";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { parseTypeFile, parseVersionFile } from "../../../content/schema/type-file.ts";
import { SITE_PATH, classifyPath } from "../../../content/site/layout.ts";
import { parseMediaFile } from "../../../content/site/media-file.ts";
import { parseSiteFile } from "../../../content/site/site-file.ts";
import type { ContentType, SchemaVersion } from "../../../model/content-type.ts";
import type { MediaRecord } from "../../../model/media.ts";
import type { SiteConfig } from "../../../model/site.ts";
import { readYaml } from "../../../yaml/yaml.ts";
import type { SourceTree } from "../source/source-tree.ts";
import { filePath, issuesOf, mapBounded } from "./read-sources.ts";

/** An entry file of a site repository, not parsed: its schema is not known yet. */
export interface EntryFile {
  readonly path: string;
  readonly apiId: string;
  readonly slug: string;
  readonly bytes: Uint8Array;
}

/** The files of a site repository, sorted by what they are. */
export interface SiteFileSet {
  readonly config: SiteConfig;
  readonly types: readonly {
    readonly type: ContentType;
    readonly path: string;
    readonly bytes: Uint8Array;
  }[];
  readonly versions: readonly { readonly version: SchemaVersion; readonly path: string }[];
  readonly entries: readonly EntryFile[];
  readonly media: readonly { readonly record: MediaRecord; readonly path: string }[];
  /** Paths of files that a site has not. */
  readonly skipped: readonly string[];
  readonly failed: readonly Issue[];
}

type Part =
  | {
      readonly kind: "type";
      readonly type: ContentType;
      readonly path: string;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: "version"; readonly version: SchemaVersion; readonly path: string }
  | { readonly kind: "entry"; readonly entry: EntryFile }
  | { readonly kind: "media"; readonly record: MediaRecord; readonly path: string }
  | { readonly kind: "skipped"; readonly path: string }
  | { readonly kind: "failed"; readonly issues: readonly Issue[] };

/**
 * Reads a site repository's files from a folder, to be imported into a site.
 *
 * @throws CmsError `invalid_site` when `site.yml` cannot be read: without it no path has a meaning.
 */
export async function readSiteFiles(tree: SourceTree, siteId: string): Promise<SiteFileSet> {
  const config = parseSiteFile(withId(await readFile(filePath(tree, SITE_PATH)), siteId));
  const paths = [...tree.files.keys()].filter((path) => path !== SITE_PATH);
  const read = await mapBounded(paths, 32, (path) => readPart(path, tree, config));
  const parts = refuseSecondRecords(read);
  return {
    config,
    types: parts.filter((part) => part.kind === "type"),
    versions: parts.filter((part) => part.kind === "version"),
    entries: parts.filter((part) => part.kind === "entry").map(({ entry }) => entry),
    media: parts.filter((part) => part.kind === "media"),
    skipped: parts.filter((part) => part.kind === "skipped").map(({ path }) => path),
    failed: parts.flatMap((part) => (part.kind === "failed" ? part.issues : [])),
  };
}

/** A `site.yml` written by hand for a site whose id its author does not know. */
function withId(bytes: Uint8Array, siteId: string): Uint8Array {
  const text = decodeText(bytes, { path: SITE_PATH });
  const hasId = readYaml(text, { path: SITE_PATH, firstLine: 1 }).has("id");
  return hasId ? bytes : Buffer.from(`${text.trimEnd()}\nid: ${siteId}\n`);
}

async function readPart(path: string, tree: SourceTree, config: SiteConfig): Promise<Part> {
  const identity = classifyPath(path, config);
  if (identity.kind === "other") {
    return identity.issue === undefined
      ? { kind: "skipped", path }
      : { kind: "failed", issues: [identity.issue] };
  }
  if (identity.kind === "ledger" || identity.kind === "site") return { kind: "skipped", path };
  try {
    const bytes = await readFile(filePath(tree, path));
    if (identity.kind === "type")
      return { kind: "type", type: parseTypeFile(bytes, path), path, bytes };
    if (identity.kind === "version")
      return { kind: "version", version: parseVersionFile(bytes, path), path };
    if (identity.kind === "media")
      return { kind: "media", record: parseRecord(bytes, path, identity.id), path };
    const { apiId, slug } = identity;
    return { kind: "entry", entry: { path, apiId, slug, bytes } };
  } catch (error) {
    return { kind: "failed", issues: issuesOf(error, path) };
  }
}

/** Of two records with one id the first by path comes in, and the other is named. */
function refuseSecondRecords(parts: readonly Part[]): Part[] {
  const first = new Map<string, string>();
  return parts.map((part): Part => {
    if (part.kind !== "media") return part;
    const { path, record } = part;
    const other = first.get(record.id);
    if (other === undefined) {
      first.set(record.id, path);
      return part;
    }
    const message = `${path} has the media id of ${other}; a copy needs an id of its own.`;
    return { kind: "failed", issues: [{ code: "id_taken", message, path }] };
  });
}

function parseRecord(bytes: Uint8Array, path: string, id: string): MediaRecord {
  const record = parseMediaFile(bytes, path);
  if (record.id === id) return record;
  const message = `${path} has the id ${record.id} of another record.`;
  throw new CmsError("invalid_media_record", message, {
    issues: [{ code: "invalid_media_record", message, path }],
  });
}
