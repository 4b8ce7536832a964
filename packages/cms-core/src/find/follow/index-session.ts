import type { DatabaseSync } from "node:sqlite";
import { isCmsError } from "../../base/errors.ts";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { Field } from "../../model/content-type.ts";
import type { MediaRecord } from "../../model/media.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { normaliseText } from "../../query/table/search-rows.ts";
import { MAIN } from "../../site/read/branches.ts";
import { takeChanges } from "../../site/read/follow-site.ts";
import { readSiteFile, type SiteFileRead } from "../../site/read/read-site.ts";
import { SiteIndex } from "../../site/read/site-index.ts";
import { createEntryWriter, type EntryWriter } from "./entry-writer.ts";
import { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";

/** Where the refs that an index follows stand; undefined where there is none. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** Writes the rows of what is no entry; to be used inside a transaction. */
interface FileWriter {
  readonly putMedia: (path: string, record: MediaRecord, blob: string) => void;
  readonly removeMedia: (path: string) => void;
  readonly setCursor: (ref: string, oid: string) => void;
}

/** An open index file, with what is kept in memory of it. */
export interface IndexSession {
  readonly database: DatabaseSync;
  readonly entries: EntryWriter;
  readonly ledger: LedgerWriter;
  readonly files: FileWriter;
  /** What entries are read by: schemas and where types are, but no entries. */
  schemas: SiteIndex;
  heads: IndexHeads;
}

/** @param main the commit whose schemas entries are read by. @default where the index stands */
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

/** Where `site.yml` never could be read, types are where they are by default. */
const NO_SITE: SiteFileRead = {
  site: { id: "", name: "", paths: {}, routes: {} },
  blob: "",
  issues: [],
};

/** What `site.yml` says at a commit, as far as it can be read. */
export async function readSite(repository: GitRepository, commit: string): Promise<SiteFileRead> {
  try {
    return await readSiteFile(repository, commit);
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid_site") return NO_SITE;
    throw error;
  }
}

/** The fields of a type, by its newest schema; undefined where there is no such type. */
export function fieldsOf({ schemas }: IndexSession, apiId: string): readonly Field[] | undefined {
  const state = schemas.typeState(apiId);
  return (state?.latest ?? state?.type)?.fields;
}

/** Runs work in one transaction: all of it is done, or nothing. An index that is being made is in one as a whole. */
export function transact({ database }: IndexSession, work: () => void): void {
  if (database.isTransaction) return work();
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
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
      const text = normaliseText(`${filename}\n${alt}\n${folder}\n${id}`);
      const size = [byteSize, width ?? null, height ?? null] as const;
      const created = Date.parse(createdAt);
      media.run(path, id, blob, sha256, filename, mimeType, ...size, alt, folder, created, text);
    },
    removeMedia: (path) => void dropMedia.run(path),
    setCursor: (ref, oid) => void cursor.run(ref, oid),
  };
}
