import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { openTestDatabase, testDatabase, testDatabaseAddress } from "./database.fixture.ts";
import type { ControlDatabase } from "./database.ts";
import { transact } from "./transact.ts";

const AT = "2026-11-20T09:30:00.000Z";

/** Adds a workspace named after the current count. Two concurrent calls would use the same name. */
async function addNumbered(database: ControlDatabase, id: string): Promise<void> {
  const { count } = await database
    .selectFrom("workspaces")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const row = { id, slug: id, name: String(count), created_at: AT };
  await database.insertInto("workspaces").values(row).execute();
}

test("prevents lost updates in concurrent transactions", async () => {
  const database = openTestDatabase(await testDatabaseAddress());
  await Promise.all(
    ["a", "b", "c", "d", "e"].map((id) =>
      transact(database, (transaction) => addNumbered(transaction, id)),
    ),
  );
  const rows = await database.selectFrom("workspaces").select("name").execute();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(["0", "1", "2", "3", "4"]);
});

test("rolls back a nested transaction with the outer one", async () => {
  const database = await testDatabase();
  const outer = transact(database, async (transaction) => {
    await transact(transaction, (inner) => addNumbered(inner, "a"));
    throw new Error("changed my mind");
  });
  await expect(outer).rejects.toThrow("changed my mind");
  expect(await database.selectFrom("workspaces").select("id").execute()).toEqual([]);
});

test.skipIf(inject("postgresUrl") !== undefined)(
  "rolls back a transaction on a full disk, reports it, and continues",
  async () => {
    const database = await testDatabase();
    await sql`pragma max_page_count = 1`.execute(database);
    const filling = transact(database, async (transaction) => {
      await addNumbered(transaction, "a");
      await addNumbered(transaction, "b".repeat(1_000_000));
    });
    await expect(filling).rejects.toMatchObject({ errcode: 13 });
    await sql`pragma max_page_count = 1000000`.execute(database);
    await transact(database, (transaction) => addNumbered(transaction, "c"));
    const rows = await database.selectFrom("workspaces").select("id").execute();
    expect(rows).toEqual([{ id: "c" }]);
  },
);
