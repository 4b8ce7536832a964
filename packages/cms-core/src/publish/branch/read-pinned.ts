import { CmsError, isCmsError } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import { missingAlts } from "../../content/entry/unmet-demands.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { Field, SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues, LedgerRecord } from "../../model/entry.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import type { PublishedEntry } from "./published-diff.ts";

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
      `published holds no schema version ${record.schema} of ${type}, which ${path} needs.`,
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

/** The alternative texts that `missingAlts` asks for, by media id. */
export type Alts = ReadonlyMap<string, string>;

/**
 * The alternative texts of the media records on which it depends whether an entry's images have one. A
 * record that is not there, or cannot be read, has none here: others say what is wrong with it.
 *
 * @param blobOf the blob of a media record's file
 */
export async function readAlts(
  repository: GitRepository,
  entries: readonly Described[],
  blobOf: (id: string) => string | undefined,
): Promise<Alts> {
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
