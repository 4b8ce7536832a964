import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

/**
 * What a test's HQ needs in its environment to use the database of the test's project: nothing for
 * SQLite, an empty database of its own for PostgreSQL, dropped when the test ends.
 */
export async function databaseEnvironment(): Promise<Readonly<Record<string, string>>> {
  const server = inject("postgresUrl");
  return server === undefined ? {} : { LOAM_DATABASE_URL: await createPostgresDatabase(server) };
}

export interface PostgresDatabaseOptions {
  /** A database that nobody is connected to; @default an empty one */
  readonly template?: string;
}

/** Makes a database on a server, dropped when the test ends, and tells its address. */
export async function createPostgresDatabase(
  server: string,
  { template = "template1" }: PostgresDatabaseOptions = {},
): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  onTestFinished(() => query(server, `drop database if exists ${name} with (force)`));
  await query(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(server: string, text: string): Promise<void> {
  const client = new Client(server);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
