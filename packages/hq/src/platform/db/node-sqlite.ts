import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { CmsError, isCmsError } from "@loam/cms-core";
import { type Dialect, SqliteAdapter, SqliteDialect, type SqliteStatement } from "kysely";
import type { DatabaseWatch } from "./database-watch.ts";

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

/** What changes nothing, as SQL begins; everything else, a transaction too, wants the file that was opened. */
const HARMLESS = /^\s*(?:select|pragma|rollback)\b/i;

/**
 * Kysely's SQLite dialect over the SQLite that is built into Node. The file is opened by the first
 * query, which throws CmsError `database_damaged`, or `data_dir_unusable` when it cannot be opened. `watch` is told of
 * the file and of damage, and says whether anything may be written.
 */
export function nodeSqliteDialect(path: string, watch: DatabaseWatch): Dialect {
  return new TransactionalDialect({
    database: () => {
      const database = openFile(path, watch);
      const prepared = new Map<string, SqliteStatement>();
      return Promise.resolve({
        close: () => database.close(),
        prepare(sql: string) {
          const known = prepared.get(sql);
          if (known !== undefined) return known;
          const statement = adaptStatement(database, sql, { path, watch });
          // Those with a list of any length in them, and of migrations, are few.
          if (prepared.size < MAX_PREPARED) prepared.set(sql, statement);
          return statement;
        },
      });
    },
  });
}

/** SQLite takes changes of tables back, too, of which Kysely makes no use by itself: a migration that is cut off is undone. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

function openFile(path: string, watch: DatabaseWatch): DatabaseSync {
  try {
    // A new file is its owner's alone, and SQLite gives what it puts beside it the same mode.
    if (path !== MEMORY) closeSync(openSync(path, "a", 0o600));
    const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database.exec(PRAGMAS);
    if (path !== MEMORY) watch.begin(path);
    return database;
  } catch (error) {
    const cause = watch.explain(error, path);
    if (isCmsError(cause)) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be opened (${reason}). Check its permissions, or restore it from a backup.`,
      { cause },
    );
  }
}

/** As Kysely says it. */
const ROLLBACK = "rollback";
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 } as const;

/** Kysely gives parameters as one list, `node:sqlite` takes them one by one. */
function adaptStatement(
  database: DatabaseSync,
  sql: string,
  { path, watch }: { readonly path: string; readonly watch: DatabaseWatch },
): SqliteStatement {
  function explained<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw watch.explain(error, path);
    }
  }
  function checked<T>(work: () => T): T {
    if (!HARMLESS.test(sql)) watch.requireIntact();
    return explained(work);
  }
  const statement = explained(() => database.prepare(sql));
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => checked(() => statement.all(...parameters.map(sqlValue))),
    run(parameters) {
      // Where the disk is full SQLite has rolled back by itself, and to be told so would hide why.
      if (sql === ROLLBACK && !database.isTransaction) return NOTHING_DONE;
      return checked(() => statement.run(...parameters.map(sqlValue)));
    },
    // One that is still being read must not be started again.
    *iterate(parameters) {
      try {
        yield* database.prepare(sql).iterate(...parameters.map(sqlValue));
      } catch (error) {
        throw watch.explain(error, path);
      }
    },
  };
}

function sqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint" || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}.`);
}
