import { CmsError, isCmsError } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { missingAlts } from "../../content/entry/unmet-requirements.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseLedgerFile } from "../../content/site/ledger-file.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import { parseOid } from "../../git/objects/object-id.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import { readFiles } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { Field, SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues, LedgerRecord } from "../../model/entry.ts";
import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig } from "../../model/site.ts";
import { compileEntry } from "../../render/compile-entry.ts";
import type { EntryTemplate } from "../../render/entry-template.ts";
import type { EntryHead } from "../../render/list-body.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import { PUBLISHED_REF, sortPublishedChanges } from "./published-tree.ts";

/** Live state of an entry. */
export type LiveRecord = Pick<LedgerRecord, "slug" | "blob" | "version">;

/** An entry that differs between two live sites. A side is undefined if the entry isn't live there. */
export interface LiveDifference {
  readonly id: string;
  readonly type: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: LiveRecord | undefined;
  readonly after: LiveRecord | undefined;
}

/** Differences between two commits of `published`. */
export interface PublishedDiff {
  readonly entries: readonly LiveDifference[];
  /** Other files that differ: settings, schemas, and media records. */
  readonly files: readonly string[];
}

/**
 * Returns the differences between two commits of `published`. Use `readVersion` and `compareVersions` to compare the
 * content of an entry.
 *
 * @throws CmsError `not_found` if one of them was never live
 */
export async function publishedDiff(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<PublishedDiff> {
  const tip = await repository.resolveRef(PUBLISHED_REF);
  for (const commit of [from, to]) {
    if (tip === undefined || !(await repository.areAncestors([parseOid(commit)], tip))) {
      throw neverLiveError(commit);
    }
  }
  const changes = await repository.changedFiles(from, to);
  return diffOf(changes, await readLedgerChanges(repository, changes));
}

/** @returns CmsError `not_found` */
export function neverLiveError(commit: string): CmsError {
  return new CmsError("not_found", `${commit} is not a commit of the published branch.`);
}

/** The ledger records on both sides of a change. */
export interface LedgerChange {
  readonly id: string;
  readonly path: string;
  /** API id. */
  readonly type: string;
  readonly before: LedgerRecord | undefined;
  readonly after: LedgerRecord | undefined;
}

/** Reads the changed ledger files of `published`. */
export async function readLedgerChanges(
  repository: GitRepository,
  changes: readonly FileChange[],
): Promise<LedgerChange[]> {
  const { ledger } = sortPublishedChanges(changes);
  const oids = ledger.flatMap(({ before, after }) => [before, after]);
  const unique = [...new Set(oids.filter((oid) => oid !== undefined))];
  const bytes = new Map(await readFiles(repository, unique, (oid) => oid));
  return ledger.map(({ id, path, apiId: type, before, after }) => {
    const read = (oid: string | undefined): LedgerRecord | undefined =>
      oid === undefined
        ? undefined
        : parseLedgerFile(bytes.get(oid) ?? NOTHING, { id, path, type });
    return { id, path, type, before: read(before), after: read(after) };
  });
}

const NOTHING = new Uint8Array();

/** Returns the changes of `published` that are visible to visitors. */
export function diffOf(
  changes: readonly FileChange[],
  ledger: readonly LedgerChange[],
): PublishedDiff {
  const { site, versions, media } = sortPublishedChanges(changes);
  const files = [...versions, ...media].map(({ path }) => path);
  return {
    entries: ledger.flatMap(difference),
    files: [...(site ? ["site.yml"] : []), ...files],
  };
}

function difference({ id, type, ...sides }: LedgerChange): LiveDifference[] {
  const [before, after] = [liveIn(sides.before), liveIn(sides.after)];
  if (isSameLive(before, after)) return [];
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return [
    { id, type, kind, before: before && liveRecord(before), after: after && liveRecord(after) },
  ];
}

function liveIn(record: LedgerRecord | undefined): LedgerRecord | undefined {
  return record?.state === "published" ? record : undefined;
}

function liveRecord({ slug, blob, version }: LedgerRecord): LiveRecord {
  return { slug, blob, version };
}

/** Parts of a record that visitors see. Author and version number aren't among them. */
const SEEN = [
  "state",
  "blob",
  "schema",
  "slug",
  "sortOrder",
  "createdAt",
  "updatedAt",
  "publishedAt",
] as const;

/** Whether two records show the same content, or neither is live. */
export function isSameLive(a: LedgerRecord | undefined, b: LedgerRecord | undefined): boolean {
  return SEEN.every((key) => a?.[key] === b?.[key]);
}

/** A published entry with its parsed file. */
export interface PublishedEntry {
  readonly head: EntryHead;
  readonly values: EntryValues;
  readonly schema: SchemaVersion;
  /** Path of its pinned file on `published`. */
  readonly path: string;
  /** Slugs at which it was live before. */
  readonly formerSlugs: readonly string[] | undefined;
}

/** A published entry, ready to be rendered. */
export interface CompiledEntry {
  readonly template: EntryTemplate;
  /** Path of its pinned file on `published`. */
  readonly path: string;
  readonly formerSlugs: readonly string[] | undefined;
}

/** Differences between `published` and the commit of a live site; undefined values were removed. */
export interface PublishedDelta {
  readonly commit: string;
  readonly site: SiteConfig;
  readonly schemas: readonly SchemaVersion[];
  readonly media: ReadonlyMap<string, MediaRecord | undefined>;
  readonly entries: ReadonlyMap<string, CompiledEntry | undefined>;
}

/**
 * Serializes the part of an entry's JSON that doesn't depend on others, after which its values are no longer needed.
 */
export function compilePublished(entry: PublishedEntry): CompiledEntry {
  const { head, values, schema, path, formerSlugs } = entry;
  return { template: compileEntry(head, values, schema), path, formerSlugs };
}

/** Returns a schema version of `published`. */
export type SchemaLookup = (apiId: string, version: number) => SchemaVersion | undefined;

interface ReadPinnedOptions {
  /** Path of the file on `published`. */
  readonly path: string;
  readonly schemaOf: SchemaLookup;
  /** @default the version in the ledger, which was the newest one when the entry was published */
  readonly showBy?: SchemaVersion;
}

/**
 * Reads a live entry from its pinned file: parses it with the schema version that the file names, and converts it to
 * the one in the ledger.
 *
 * @throws CmsError `repository_broken` if the schema is missing, or the codes of `parseEntryFile`
 */
export function readPinnedEntry(
  record: LedgerRecord,
  bytes: Uint8Array,
  { path, schemaOf, showBy }: ReadPinnedOptions,
): PublishedEntry {
  const { id, type, slug, createdAt, updatedAt, publishedAt, sortOrder } = record;
  const schema = showBy ?? schemaOf(type, record.schema);
  if (schema === undefined) {
    throw new CmsError(
      "repository_broken",
      `The published branch has no schema version ${record.schema} of ${type}, which ${path} needs.`,
    );
  }
  const writtenBy = (version = record.schema): SchemaVersion => schemaOf(type, version) ?? schema;
  const entry = parseEntryFile(bytes, { path, apiId: type, slug, schemaOf: writtenBy });
  const { values } = upgradeEntry(entry, writtenBy(entry.schema), schema);
  const head = { id, type: schema.apiId, slug, createdAt, updatedAt, publishedAt, sortOrder };
  return { head, values, schema, path, formerSlugs: record.formerSlugs };
}

interface Described {
  readonly values: EntryValues;
  readonly fields: readonly Field[];
}

/**
 * Returns the alt texts that `missingAlts` needs to decide whether an entry's images have one, by media id. Missing or
 * unreadable records are omitted, because other checks report them.
 *
 * @param blobOf - returns the blob of a media record's file
 */
export async function readAlts(
  repository: GitRepository,
  entries: readonly Described[],
  blobOf: (id: string) => string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const alts = new Map<string, string>();
  for (const id of requestedAlts(entries)) {
    const blob = blobOf(id);
    const alt = blob === undefined ? undefined : await readAlt(repository, id, blob);
    if (alt !== undefined) alts.set(id, alt);
  }
  return alts;
}

function requestedAlts(entries: readonly Described[]): ReadonlySet<string> {
  const requested = new Set<string>();
  const altOf = (id: string): undefined => {
    requested.add(id);
  };
  for (const { values, fields } of entries) missingAlts(values, fields, altOf);
  return requested;
}

async function readAlt(
  repository: GitRepository,
  id: string,
  blob: string,
): Promise<string | undefined> {
  try {
    return parseMediaFile(await repository.readBlob(blob), mediaPath(id)).alt;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
