import { CmsError, isCmsError } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { missingAlts } from "../../content/entry/unmet-demands.ts";
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

/** What is live of an entry. */
export type LiveRecord = Pick<LedgerRecord, "slug" | "blob" | "version">;

/** An entry that differs between two live sites; the side on which it is not live is undefined. */
export interface LiveDifference {
  readonly id: string;
  readonly type: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: LiveRecord | undefined;
  readonly after: LiveRecord | undefined;
}

/** What differs between two commits of `published`. */
export interface PublishedDiff {
  readonly entries: readonly LiveDifference[];
  /** Other files of `published` that do: settings, schemas, media records. */
  readonly files: readonly string[];
}

/**
 * What differs between two commits of `published`. How an entry differs, `readVersion` with each of them
 * and `compareVersions` say.
 *
 * @throws CmsError `not_found` when one of them was never live
 */
export async function publishedDiff(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<PublishedDiff> {
  const tip = await repository.resolveRef(PUBLISHED_REF);
  for (const commit of [from, to]) {
    if (tip === undefined || !(await repository.areAncestors([parseOid(commit)], tip))) {
      throw neverLive(commit);
    }
  }
  const changes = await repository.changedFiles(from, to);
  return diffOf(changes, await readLedgerChanges(repository, changes));
}

/** @returns CmsError `not_found` */
export function neverLive(commit: string): CmsError {
  return new CmsError("not_found", `${commit} is not a commit of the published branch.`);
}

/** A ledger record on both sides of a difference. */
export interface LedgerChange {
  readonly id: string;
  readonly path: string;
  /** API id. */
  readonly type: string;
  readonly before: LedgerRecord | undefined;
  readonly after: LedgerRecord | undefined;
}

/** Reads the ledger files among changes of `published`. */
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

/** What of changes of `published` is seen by visitors. */
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
  return [{ id, type, kind, before: before && shown(before), after: after && shown(after) }];
}

function liveIn(record: LedgerRecord | undefined): LedgerRecord | undefined {
  return record?.state === "published" ? record : undefined;
}

function shown({ slug, blob, version }: LedgerRecord): LiveRecord {
  return { slug, blob, version };
}

/** What of a record visitors see; who published it and which number that was, they do not. */
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

/** Whether two records show the same, or neither shows anything. */
export function isSameLive(a: LedgerRecord | undefined, b: LedgerRecord | undefined): boolean {
  return SEEN.every((key) => a?.[key] === b?.[key]);
}

/** A published entry as it is read. */
export interface PublishedEntry {
  readonly head: EntryHead;
  readonly values: EntryValues;
  readonly schema: SchemaVersion;
  /** Where its pinned file stands in `published`. */
  readonly path: string;
  /** Slugs at which it was live before. */
  readonly formerSlugs: readonly string[] | undefined;
}

/** A published entry, ready to be rendered. */
export interface CompiledEntry {
  readonly template: EntryTemplate;
  /** Where its pinned file stands in `published`. */
  readonly path: string;
  readonly formerSlugs: readonly string[] | undefined;
}

/** How `published` differs from the commit of a live site; undefined values are what went. */
export interface PublishedDelta {
  readonly commit: string;
  readonly site: SiteConfig;
  readonly schemas: readonly SchemaVersion[];
  readonly media: ReadonlyMap<string, MediaRecord | undefined>;
  readonly entries: ReadonlyMap<string, CompiledEntry | undefined>;
}

/** Serialises an entry's own part of its JSON; its values are not needed any more. */
export function compilePublished(entry: PublishedEntry): CompiledEntry {
  const { head, values, schema, path, formerSlugs } = entry;
  return { template: compileEntry(head, values, schema), path, formerSlugs };
}

/** A schema version that `published` holds. */
export type SchemaLookup = (apiId: string, version: number) => SchemaVersion | undefined;

interface ReadPinnedOptions {
  /** Where the file stands in `published`. */
  readonly path: string;
  readonly schemaOf: SchemaLookup;
  /** @default the version that the ledger names: the newest one when the entry was published */
  readonly showBy?: SchemaVersion;
}

/**
 * A live entry from its pinned file: read by the version that the file names, shown by the one that the
 * ledger names.
 *
 * @throws CmsError `repository_broken` when the schema is missing, or the codes of `parseEntryFile`
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
 * The alternative texts that `missingAlts` asks for, by media id: those on which it depends whether an
 * entry's images have one. A record that is not there, or cannot be read, has none here: others say what is
 * wrong with it.
 *
 * @param blobOf the blob of a media record's file
 */
export async function readAlts(
  repository: GitRepository,
  entries: readonly Described[],
  blobOf: (id: string) => string | undefined,
): Promise<ReadonlyMap<string, string>> {
  const alts = new Map<string, string>();
  for (const id of askedAbout(entries)) {
    const blob = blobOf(id);
    const alt = blob === undefined ? undefined : await readAlt(repository, id, blob);
    if (alt !== undefined) alts.set(id, alt);
  }
  return alts;
}

function askedAbout(entries: readonly Described[]): ReadonlySet<string> {
  const asked = new Set<string>();
  const altOf = (id: string): undefined => {
    asked.add(id);
  };
  for (const { values, fields } of entries) missingAlts(values, fields, altOf);
  return asked;
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
