import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHq, parseConfig } from "@loam/hq";
import { inject } from "vitest";
import { createMigratedDatabase } from "../postgres/postgres-database.ts";

/**
 * Returns the environment for a test's HQ to use the project's database: nothing for SQLite; for PostgreSQL a separate
 * migrated database, dropped when the test ends. The same folder always gets the same database.
 */
export async function databaseEnvironment(
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const server = inject("postgresUrl");
  if (server === undefined) return {};
  const url = made.get(folder) ?? (await createMigratedDatabase(server, migrate));
  made.set(folder, url);
  return { LOAM_DATABASE_URL: url };
}

const made = new Map<string, string>();

async function migrate(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "loam-migrate-"));
  try {
    const hq = await openHq(parseConfig({ LOAM_DATABASE_URL: url }, folder));
    await hq.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
