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
import { filePath, issuesOf, mapLimit } from "./read-sources.ts";

/** An unparsed entry file of a site repository, whose schema isn't known yet. */
export interface EntryFile {
  readonly path: string;
  readonly apiId: string;
  readonly slug: string;
  readonly bytes: Uint8Array;
}

interface MediaFile {
  readonly record: MediaRecord;
  readonly path: string;
}

/** Files of a site repository by kind. */
export interface SiteFileSet {
  readonly config: SiteConfig;
  readonly types: readonly {
    readonly type: ContentType;
    readonly path: string;
    readonly bytes: Uint8Array;
  }[];
  readonly versions: readonly { readonly version: SchemaVersion; readonly path: string }[];
  readonly entries: readonly EntryFile[];
  readonly media: readonly MediaFile[];
  /** Paths of files that don't belong to a site. */
  readonly skipped: readonly string[];
  readonly failed: readonly Issue[];
}

/** Contribution of one file. */
type Part = Partial<Omit<SiteFileSet, "config">>;

/** Number of files open at the same time. */
const AT_ONCE = 32;

/**
 * Reads the files of a site repository from a folder, for an import into a site.
 *
 * @throws CmsError `invalid_site` if `site.yml` cannot be read: it defines the meaning of all paths
 */
export async function readSiteFiles(tree: SourceTree, siteId: string): Promise<SiteFileSet> {
  const config = parseSiteFile(addId(await readFile(filePath(tree, SITE_PATH)), siteId));
  const paths = [...tree.files.keys()].filter((path) => path !== SITE_PATH);
  const parts = await mapLimit(paths, AT_ONCE, async (path) => readPart(path, tree, config));
  const records = parts.flatMap(({ media = [] }) => media);
  const first = new Map(records.toReversed().map(({ record, path }) => [record.id, path]));
  const isFirst = ({ record, path }: MediaFile): boolean => first.get(record.id) === path;
  const copies = records
    .filter((one) => !isFirst(one))
    .map(({ record, path }): Issue => {
      const message = `${path} has the same media ID as ${first.get(record.id)}. Give the copy its own ID.`;
      return { code: "id_taken", message, path };
    });
  return {
    config,
    types: parts.flatMap(({ types = [] }) => types),
    versions: parts.flatMap(({ versions = [] }) => versions),
    entries: parts.flatMap(({ entries = [] }) => entries),
    media: records.filter(isFirst),
    skipped: parts.flatMap(({ skipped = [] }) => skipped),
    failed: [...parts.flatMap(({ failed = [] }) => failed), ...copies],
  };
}

/** Adds the id to a handwritten `site.yml` whose author doesn't know it. */
function addId(bytes: Uint8Array, siteId: string): Uint8Array {
  const text = decodeText(bytes, { path: SITE_PATH });
  const hasId = readYaml(text, { path: SITE_PATH, firstLine: 1 }).has("id");
  return hasId ? bytes : Buffer.from(`${text.trimEnd()}\nid: ${siteId}\n`);
}

async function readPart(path: string, tree: SourceTree, config: SiteConfig): Promise<Part> {
  const identity = classifyPath(path, config);
  if (identity.kind === "other" && identity.issue !== undefined)
    return { failed: [identity.issue] };
  if (identity.kind === "other" || identity.kind === "ledger" || identity.kind === "site")
    return { skipped: [path] };
  try {
    const bytes = await readFile(filePath(tree, path));
    switch (identity.kind) {
      case "type":
        return { types: [{ type: parseTypeFile(bytes, path), path, bytes }] };
      case "version":
        return { versions: [{ version: parseVersionFile(bytes, path), path }] };
      case "media":
        return { media: [{ record: parseRecord(bytes, path, identity.id), path }] };
      case "entry":
        return { entries: [{ path, apiId: identity.apiId, slug: identity.slug, bytes }] };
    }
  } catch (error) {
    return { failed: issuesOf(error, path) };
  }
}

function parseRecord(bytes: Uint8Array, path: string, id: string): MediaRecord {
  const record = parseMediaFile(bytes, path);
  if (record.id === id) return record;
  const message = `${path} has the ID ${record.id} of another record.`;
  throw new CmsError("invalid_media_record", message, {
    issues: [{ code: "invalid_media_record", message, path }],
  });
}
