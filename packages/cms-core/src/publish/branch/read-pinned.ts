import { CmsError } from "../../base/errors.ts";
import { parseEntryFile } from "../../content/entry/parse-entry.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { LedgerRecord } from "../../model/ledger.ts";
import { upgradeEntry } from "../../schema/upgrade-entry.ts";
import type { PublishedEntry } from "./published-delta.ts";

/** A schema version that `published` holds. */
export type SchemaLookup = (apiId: string, version: number) => SchemaVersion | undefined;

export interface ReadPinnedOptions {
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
