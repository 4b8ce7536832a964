import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { CmsError, isCmsError } from "@loam/cms-core";
import { DURABLE, openPrivate } from "@loam/cms-core/program";
import { type Dialect, SqliteAdapter, SqliteDialect, type SqliteStatement } from "kysely";
import type { DatabaseWatch } from "./database-watch.ts";

const MEMORY = ":memory:";

/** How long a statement waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5000;

/** More than the code contains. Preparing a statement takes as long as running it. */
const MAX_PREPARED = 500;

/**
 * How statements that change nothing start. All others, including transactions, require that the file is still the one
 * that was opened.
 */
const HARMLESS = /^\s*(?:select|pragma|rollback)\b/i;

/**
 * Kysely dialect for Node's built-in SQLite. The first query opens the file and throws CmsError `database_damaged`, or
 * `data_dir_unusable` if it cannot be opened. `watch` receives the file and any damage, and decides whether writes are
 * allowed.
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
          // Statements with variable-length lists and those of migrations are few enough.
          if (prepared.size < MAX_PREPARED) prepared.set(sql, statement);
          return statement;
        },
      });
    },
  });
}

/** SQLite also rolls back schema changes, which Kysely doesn't use by default: an interrupted migration is undone. */
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
    const options = { timeout: BUSY_TIMEOUT_MS };
    const database = path === MEMORY ? new DatabaseSync(path, options) : openPrivate(path, options);
    database.exec(DURABLE);
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

/** The statement that Kysely sends. */
const ROLLBACK = "rollback";
const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 } as const;

/** Kysely passes parameters as a list; `node:sqlite` takes them as separate arguments. */
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
      // On a full disk SQLite has already rolled back. An error here would hide the cause.
      if (sql === ROLLBACK && !database.isTransaction) return NOTHING_DONE;
      return checked(() => statement.run(...parameters.map(sqlValue)));
    },
    // A statement that is still being read must not be restarted.
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
