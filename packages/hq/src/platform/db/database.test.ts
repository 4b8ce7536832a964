import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { databaseKind } from "./database-clock.ts";
import {
  emptyDatabaseAddress,
  openTestDatabase,
  testDatabase,
  testDatabaseAddress,
} from "./database.fixture.ts";
import { migrateDatabase, pendingMigrations } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";

const AT = "2026-11-20T09:30:00.000Z";
const WORKSPACE = { id: "w1", slug: "a", name: "A", created_at: AT };

describe("the control database", () => {
  test("is migrated once and keeps its rows on the next migration", async () => {
    const address = await emptyDatabaseAddress();
    const database = openTestDatabase(address);
    expect(await pendingMigrations(database)).toEqual(Object.keys(MIGRATIONS));
    await migrateDatabase(database);
    await database.insertInto("workspaces").values(WORKSPACE).execute();

    const again = openTestDatabase(address);
    await migrateDatabase(again);
    expect(await pendingMigrations(again)).toEqual([]);
    expect(await again.selectFrom("workspaces").select("slug").execute()).toEqual([{ slug: "a" }]);
  });

  test("OPS-09 has no trace of an interrupted migration, which is repeated", async () => {
    const database = openTestDatabase(await emptyDatabaseAddress());
    // Blocks a migration after it has already created another table.
    await sql`create table upstream_requests (site_id text)`.execute(database);
    await expect(migrateDatabase(database)).rejects.toThrow("could not be updated to this version");
    await sql`drop table upstream_requests`.execute(database);
    await migrateDatabase(database);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test("commits durably, checks foreign keys, and limits waiting", async () => {
    const database = openTestDatabase(await testDatabaseAddress());
    const settings = SETTINGS[databaseKind(database)];
    const found = new Map<string, unknown>();
    for (const [name, query] of Object.entries(settings.queries)) {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(database);
      found.set(name, Object.values(rows[0] ?? {})[0]);
    }
    expect(Object.fromEntries(found)).toEqual(settings.expected);
  });

  test("rejects a site of a missing workspace", async () => {
    const database = await testDatabase();
    const site = { id: "s1", workspace_id: "w0", name: "S", created_by: null, created_at: AT };
    await expect(database.insertInto("sites").values(site).execute()).rejects.toThrow(
      /FOREIGN KEY/i,
    );
  });

  test("rolls back a failed transaction", async () => {
    const database = await testDatabase();
    await expect(
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto("workspaces").values(WORKSPACE).execute();
        await transaction.insertInto("workspaces").values(WORKSPACE).execute();
      }),
    ).rejects.toThrow(/UNIQUE/i);
    expect(await database.selectFrom("workspaces").selectAll().execute()).toEqual([]);
  });

  test("returns counts, sums, and large integers as numbers", async () => {
    const database = await testDatabase();
    await database.insertInto("workspaces").values(WORKSPACE).execute();
    const counted = await database
      .selectFrom("workspaces")
      .select(({ fn }) => [
        fn.countAll().as("count"),
        fn.sum(sql`cast(${2 ** 45} as bigint)`).as("sum"),
        sql`cast(${2 ** 45} as bigint)`.as("large"),
      ])
      .executeTakeFirstOrThrow();
    expect(counted).toEqual({ count: 1, sum: 2 ** 45, large: 2 ** 45 });
  });

  test("is rejected if a newer version has migrated it", async () => {
    const database = await testDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', ${AT})`.execute(
      database,
    );
    await expect(migrateDatabase(database)).rejects.toMatchObject({
      code: "data_format_newer",
      message: expect.stringContaining("999-later"),
    });
  });
});

const SETTINGS = {
  sqlite: {
    queries: {
      journal: "PRAGMA journal_mode",
      synchronous: "PRAGMA synchronous",
      foreignKeys: "PRAGMA foreign_keys",
      wait: "PRAGMA busy_timeout",
    },
    expected: { journal: "wal", synchronous: 2, foreignKeys: 1, wait: 5000 },
  },
  postgres: {
    queries: {
      statement: "show statement_timeout",
      transaction: "show idle_in_transaction_session_timeout",
      program: "show application_name",
    },
    expected: { statement: "30s", transaction: "1min", program: "loam-hq" },
  },
} as const;

describe("with several processes at the same time", { concurrent: false }, () => {
  test("is migrated by one of them while the others wait", async (context) => {
    const address = await emptyDatabaseAddress();
    // With SQLite, the lock of the data folder lets only one process get this far.
    context.skip(address.kind === "sqlite");
    const databases = Array.from({ length: 5 }, () => openTestDatabase(address));
    await Promise.all(databases.map(migrateDatabase));
    for (const database of databases) expect(await pendingMigrations(database)).toEqual([]);
  });

  test("shows commits of all processes", async () => {
    const address = await testDatabaseAddress();
    await openTestDatabase(address).insertInto("workspaces").values(WORKSPACE).execute();
    const found = await openTestDatabase(address).selectFrom("workspaces").select("id").execute();
    expect(found).toEqual([{ id: "w1" }]);
  });
});
