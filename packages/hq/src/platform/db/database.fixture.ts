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

/** A migrated database of the kind that the test's project runs on, of this test alone. */
export async function testDatabase(): Promise<ControlDatabase> {
  if (inject("postgresUrl") !== undefined) return openTestDatabase(await testDatabaseAddress());
  const database = openTestDatabase({ kind: "sqlite", file: ":memory:" });
  await migrateDatabase(database);
  return database;
}

/** A connection of its own to a test's database, closed when the test ends. */
export function openTestDatabase(address: DatabaseAddress, watch?: DatabaseWatch): ControlDatabase {
  const database = openDatabase(address, watch);
  onTestFinished(() => database.destroy());
  return database;
}

/** Where a migrated database of this test alone is, for a test that connects several times. */
export async function testDatabaseAddress(): Promise<DatabaseAddress> {
  const server = inject("postgresUrl");
  if (server === undefined) {
    const address = sqliteFile();
    await migrate(address);
    return address;
  }
  return { kind: "postgres", url: await createMigratedDatabase(server, migratePostgres) };
}

/** What configures a whole HQ with a database of its own; `onEnd` is given what drops that. */
export async function testDatabaseSettings(
  onEnd: OnEnd = onTestFinished,
): Promise<Readonly<Record<string, string>>> {
  const server = inject("postgresUrl");
  if (server === undefined) return {};
  return { LOAM_DATABASE_URL: await createMigratedDatabase(server, migratePostgres, onEnd) };
}

/** Where a database is that has no tables yet. */
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
