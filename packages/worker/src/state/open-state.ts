import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { CmsError, type ErrorCode, isCmsError } from "@loam/cms-core";
import { DURABLE, inTransaction, openPrivate } from "@loam/cms-core/program";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Everything a worker stores except its skills, logs, and projects: one SQLite database. */
export interface WorkerState {
  readonly database: DatabaseSync;
  /**
   * Runs `work` in a transaction and blocks writes of every other process and every other `write`. Its changes are on
   * disk once it returns.
   *
   * @throws CmsError `insufficient_storage`, `storage_failed`, `unavailable`, and what `work` throws
   */
  write<T>(work: () => T): T;
  close(): void;
}

const FILE = "worker.db";

/** How long a statement waits for another writing process: a command or the worker. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the state in a worker's folder, and creates it if necessary. Only the owner can read the folder and its files.
 * Several processes can open it.
 *
 * @throws CmsError `data_dir_unusable`, `data_format_newer`
 */
export function openState(folder: string): WorkerState {
  const path = join(folder, FILE);
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    database = openPrivate(path, { timeout: BUSY_TIMEOUT_MS });
    chmodSync(path, 0o600);
    database.exec(DURABLE);
    migrate(database, folder);
    return stateOver(database);
  } catch (error) {
    database?.close();
    if (isCmsError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be opened (${reason}). Check its permissions, or restore it from a backup.`,
      { cause: error },
    );
  }
}

function stateOver(database: DatabaseSync): WorkerState {
  return {
    database,
    write: (work) => write(database, work),
    close: () => database.close(),
  };
}

function write<T>(database: DatabaseSync, work: () => T): T {
  try {
    return inTransaction(database, work);
  } catch (error) {
    throw explain(error);
  }
}

/** Advice for SQLite errors, by the first byte of their code. */
const FAILURES: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  5: ["unavailable", "Another process locked the worker's state for too long. Try again."],
  8: ["storage_failed", "The worker's state cannot be written: its file or disk is read-only."],
  10: ["storage_failed", "The disk with the worker's state failed. Nothing was partially written."],
  13: [
    "insufficient_storage",
    "The disk with the worker's state is full. Free up space and try again.",
  ],
};

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  const known = FAILURES[Number(error.errcode) & 0xff];
  return known === undefined ? error : new CmsError(...known, { cause: error });
}

function migrate(database: DatabaseSync, folder: string): void {
  if (pending(database, folder).length === 0) return;
  write(database, () => {
    database.exec("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY) STRICT");
    // Queried again: another process may have applied them while this one waited for the lock.
    for (const { number, sql } of pending(database, folder)) {
      database.exec(sql);
      database.prepare("INSERT INTO migrations VALUES (?)").run(number);
    }
  });
}

function pending(database: DatabaseSync, folder: string): readonly Migration[] {
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
  const rows = table === undefined ? [] : database.prepare("SELECT number FROM migrations").all();
  const applied = new Set(rows.map((row) => Number(row["number"])));
  const unknown = [...applied].filter((one) => !MIGRATIONS.some(({ number }) => number === one));
  if (unknown.length > 0) {
    throw new CmsError(
      "data_format_newer",
      `${folder} was changed by a newer version of Loam (migration ${Math.max(...unknown)}). Use that version.`,
    );
  }
  return MIGRATIONS.filter(({ number }) => !applied.has(number));
}
