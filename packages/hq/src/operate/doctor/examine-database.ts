import { existsSync } from "node:fs";
import { sql } from "kysely";
import type { HqConfig } from "../../platform/config/config.ts";
import { type DatabaseAddress, formatDatabaseAddress } from "../../platform/db/database-address.ts";
import {
  openDatabase,
  pendingMigrations,
  requireKnownMigrations,
} from "../../platform/db/database.ts";
import { requireDatabase } from "../../platform/require-database.ts";

/** The state of a control database, read without changing it. */
export interface DatabaseState {
  /** Without a password. */
  readonly address: string;
  /** A short description with the version of SQLite or PostgreSQL. Empty if it cannot be used. */
  readonly state: string;
  /** Absent if it can be used. */
  readonly problem?: string;
}

/** Checks whether the database can be used. Makes no changes and creates no file. */
export async function examineDatabase(
  config: Pick<HqConfig, "dataFolder" | "database">,
): Promise<DatabaseState> {
  const { database: address } = config;
  const shown = formatDatabaseAddress(address);
  try {
    await requireDatabase(config);
    if (address.kind === "sqlite" && !existsSync(address.file)) {
      return { address: shown, state: "not created yet, run hq init" };
    }
    return { address: shown, state: await describeDatabase(address) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { address: shown, state: "", problem };
  }
}

const VERSION = {
  sqlite: sql<{ readonly version: string }>`select 'SQLite ' || sqlite_version() as version`,
  postgres: sql<{
    readonly version: string;
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`,
} as const;

async function describeDatabase(address: DatabaseAddress): Promise<string> {
  await using database = openDatabase(address);
  await requireKnownMigrations(database);
  const { rows } = await VERSION[address.kind].execute(database);
  const version = rows[0]?.version ?? "";
  const { length } = await pendingMigrations(database);
  return length === 0
    ? `OK (${version})`
    : `OK (${version}); pending migrations: ${length}. Run hq init or hq start.`;
}
