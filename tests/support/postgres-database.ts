import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject, onTestFinished } from "vitest";

/**
 * What a test's HQ needs in its environment to use the database of the test's project: nothing for
 * SQLite, an empty database of its own for PostgreSQL, dropped when the test ends. In one folder it
 * is the same one each time.
 */
export async function databaseEnvironment(
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const server = inject("postgresUrl");
  if (server === undefined) return {};
  const url = made.get(folder) ?? (await createPostgresDatabase(server));
  made.set(folder, url);
  return { LOAM_DATABASE_URL: url };
}

const made = new Map<string, string>();

export interface PostgresDatabaseOptions {
  /** A database that nobody is connected to; @default an empty one */
  readonly template?: string;
  /** @default when the test ends */
  readonly onEnd?: OnEnd;
}

/** Keeps what has to be done at the end. */
export type OnEnd = (drop: () => Promise<void>) => void;

/** Makes a database on a server, dropped at the end, and tells its address. */
export async function createPostgresDatabase(
  server: string,
  { template = "template1", onEnd = onTestFinished }: PostgresDatabaseOptions = {},
): Promise<string> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  onEnd(() => query(server, `drop database if exists ${name} with (force)`));
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
