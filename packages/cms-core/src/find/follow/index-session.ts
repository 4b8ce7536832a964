import type { DatabaseSync } from "node:sqlite";
import { isCmsError } from "../../base/errors.ts";
import { inTransaction } from "../../base/sqlite.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { Field } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { toSearchText } from "../../query/table/search-rows.ts";
import { MAIN } from "../../site/read/branches.ts";
import { takeChanges } from "../../site/read/follow-site.ts";
import { readSiteFile, type SiteFileRead } from "../../site/read/read-site.ts";
import { SiteIndex } from "../../site/read/site-index.ts";
import { createEntryWriter, type EntryWriter } from "./entry-writer.ts";
import { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";

/** Commits of the refs that an index follows; undefined for a missing ref. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Writes rows of files that aren't entries; must be inside a transaction. */
interface FileWriter {
  readonly putMedia: (path: string, record: MediaRecord, blob: string) => void;
  readonly removeMedia: (path: string) => void;
  readonly setCursor: (ref: string, oid: string) => void;
}

/** An open index file, with the state kept in memory. */
export interface IndexSession {
  readonly database: DatabaseSync;
  readonly entries: EntryWriter;
  readonly ledger: LedgerWriter;
  readonly files: FileWriter;
  /** What is needed to read entries: schemas and folders of types, but no entries. */
  schemas: SiteIndex;
  heads: IndexHeads;
}

/** @param main - commit whose schemas are used to read entries. @default the index's commit */
export async function openSession(
  database: DatabaseSync,
  repository: GitRepository,
  main?: string,
): Promise<IndexSession> {
  const heads = readHeads(database);
  return {
    database,
    heads,
    schemas: await readSchemas(repository, main ?? heads.main),
    entries: createEntryWriter(database),
    ledger: createLedgerWriter(database),
    files: createFileWriter(database),
  };
}

function readHeads(database: DatabaseSync): IndexHeads {
  const rows = database.prepare("SELECT ref, oid FROM cursors").all();
  const heads = new Map(rows.map((row) => [row["ref"], String(row["oid"])]));
  return { main: heads.get(MAIN), published: heads.get(PUBLISHED_REF) };
}

async function readSchemas(
  repository: GitRepository,
  commit: string | undefined,
): Promise<SiteIndex> {
  if (commit === undefined) return new SiteIndex(NO_SITE, "");
  const index = new SiteIndex(await readSite(repository, commit), commit);
  const types = (await repository.folderIds(commit, ""))?.get("types");
  const files = types === undefined ? [] : await repository.listTree(types);
  const changes = files.map(({ path, oid, mode }): FileChange => {
    return { path: `types/${path}`, after: oid, mode };
  });
  await takeChanges(index, changes, repository.readBlobs);
  return index;
}

/** Uses the default folders of types if `site.yml` was never readable. */
const NO_SITE: SiteFileRead = {
  site: { id: "", name: "", paths: {}, routes: {} },
  blob: "",
  issues: [],
};

/** Reads `site.yml` at a commit, as far as possible. */
export async function readSite(repository: GitRepository, commit: string): Promise<SiteFileRead> {
  try {
    return await readSiteFile(repository, commit);
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid_site") return NO_SITE;
    throw error;
  }
}

/** Returns the fields of a type from its newest schema; undefined if there is no such type. */
export function fieldsOf({ schemas }: IndexSession, apiId: string): readonly Field[] | undefined {
  const state = schemas.typeState(apiId);
  return (state?.latest ?? state?.type)?.fields;
}

/** Runs work in one transaction. An index that is being built is one transaction as a whole. */
export function transact({ database }: IndexSession, work: () => void): void {
  inTransaction(database, work);
}

function createFileWriter(database: DatabaseSync): FileWriter {
  const media = database.prepare(
    "INSERT OR REPLACE INTO media VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const dropMedia = database.prepare("DELETE FROM media WHERE path = ?");
  const cursor = database.prepare("INSERT OR REPLACE INTO cursors VALUES (?, ?)");
  return {
    putMedia: (path, record, blob) => {
      const { id, sha256, filename, mimeType, byteSize, width, height, alt, createdAt } = record;
      const { folder = "" } = record;
      const text = toSearchText(`${filename}\n${alt}\n${folder}\n${id}`);
      const size = [byteSize, width ?? null, height ?? null] as const;
      const created = Date.parse(createdAt);
      media.run(path, id, blob, sha256, filename, mimeType, ...size, alt, folder, created, text);
    },
    removeMedia: (path) => void dropMedia.run(path),
    setCursor: (ref, oid) => void cursor.run(ref, oid),
  };
}
