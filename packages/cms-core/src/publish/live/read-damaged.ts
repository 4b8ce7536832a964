import { CmsError, isCmsError, type Issue } from "../../base/errors.ts";
import { parseVersionFile } from "../../content/schema/type-file.ts";
import { mediaPath, SITE_PATH } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseSiteFile } from "../../content/site/site-file.ts";
import { damagedFile, eachFileThere } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { EntryTemplate } from "../../render/entry-template.ts";
import type { EntryHead } from "../../render/list-body.ts";
import { MAIN } from "../../site/read/branches.ts";
import {
  type CompiledEntry,
  compilePublished,
  type PublishedDelta,
  readPinnedEntry,
} from "../branch/published-diff.ts";
import { type PublishedFileChanges, sortPublishedChanges } from "../branch/published-tree.ts";

/** A live entry as its public file shows it. */
export interface EntryCopy {
  readonly head: EntryHead;
  readonly json: string;
}

/**
 * Returns the live entries of a commit as in public storage, by id; undefined if the files there belong to another
 * commit.
 */
export type ReadCopies = (commit: string) => Promise<ReadonlyMap<string, EntryCopy> | undefined>;

/** The readable part of a damaged commit of `published`. */
export interface ReadDespiteDamage {
  readonly delta: PublishedDelta;
  /** The damaged files, by path. */
  readonly damaged: readonly Issue[];
  /** Whether live content is missing because public storage has no copy of it either. */
  readonly incomplete: boolean;
}

type Repository = Pick<GitRepository, "readableFiles" | "readBlobs" | "readPath" | "resolveRef">;

/**
 * Reads a commit of `published` with damaged or lost files. An entry that cannot be read or rendered because of the
 * damage is taken from its public file.
 *
 * If even the list of files is unreadable, schemas and media records are taken from `main`, and all entries from their
 * public files.
 *
 * @throws CmsError `repository_broken` if there is nothing to start from: no `site.yml`, or no public files of the
 * commit
 */
export async function readDespiteDamage(
  repository: Repository,
  commit: string,
  readCopies: ReadCopies,
): Promise<ReadDespiteDamage> {
  const { at, files, damaged: folders } = await listReadableFiles(repository, commit);
  const changes = sortPublishedChanges(files);
  const damaged: Issue[] = folders.map(({ path, oid }) => issueOf(damagedFile(path, oid)));
  const note = (path: string, oid: string): void =>
    void damaged.push(issueOf(damagedFile(path, oid)));
  const site = await readSite(repository, at);
  const reading: Reading = { repository, changes, note };
  const schemas = await readSchemas(reading);
  const media = await readMedia(reading);
  const hasAllMedia = !folders.some(({ path }) => /^media(?:\/|$)/.test(path));
  const { entries, lost } = await readEntries(reading, { schemas, media, hasAllMedia });
  const copies = await readCopies(commit);
  const types = new Set(schemas.map(({ apiId }) => apiId));
  const missing = [...(copies?.values() ?? [])].filter(({ head }) => !entries.has(head.id));
  if (copies === undefined && at !== commit) throw lostRoot(commit);
  for (const copy of missing) {
    if (types.has(copy.head.type)) entries.set(copy.head.id, compiledCopy(copy, lost));
  }
  const isLive = ([id, { state }]: readonly [string, Partial<LedgerRecord>]): boolean =>
    state === "published" && !entries.has(id);
  const incomplete =
    copies === undefined ||
    missing.some(({ head }) => !types.has(head.type)) ||
    [...lost].some(isLive);
  return { delta: { commit, site, schemas, media, entries }, damaged, incomplete };
}

/** Lists the files of a commit; if its root cannot be read, those of `main` that also exist on `published`. */
async function listReadableFiles(
  repository: Repository,
  commit: string,
): Promise<Awaited<ReturnType<Repository["readableFiles"]>> & { readonly at: string }> {
  try {
    return { at: commit, ...(await repository.readableFiles(commit)) };
  } catch (error) {
    const main = await repository.resolveRef(MAIN);
    if (main === undefined || !isCmsError(error)) throw error;
    const { files, damaged } = await repository.readableFiles(main);
    const root = { path: "published", oid: commit };
    const shared = files.filter(({ path }) => SHARED.test(path));
    return { at: main, files: shared, damaged: [root, ...damaged] };
  }
}

/** Files that both branches have, with the same content once published. */
const SHARED = /^(?:site\.yml$|types\/[^/]+\/versions\/|media\/)/;

interface Reading {
  readonly repository: Repository;
  readonly changes: PublishedFileChanges;
  readonly note: (path: string, oid: string) => void;
}

function lostRoot(commit: string): CmsError {
  return new CmsError(
    "repository_broken",
    `The published content cannot be read: commit ${commit} is damaged or missing in the repository. Restore it from a backup with hq repair --from.`,
  );
}

function issueOf({ code, message, details }: CmsError): Issue {
  return { code, message, path: String(details["path"]) };
}

async function readSite(repository: Repository, commit: string): Promise<PublishedDelta["site"]> {
  const file = await repository.readPath(commit, SITE_PATH);
  if (file !== undefined) return parseSiteFile(file.bytes);
  throw new CmsError(
    "repository_broken",
    "The published site.yml is damaged or missing in the repository.",
  );
}

async function readSchemas({ repository, changes, note }: Reading): Promise<SchemaVersion[]> {
  const schemas: SchemaVersion[] = [];
  const files = changes.versions;
  for await (const [{ path, after = "" }, bytes] of eachFileThere(repository, files, afterOf)) {
    if (bytes === undefined) note(path, after);
    else schemas.push(parseVersionFile(bytes, path));
  }
  return schemas;
}

async function readMedia(reading: Reading): Promise<Map<string, MediaRecord | undefined>> {
  const { repository, changes, note } = reading;
  const records = new Map<string, MediaRecord | undefined>();
  for await (const [{ id, after = "" }, bytes] of eachFileThere(
    repository,
    changes.media,
    afterOf,
  )) {
    if (bytes === undefined) note(mediaPath(id), after);
    records.set(id, bytes && parseMediaFile(bytes, mediaPath(id)));
  }
  return records;
}

function afterOf({ after = "" }: { readonly after?: string | undefined }): string {
  return after;
}

/** Live entries that are ready to render, and damaged ones with what is known of them. */
interface FoundEntries {
  readonly entries: Map<string, CompiledEntry | undefined>;
  readonly lost: ReadonlyMap<string, Partial<LedgerRecord>>;
}

async function readEntries(
  reading: Reading,
  {
    schemas,
    media,
    hasAllMedia,
  }: Pick<PublishedDelta, "schemas" | "media"> & { readonly hasAllMedia: boolean },
): Promise<FoundEntries> {
  const { repository, changes, note } = reading;
  const entries = new Map<string, CompiledEntry | undefined>();
  const lost = new Map<string, Partial<LedgerRecord>>();
  const records = await readRecords(reading, (id) => void lost.set(id, {}));
  const byName = new Map(schemas.map((schema) => [`${schema.apiId}/${schema.version}`, schema]));
  const schemaOf = (apiId: string, version: number): SchemaVersion | undefined =>
    byName.get(`${apiId}/${version}`);
  for await (const [record, bytes] of eachFileThere(repository, records, ({ blob }) => blob)) {
    const path = changes.pins.get(record.blob) ?? "";
    if (bytes === undefined)
      note(path === "" ? `${record.type}/${record.slug}` : path, record.blob);
    const entry = bytes && compileReadable(record, bytes, { path, schemaOf });
    const shows = entry?.template.media ?? [];
    const lacks = shows.some((id) => !media.get(id) && (media.has(id) || !hasAllMedia));
    if (entry === undefined || lacks) lost.set(record.id, record);
    else entries.set(record.id, entry);
  }
  return { entries, lost };
}

/** @returns undefined if a schema version that it needs is damaged */
function compileReadable(
  record: LedgerRecord,
  bytes: Uint8Array,
  options: Parameters<typeof readPinnedEntry>[2],
): CompiledEntry | undefined {
  try {
    return compilePublished(readPinnedEntry(record, bytes, options));
  } catch (error) {
    if (isCmsError(error) && error.code === "repository_broken") return undefined;
    throw error;
  }
}

async function readRecords(
  { repository, changes, note }: Reading,
  onLost: (id: string) => void,
): Promise<readonly LedgerRecord[]> {
  const records: LedgerRecord[] = [];
  for await (const [file, bytes] of eachFileThere(repository, changes.ledger, afterOf)) {
    const { path, apiId, id, after = "" } = file;
    if (bytes !== undefined) records.push(parseLedgerFile(bytes, { path, type: apiId, id }));
    else {
      note(path, after);
      onLost(id);
    }
  }
  return records.filter(({ state }) => state === "published");
}

/** Has no dependencies: changes of other entries show in it only once the repository is repaired. */
function compiledCopy({ head, json }: EntryCopy, lost: FoundEntries["lost"]): CompiledEntry {
  const template: EntryTemplate = { head, parts: [json], references: [], media: [], links: [] };
  return { template, path: "", formerSlugs: lost.get(head.id)?.formerSlugs };
}
