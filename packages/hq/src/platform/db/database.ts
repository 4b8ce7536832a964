import { statSync } from "node:fs";
import { CmsError, isCmsError } from "@loam/cms-core";
import { Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator } from "kysely/migration";
import type { ControlTables } from "./control-tables.ts";
import type { DatabaseAddress } from "./database-address.ts";
import { databaseKind } from "./database-clock.ts";
import { DatabaseWatch } from "./database-watch.ts";
import { MIGRATIONS } from "./migrations.ts";
import { nodeSqliteDialect } from "./node-sqlite.ts";
import { failureReason } from "./postgres-failure.ts";
import { postgresDialect } from "./postgres.ts";

export type ControlDatabase = Kysely<ControlTables>;

/**
 * Opens the control database without migrating it. The first query connects. The caller closes it with `destroy()`.
 * Queries throw CmsError `database_unavailable` (PostgreSQL) or `data_dir_unusable` (SQLite) if it cannot be reached or
 * opened, `database_damaged`, and `database_missing` on writes if `watch` finds the file gone.
 */
export function openDatabase(
  address: DatabaseAddress,
  watch: DatabaseWatch = new DatabaseWatch(),
): ControlDatabase {
  const dialect =
    address.kind === "postgres"
      ? postgresDialect(address.url)
      : nodeSqliteDialect(address.file, watch);
  return new Kysely<ControlTables>({ dialect });
}

/**
 * Migrates the tables to the current version. Does nothing if they are up to date. If several processes migrate at the
 * same time, one does the work and the others wait.
 *
 * @throws CmsError as `openDatabase`; `data_format_newer` if a newer version has migrated it; `database_unavailable` or
 * `data_dir_unusable` if a migration fails, which leaves the database as it was before that migration.
 */
export async function migrateDatabase(database: ControlDatabase): Promise<void> {
  await requireKnownMigrations(database);
  const error = await database.connection().execute(runMigrations);
  if (error === undefined) return;
  if (isCmsError(error)) throw error;
  throw new CmsError(
    databaseKind(database) === "postgres" ? "database_unavailable" : "data_dir_unusable",
    `The control database could not be updated to this version: ${failureReason(error)}.`,
    { cause: error },
  );
}

/** @throws CmsError `data_format_newer` if a newer version has migrated the database */
export async function requireKnownMigrations(database: ControlDatabase): Promise<void> {
  const unknown = (await executedMigrations(database)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) return;
  throw new CmsError(
    "data_format_newer",
    `The control database was changed by a newer version of Loam (${unknown.join(", ")}). Use that version.`,
  );
}

/** Whether a SQLite file is a control database. False if it is missing, empty, or without tables. */
export async function isDatabaseThere(file: string): Promise<boolean> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  await using database = openDatabase({ kind: "sqlite", file });
  return (await executedMigrations(database)).length > 0;
}

/** Returns the migrations that `migrateDatabase` would run now. */
export async function pendingMigrations(database: ControlDatabase): Promise<readonly string[]> {
  const executed = new Set(await executedMigrations(database));
  return Object.keys(MIGRATIONS).filter((name) => !executed.has(name));
}

/** Returns the error, or `undefined`. */
async function runMigrations(connection: ControlDatabase): Promise<unknown> {
  const postgres = databaseKind(connection) === "postgres";
  // Long migrations and waiting for another process that runs them must not time out.
  if (postgres) await sql`set statement_timeout = 0`.execute(connection);
  const migrator = new Migrator({
    db: connection,
    // Parallel branches can be merged in a different order than their numbers.
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (postgres && error === undefined) await sql`reset statement_timeout`.execute(connection);
  return error;
}

async function executedMigrations(database: ControlDatabase): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database);
  return rows.map(({ name }) => name);
}
