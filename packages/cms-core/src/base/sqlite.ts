import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type DatabaseSyncOptions } from "node:sqlite";

/** Settings of a database on disk: readers alongside a writer, and nothing acknowledged is lost. */
export const DURABLE = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

/** Opens or creates a database. A new file is private to its owner, and SQLite creates its companion files like it. */
export function openPrivate(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  closeSync(openSync(path, "a", 0o600));
  return new DatabaseSync(path, options);
}

/**
 * Runs work in a transaction, as part of the current one if there is one. Starts with the lock: a transaction that
 * locks only on its first write can fail where it should wait.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  try {
    database.exec("BEGIN IMMEDIATE");
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
