import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import { type Dialect, SqliteDialect, type SqliteStatement } from "kysely";

/** What a control database on disk needs: readers beside a writer, and nothing acknowledged lost. */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Kysely's SQLite dialect over the SQLite that is built into Node. The file is opened by the first
 * query, which throws CmsError `data_dir_unusable` when it is damaged or cannot be opened.
 */
export function nodeSqliteDialect(path: string): Dialect {
  return new SqliteDialect({
    database: () => {
      const database = openFile(path);
      return Promise.resolve({
        close: () => database.close(),
        prepare: (sql: string) => adaptStatement(database.prepare(sql)),
      });
    },
  });
}

function openFile(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database.exec(PRAGMAS);
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be opened (${reason}); check its permissions, or restore it from a backup.`,
      { cause },
    );
  }
}

/** Kysely gives parameters as one list, `node:sqlite` takes them one by one. */
function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(sqlValue)),
    run: (parameters) => statement.run(...parameters.map(sqlValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(sqlValue)),
  };
}

function sqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint" || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}.`);
}
