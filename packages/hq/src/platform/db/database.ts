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
 * Opens the control database as it is; the first query connects. The caller closes it with `destroy()`.
 * Queries throw CmsError `database_unavailable` (PostgreSQL) or `data_dir_unusable` (SQLite) when it
 * cannot be reached or opened, `database_damaged`, and `database_missing` when they write and `watch` finds the file gone.
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
 * Brings the tables to the form that this program expects; does nothing when they have it. Of several
 * processes that do so at once, one does the work and the others wait for it.
 *
 * @throws CmsError as `openDatabase`; `data_format_newer` when a newer program has been here, `database_unavailable` or
 * `data_dir_unusable` when a migration fails; the database is then as it was before that migration.
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

/** @throws CmsError `data_format_newer` when a newer program has been here */
export async function requireKnownMigrations(database: ControlDatabase): Promise<void> {
  const unknown = (await executedMigrations(database)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length === 0) return;
  throw new CmsError(
    "data_format_newer",
    `The control database was changed by a newer version of Loam (${unknown.join(", ")}). Use that version.`,
  );
}

/** Whether a SQLite file is a control database; false for one that is missing, empty or without tables. */
export async function isDatabaseThere(file: string): Promise<boolean> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  await using database = openDatabase({ kind: "sqlite", file });
  return (await executedMigrations(database)).length > 0;
}

/** Those that `migrateDatabase` would run now. */
export async function pendingMigrations(database: ControlDatabase): Promise<readonly string[]> {
  const executed = new Set(await executedMigrations(database));
  return Object.keys(MIGRATIONS).filter((name) => !executed.has(name));
}

/** What went wrong, or `undefined`. */
async function runMigrations(connection: ControlDatabase): Promise<unknown> {
  const postgres = databaseKind(connection) === "postgres";
  // Neither a long migration nor waiting for another process that runs one is too slow.
  if (postgres) await sql`set statement_timeout = 0`.execute(connection);
  const migrator = new Migrator({
    db: connection,
    // Branches that were made at once may land in another order than their numbers.
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
