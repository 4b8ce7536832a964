import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { CmsError } from "@loam/cms-core";
import { type Dialect, SqliteDialect, type SqliteStatement } from "kysely";

/** What a control database on disk needs: readers beside a writer, and nothing acknowledged lost. */
const PRAGMAS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
`;

const MEMORY = ":memory:";

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5000;

/** More than there are in this program; to prepare one takes as long as to run it. */
const MAX_PREPARED = 500;

/**
 * Kysely's SQLite dialect over the SQLite that is built into Node. The file is opened by the first
 * query, which throws CmsError `data_dir_unusable` when it is damaged or cannot be opened.
 */
export function nodeSqliteDialect(path: string): Dialect {
  return new SqliteDialect({
    database: () => {
      const database = openFile(path);
      const prepared = new Map<string, SqliteStatement>();
      return Promise.resolve({
        close: () => database.close(),
        prepare(sql: string) {
          const known = prepared.get(sql);
          if (known !== undefined) return known;
          const statement = adaptStatement(database, sql);
          // Those with a list of any length in them, and of migrations, are few.
          if (prepared.size < MAX_PREPARED) prepared.set(sql, statement);
          return statement;
        },
      });
    },
  });
}

function openFile(path: string): DatabaseSync {
  try {
    // A new file is its owner's alone, and SQLite gives what it puts beside it the same mode.
    if (path !== MEMORY) closeSync(openSync(path, "a", 0o600));
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

/** As Kysely says it. */
const ROLLBACK = "rollback";
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 } as const;

/** Kysely gives parameters as one list, `node:sqlite` takes them one by one. */
function adaptStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(sqlValue)),
    run(parameters) {
      // Where the disk is full SQLite has rolled back by itself, and to be told so would hide why.
      if (sql === ROLLBACK && !database.isTransaction) return NOTHING_DONE;
      return statement.run(...parameters.map(sqlValue));
    },
    // One that is still being read must not be started again.
    iterate: (parameters) => database.prepare(sql).iterate(...parameters.map(sqlValue)),
  };
}

function sqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint" || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}.`);
}
