import type { Kysely } from "kysely";
import { describe, expect, test } from "vitest";
import { claimDue, type DueColumns, releaseClaims, settleClaim } from "./claim-due.ts";
import type { ControlTables } from "./control-tables.ts";
import { openTestDatabase, testDatabaseAddress } from "./database.fixture.ts";

interface LettersTable extends DueColumns {
  text: string;
}

// Kysely doesn't accept an interface here.
type AddedTables = Record<"letters", Pick<LettersTable, keyof LettersTable>>;
type Letters = AddedTables & ControlTables;

const START = Date.parse("2026-11-20T09:30:00.000Z");

function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString();
}

function options(seconds: number, limit = 10) {
  return { holder: "host-1:", limit, holdMs: 60_000, now: () => new Date(START + seconds * 1000) };
}

/** Opens several connections to a database with a table of letters, one of which becomes due each second. */
async function openLetters(count: number, connections = 1): Promise<readonly Kysely<Letters>[]> {
  const address = await testDatabaseAddress();
  const databases = Array.from({ length: connections }, () =>
    openTestDatabase(address).$extendTables<AddedTables>(),
  );
  const [database] = databases;
  await database?.schema
    .createTable("letters")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("due_at", "text")
    .addColumn("claim", "text")
    .addColumn("claims", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .execute();
  for (let index = 0; index < count; index += 1) {
    await database
      ?.insertInto("letters")
      .values({ id: `l${index}`, due_at: at(index), claim: null, claims: 0, text: `Dear ${index}` })
      .execute();
  }
  return databases;
}

describe("due work", () => {
  test("is claimed in order up to the limit, without later work", async () => {
    const [database] = await openLetters(5);
    if (database === undefined) throw new Error("no database");
    const first = await claimDue(database, "letters", options(3, 2));
    expect(first.map(({ id }) => id).toSorted()).toEqual(["l0", "l1"]);
    expect(first[0]).toMatchObject({ due_at: at(63), claims: 1, text: expect.any(String) });
    const rest = await claimDue(database, "letters", options(3));
    expect(rest.map(({ id }) => id).toSorted()).toEqual(["l2", "l3"]);
    expect(await claimDue(database, "letters", options(3))).toEqual([]);
  });

  test("of a dead process is due when its claim expires", async () => {
    const [database] = await openLetters(1);
    if (database === undefined) throw new Error("no database");
    await claimDue(database, "letters", options(0));
    expect(await claimDue(database, "letters", options(59))).toEqual([]);
    expect(await claimDue(database, "letters", options(60))).toMatchObject([{ claims: 2 }]);
  });

  test("of a dead process is due when a process with its name starts, but not others' work", async () => {
    const [database] = await openLetters(2);
    if (database === undefined) throw new Error("no database");
    const [dead] = await claimDue(database, "letters", options(0));
    const other = { ...options(1), holder: "host-10:" };
    await claimDue(database, "letters", other);
    await releaseClaims(database, "letters", options(2));
    expect(await claimDue(database, "letters", options(2))).toMatchObject([{ id: dead?.id }]);
    await releaseClaims(database, "letters", { ...options(3), holder: "" });
    expect(await claimDue(database, "letters", options(3))).toHaveLength(2);
  });

  test("is settled only by the last claim, until later or permanently", async () => {
    const [database] = await openLetters(1);
    if (database === undefined) throw new Error("no database");
    const [late] = await claimDue(database, "letters", options(0));
    const [letter] = await claimDue(database, "letters", options(60));
    if (late === undefined || letter === undefined) throw new Error("not claimed");
    expect(await settleClaim(database, "letters", late, { dueAt: null })).toBe(false);
    expect(await settleClaim(database, "letters", letter, { dueAt: at(100) })).toBe(true);
    expect(await settleClaim(database, "letters", letter, { dueAt: null })).toBe(false);

    const [again] = await claimDue(database, "letters", options(100));
    if (again === undefined) throw new Error("not claimed");
    await settleClaim(database, "letters", again, { dueAt: null });
    expect(await claimDue(database, "letters", options(10_000))).toEqual([]);
  });

  test("is done once by concurrent claims", async () => {
    const databases = await openLetters(60, 4);
    const claimed = await Promise.all(
      Array.from({ length: 10 }, () => databases)
        .flat()
        .map((database) => claimDue(database, "letters", options(60, 3))),
    );
    for (const letters of claimed) expect(letters.length).toBeLessThanOrEqual(3);
    const ids = claimed.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(60);
  });
});
