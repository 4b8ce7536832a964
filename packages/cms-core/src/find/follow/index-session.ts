import type { DatabaseSync } from "node:sqlite";
import type { GitRepository } from "../../git/repository/repository.ts";
import { PUBLISHED_REF } from "../../publish/branch/published-tree.ts";
import { MAIN } from "../../site/read/branches.ts";
import { readSite, readSiteSchemas, type SiteSchemas } from "../schema/entry-state.ts";
import type { IndexHeads } from "./build-index.ts";
import { createEntryWriter, type EntryWriter } from "./entry-writer.ts";
import {
  createEntryRows,
  createFileWriter,
  type EntryRows,
  type FileWriter,
} from "./file-writer.ts";
import { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";

/** An open index file, with what is kept in memory of it. */
export interface IndexSession {
  readonly database: DatabaseSync;
  readonly entries: EntryWriter;
  readonly rows: EntryRows;
  readonly ledger: LedgerWriter;
  readonly files: FileWriter;
  schemas: SiteSchemas;
  heads: IndexHeads;
  /** Runs work in one transaction: all of it is done, or nothing. */
  readonly transaction: (work: () => void) => void;
}

/** @param known the schemas of the index's commit, when they were just read */
export async function openSession(
  database: DatabaseSync,
  repository: GitRepository,
  known?: SiteSchemas,
): Promise<IndexSession> {
  const heads = readHeads(database);
  const schemas = known ?? (await readKnownSchemas(database, repository, heads.main));
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");
  return {
    database,
    heads,
    schemas,
    entries: createEntryWriter(database),
    rows: createEntryRows(database),
    ledger: createLedgerWriter(database),
    files: createFileWriter(database),
    transaction: (work) => {
      begin.run();
      try {
        work();
        commit.run();
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function readHeads(database: DatabaseSync): IndexHeads {
  const rows = database.prepare("SELECT ref, oid FROM cursors").all();
  const heads = new Map(rows.map((row) => [row["ref"], String(row["oid"])]));
  return { main: heads.get(MAIN), published: heads.get(PUBLISHED_REF) };
}

async function readKnownSchemas(
  database: DatabaseSync,
  repository: GitRepository,
  main: string | undefined,
): Promise<SiteSchemas> {
  const rows = database.prepare("SELECT path, blob, mode FROM schemas").all();
  const files = rows.map((row) => {
    return { path: String(row["path"]), after: String(row["blob"]), mode: String(row["mode"]) };
  });
  return readSiteSchemas(repository, await readSite(repository, main), files);
}
