import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import {
  createMigratedDatabase,
  createPostgresDatabase,
  type OnEnd,
} from "../../../../../tests/support/postgres/postgres-database.ts";
import type { DatabaseAddress } from "./database-address.ts";
import type { DatabaseWatch } from "./database-watch.ts";
import { type ControlDatabase, migrateDatabase, openDatabase } from "./database.ts";

/** Creates a migrated database of the project's kind, for one test. */
export async function testDatabase(): Promise<ControlDatabase> {
  if (inject("postgresUrl") !== undefined) return openTestDatabase(await testDatabaseAddress());
  const database = openTestDatabase({ kind: "sqlite", file: ":memory:" });
  await migrateDatabase(database);
  return database;
}

/** Opens a separate connection to a test's database. It closes when the test ends. */
export function openTestDatabase(address: DatabaseAddress, watch?: DatabaseWatch): ControlDatabase {
  const database = openDatabase(address, watch);
  onTestFinished(() => database.destroy());
  return database;
}

/** Returns the location of a migrated database for a test that opens several connections. */
export async function testDatabaseAddress(): Promise<DatabaseAddress> {
  const server = inject("postgresUrl");
  if (server === undefined) {
    const address = sqliteFile();
    await migrate(address);
    return address;
  }
  return { kind: "postgres", url: await createMigratedDatabase(server, migratePostgres) };
}

/** Returns the settings of a whole HQ with its own database. `onEnd` receives the cleanup function. */
export async function testDatabaseSettings(
  onEnd: OnEnd = onTestFinished,
): Promise<Readonly<Record<string, string>>> {
  const server = inject("postgresUrl");
  if (server === undefined) return {};
  return { LOAM_DATABASE_URL: await createMigratedDatabase(server, migratePostgres, onEnd) };
}

/** Returns the location of a database without tables. */
export async function emptyDatabaseAddress(): Promise<DatabaseAddress> {
  const server = inject("postgresUrl");
  if (server === undefined) return sqliteFile();
  return { kind: "postgres", url: await createPostgresDatabase(server) };
}

function sqliteFile(): DatabaseAddress {
  const folder = mkdtempSync(join(tmpdir(), "loam-db-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { kind: "sqlite", file: join(folder, "hq.db") };
}

async function migrate(address: DatabaseAddress): Promise<void> {
  await using database = openDatabase(address);
  await migrateDatabase(database);
}

async function migratePostgres(url: string): Promise<void> {
  await migrate({ kind: "postgres", url });
}
