import { CmsError } from "../../base/errors.ts";
import { parseVersionFile } from "../../content/schema/type-file.ts";
import { FORMAT_PATH } from "../../content/site/format-file.ts";
import { mediaPath, SITE_PATH } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import { eachFile, readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import { requireFormatAt } from "../../site/read/known-format.ts";
import {
  type CompiledEntry,
  compilePublished,
  type PublishedDelta,
  readPinnedEntry,
  type SchemaLookup,
} from "../branch/published-diff.ts";
import { refuseUnknown } from "../branch/published-format.ts";
import { type PublishedFileChanges, sortPublishedChanges } from "../branch/published-tree.ts";
import type { LiveSite } from "./live-site.ts";

/** The repository functions needed to read `published`, with or without a Git process. */
export type PublishedReader = Pick<
  GitRepository,
  "changedFiles" | "readBlobs" | "readPath" | "resolveRef"
>;

/**
 * Reads the differences between the live site and commit `to` of `published`, in bulk.
 *
 * @returns undefined if the difference cannot be applied file by file: the site's id or routes or a frozen schema
 * changed, or a ledger record is gone. Everything must be loaded again then.
 * @throws CmsError `repository_broken` if a pinned file is missing or unreadable
 */
export async function readPublishedDelta(
  repository: PublishedReader,
  live: LiveSite,
  to: string,
): Promise<PublishedDelta | undefined> {
  const files = await repository.changedFiles(live.commit, to);
  if (files.some(({ path }) => path === FORMAT_PATH)) await requireFormatAt(repository, to);
  const changes = sortPublishedChanges(files);
  refuseUnknown(changes);
  const site = changes.site || live.site === undefined ? await readSite(repository, to) : live.site;
  // HQ never removes ledger records: if one is gone, the whole ledger may have moved.
  const isGone = changes.ledger.some(({ after }) => after === undefined);
  const isRefrozen = changes.versions.some(({ before }) => before !== undefined);
  if (!canFollow(live.site, site) || isGone || isRefrozen) return undefined;
  const schemas = await readSchemas(repository, changes);
  const media = await readMedia(repository, changes);
  const entries = await readEntries(repository, changes, { live, schemas });
  return { commit: to, site, schemas, media, entries };
}

async function readSite(repository: PublishedReader, commit: string): Promise<SiteConfig> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file === undefined)
    throw new CmsError("repository_broken", "The published branch has no site.yml.");
  return parseSiteFile(file.bytes);
}

function canFollow(before: SiteConfig | undefined, after: SiteConfig): boolean {
  if (before === undefined) return true;
  const { id, routes, timeZone } = after;
  return (
    before.id === id &&
    before.timeZone === timeZone &&
    JSON.stringify(before.routes) === JSON.stringify(routes)
  );
}

async function readSchemas(
  repository: PublishedReader,
  { versions }: PublishedFileChanges,
): Promise<SchemaVersion[]> {
  const present = versions.flatMap(({ path, after }) =>
    after === undefined ? [] : [{ path, after }],
  );
  const files = await readFiles(repository, present, ({ after }) => after);
  return files.map(([{ path }, bytes]) => parseVersionFile(bytes, path));
}

async function readMedia(
  repository: PublishedReader,
  { media }: PublishedFileChanges,
): Promise<Map<string, MediaRecord | undefined>> {
  const records = new Map<string, MediaRecord | undefined>(media.map(({ id }) => [id, undefined]));
  const present = media.flatMap(({ id, after }) => (after === undefined ? [] : [{ id, after }]));
  for await (const [{ id }, bytes] of eachFile(repository, present, ({ after }) => after)) {
    records.set(id, parseMediaFile(bytes, mediaPath(id)));
  }
  return records;
}

interface EntrySources {
  readonly live: LiveSite;
  readonly schemas: readonly SchemaVersion[];
}

async function readEntries(
  repository: PublishedReader,
  { ledger, pins }: PublishedFileChanges,
  { live, schemas }: EntrySources,
): Promise<Map<string, CompiledEntry | undefined>> {
  const entries = new Map<string, CompiledEntry | undefined>(
    ledger.map(({ id }) => [id, undefined]),
  );
  const schemaOf = schemaLookup(live, schemas);
  const records = await readRecords(repository, ledger);
  const published = records.filter(({ state }) => state === "published");
  if (live.commit === undefined) refuseUnknown({ unknown: unreferencedPins(pins, published) });
  for await (const [record, bytes] of eachFile(repository, published, ({ blob }) => blob)) {
    const path = pins.get(record.blob) ?? live.graph.pins.get(record.id) ?? "";
    const entry = readPinnedEntry(record, bytes, { path, schemaOf });
    // Compiled immediately: for thousands of entries, only the rendered part stays in memory while the next ones are
    // read.
    entries.set(record.id, compilePublished(entry));
  }
  return entries;
}

/**
 * Returns the pinned files of a commit that no record names, for example because this version cannot read the ledger.
 */
function unreferencedPins(
  pins: ReadonlyMap<string, string>,
  published: readonly LedgerRecord[],
): readonly string[] {
  const named = new Set(published.map(({ blob }) => blob));
  return [...pins].flatMap(([blob, path]) => (named.has(blob) || path === SITE_PATH ? [] : [path]));
}

async function readRecords(
  repository: PublishedReader,
  ledger: PublishedFileChanges["ledger"],
): Promise<readonly LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  const present = ledger.filter(({ after }) => after !== undefined);
  for await (const [file, bytes] of eachFile(repository, present, ({ after = "" }) => after)) {
    const { path, apiId, id } = file;
    records.push(parseLedgerFile(bytes, { path, type: apiId, id }));
  }
  return records;
}

function schemaLookup(live: LiveSite, added: readonly SchemaVersion[]): SchemaLookup {
  const byName = new Map(added.map((schema) => [`${schema.apiId}/${schema.version}`, schema]));
  return (apiId, version) =>
    byName.get(`${apiId}/${version}`) ?? live.graph.schemas.get(apiId)?.get(version);
}
