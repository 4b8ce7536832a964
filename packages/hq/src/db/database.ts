import { CmsError } from "@loam/cms-core";
import { Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, Migrator } from "kysely/migration";
import type { ControlTables } from "./control-tables.ts";
import { MIGRATIONS } from "./migrations.ts";
import { nodeSqliteDialect } from "./node-sqlite.ts";

export type ControlDatabase = Kysely<ControlTables>;

/**
 * Opens the control database as it is, for commands that only read beside a running server.
 * The caller closes it with `destroy()`.
 */
export function openDatabase(path: string): ControlDatabase {
  return new Kysely<ControlTables>({ dialect: nodeSqliteDialect(path) });
}

/**
 * Brings the tables to the form that this program expects; does nothing when they have it.
 *
 * @throws CmsError `data_format_newer` when a newer program has been here, `data_dir_unusable` when
 * a migration fails; the database is then as it was before that migration.
 */
export async function migrateDatabase(database: ControlDatabase): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  });
  const known = new Set(Object.keys(MIGRATIONS));
  const unknown = (await executedMigrations(database)).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new CmsError(
      "data_format_newer",
      `The control database was changed by a newer version of Loam (${unknown.join(", ")}); use that version.`,
    );
  }
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw new CmsError("data_dir_unusable", "The control database could not be brought up to date.", {
    cause: error,
  });
}

async function executedMigrations(database: ControlDatabase): Promise<readonly string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(database);
  return rows.map(({ name }) => name);
}
