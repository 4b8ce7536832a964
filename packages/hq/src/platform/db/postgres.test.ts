import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { freePort } from "../../../../../tests/support/free-port.ts";
import { examineDatabase } from "../../operate/doctor/examine-database.ts";
import { openTestDatabase, testDatabaseAddress } from "./database.fixture.ts";
import { keptPlan } from "./kept-plan.ts";

const server = inject("postgresUrl") ?? "";

function changed(change: (url: URL) => void): string {
  const url = new URL(server);
  change(url);
  return url.href;
}

describe.skipIf(server === "")("PostgreSQL", () => {
  test.for([
    [
      "wrong password",
      () => changed((url) => (url.password = "s3cret")),
      /rejects the user or the password in LOAM_DATABASE_URL\.$/,
    ],
    [
      "the database does not exist",
      () => changed((url) => (url.pathname = "/absent")),
      /the database does not exist; create it first\.$/,
    ],
    [
      "nobody listens",
      async () => {
        const port = await freePort();
        return changed((url) => (url.port = String(port)));
      },
      /nothing is listening on that port\.$/,
    ],
    [
      "the host was not found",
      () => changed((url) => (url.hostname = "db.invalid")),
      /cannot be used: (?:the host was not found|the host name cannot be resolved at the moment)\.$/,
    ],
    [
      "a certificate that is not there",
      () => changed((url) => (url.search = "sslmode=verify-full&sslrootcert=/absent.pem")),
      /absent\.pem/,
    ],
  ] as const)("reports %s in one line without the password", async ([, address, expected]) => {
    const database = openTestDatabase({ kind: "postgres", url: await address() });
    const failure = await sql`select 1`.execute(database).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: "database_unavailable",
      status: 503,
      message: expect.stringMatching(expected),
    });
    const { message } = failure instanceof Error ? failure : new Error("no error");
    expect(message).toMatch(/^The control database postgres:\/\/loam:\*{8}@/);
    expect(message).not.toMatch(/s3cret|test-password|\n/);
  });

  test("can end connections, idle or in a transaction, without ending this process", async () => {
    const address = await testDatabaseAddress();
    const database = openTestDatabase(address);
    const other = openTestDatabase(address);
    const endConnections = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
    await sql`select 1`.execute(database);
    await endConnections();
    await expect
      .poll(() => sql`select 1 as one`.execute(database).then(({ rows }) => rows))
      .toEqual([{ one: 1 }]);

    const broken = database.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await endConnections();
      await sql`select 1`.execute(transaction);
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable|ECONNRESET/i);
    expect(await database.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("is described without its password and with the problem", async () => {
    const dataFolder = "/nowhere";
    const address = await testDatabaseAddress();
    expect(await examineDatabase({ dataFolder, database: address })).toEqual({
      address: expect.stringMatching(/^postgres:\/\/loam:\*{8}@127\.0\.0\.1:\d+\/test_/),
      state: expect.stringMatching(/^OK \(PostgreSQL 1\d\.\d+.*\)$/),
    });
    const absent = { kind: "postgres", url: changed((url) => (url.pathname = "/absent")) } as const;
    expect(await examineDatabase({ dataFolder, database: absent })).toMatchObject({
      state: "",
      problem: expect.stringContaining("the database does not exist"),
    });
  });

  test("plans a kept statement once, and no others", async () => {
    const database = openTestDatabase(await testDatabaseAddress());
    for (let round = 0; round < 3; round += 1) {
      await sql`${keptPlan()} select cast(${round} as bigint) as round`.execute(database);
      await sql`select cast(${round} as bigint) as other`.execute(database);
    }
    const { rows } = await sql<{ statement: string; used: number }>`
      select statement, generic_plans + custom_plans as used from pg_prepared_statements
      where from_sql = false and name <> ''`.execute(database);
    expect(rows).toEqual([{ statement: expect.stringContaining("as round"), used: 3 }]);
  });
});
