import type { DatabaseSync } from "node:sqlite";
import type { FileChange } from "../../git/read/diff-reader.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { MAIN } from "../../site/read/branches.ts";
import { readSite, readSiteSchemas, type SiteSchemas } from "../schema/entry-state.ts";
import { createEntryWriter, type EntryWriter } from "./entry-writer.ts";
import { createFileWriter, type FileWriter } from "./file-writer.ts";
import { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";

/** Where the refs that an index follows stand; undefined where there is none. */
export interface IndexHeads {
  readonly main: string | undefined;
  readonly published: string | undefined;
}

/** An open index file, with what is kept in memory of it. */
export interface IndexSession {
  readonly database: DatabaseSync;
  readonly entries: EntryWriter;
  readonly ledger: LedgerWriter;
  readonly files: FileWriter;
  schemas: SiteSchemas;
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
): Promise<SiteSchemas> {
  const folders = commit === undefined ? undefined : await repository.folderIds(commit, "");
  const types = folders?.get("types");
  const files = types === undefined ? [] : await repository.listTree(types);
  const changes = files.map(({ path, oid, mode }): FileChange => {
    return { path: `types/${path}`, after: oid, mode };
  });
  return readSiteSchemas(repository, await readSite(repository, commit), changes);
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
