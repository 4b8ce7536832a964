import { renameSync } from "node:fs";
import { describe, expect, inject, test } from "vitest";
import { DatabaseWatch } from "./database-watch.ts";
import { openTestDatabase, testDatabaseAddress } from "./database.fixture.ts";
import type { ControlDatabase } from "./database.ts";
import { transact } from "./transact.ts";

const WORKSPACE = { id: "w1", slug: "a", name: "A", created_at: "2026-11-20T09:30:00.000Z" };
const GONE = { code: "database_missing", message: expect.stringContaining("hq.db was deleted") };

/** Opens a database and returns functions that move its file away and back. */
async function openedDatabase() {
  const address = await testDatabaseAddress();
  if (address.kind !== "sqlite") throw new Error("This is of files.");
  const { file } = address;
  const watch = new DatabaseWatch();
  const database = openTestDatabase(address, watch);
  await database.insertInto("workspaces").values(WORKSPACE).execute();
  return {
    database,
    watch,
    lose: () => renameSync(file, `${file}.away`),
    putBack: () => renameSync(`${file}.away`, file),
  };
}

function rename(database: ControlDatabase): Promise<unknown> {
  return database.updateTable("workspaces").set({ name: "B" }).returning("id").execute();
}

describe.skipIf(inject("postgresUrl") !== undefined)("a database whose file is gone", () => {
  test("can be read but not written, even after the file is back", async () => {
    const { database, watch, lose, putBack } = await openedDatabase();
    expect(watch.failure()).toBeUndefined();
    lose();
    await expect(rename(database)).rejects.toMatchObject(GONE);
    await expect(transact(database, async () => Promise.resolve())).rejects.toMatchObject(GONE);
    putBack();
    await expect(rename(database)).rejects.toMatchObject(GONE);
    expect(() => watch.requireIntact()).toThrow(/Stop HQ/);
    expect(await database.selectFrom("workspaces").select("name").execute()).toEqual([
      { name: "A" },
    ]);
  });

  test("loses a transaction that had started", async () => {
    const { database, lose } = await openedDatabase();
    const work = transact(database, async (transaction) => {
      await rename(transaction);
      lose();
    });
    await expect(work).rejects.toMatchObject(GONE);
    expect(await database.selectFrom("workspaces").select("name").execute()).toEqual([
      { name: "A" },
    ]);
  });
});
