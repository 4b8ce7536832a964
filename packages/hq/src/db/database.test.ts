import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ControlDatabase, migrateDatabase, openDatabase } from "./database.ts";

function databasePath(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-db-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "hq.db");
}

function open(path: string): ControlDatabase {
  const database = openDatabase(path);
  onTestFinished(() => database.destroy());
  return database;
}

const AT = "2026-11-20T09:30:00.000Z";

describe("the control database", () => {
  test("is migrated once and keeps its rows when it is migrated again", async () => {
    const path = databasePath();
    const database = open(path);
    await migrateDatabase(database);
    await database
      .insertInto("workspaces")
      .values({ id: "w1", slug: "a", name: "A", created_at: AT })
      .execute();

    const again = open(path);
    await migrateDatabase(again);
    expect(await again.selectFrom("workspaces").select("slug").execute()).toEqual([{ slug: "a" }]);
  });

  test("commits durably, checks foreign keys and waits for other writers", async () => {
    const database = open(databasePath());
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(`PRAGMA ${name}`)}`.execute(
        database,
      );
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBe(5000);
  });

  test("refuses a site of a workspace that is not there", async () => {
    const database = open(databasePath());
    await migrateDatabase(database);
    const site = { id: "s1", workspace_id: "w0", name: "S", created_by: null, created_at: AT };
    await expect(database.insertInto("sites").values(site).execute()).rejects.toThrow(
      /FOREIGN KEY/,
    );
  });

  test("undoes a transaction that fails", async () => {
    const database = open(databasePath());
    await migrateDatabase(database);
    const row = { id: "w1", slug: "a", name: "A", created_at: AT };
    await expect(
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto("workspaces").values(row).execute();
        await transaction.insertInto("workspaces").values(row).execute();
      }),
    ).rejects.toThrow(/UNIQUE/);
    expect(await database.selectFrom("workspaces").selectAll().execute()).toEqual([]);
  });

  test("that a newer program has changed is refused", async () => {
    const database = open(databasePath());
    await migrateDatabase(database);
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', ${AT})`.execute(
      database,
    );
    await expect(migrateDatabase(database)).rejects.toMatchObject({
      code: "data_format_newer",
      message: expect.stringContaining("999-later"),
    });
  });
});
