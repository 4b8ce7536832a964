import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { databaseKind } from "../database-clock.ts";

const STEPS = [0, 1, 2, 3, 4, 5, 6];

/** Rate limits that count the requests allowed within the last minute in steps; step 0 is the newest. */
export const rateWindows: Migration = {
  async up(db: Kysely<unknown>) {
    let table: CreateTableBuilder<"rate_windows", string> = db.schema
      .createTable("rate_windows")
      .addColumn("limiter", "text", (column) => column.notNull())
      .addColumn("caller", "text", (column) => column.notNull())
      .addColumn("granted", "integer", (column) => column.notNull())
      .addColumn("started_ms", "bigint", (column) => column.notNull());
    for (const step of STEPS) {
      table = table
        .addColumn(`count_${step}`, "integer", (column) => column.notNull().defaultTo(0))
        .addColumn(`last_${step}`, "bigint", (column) => column.notNull().defaultTo(0));
    }
    await table
      .addPrimaryKeyConstraint("rate_windows_primary_key", ["limiter", "caller"])
      .execute();
    // Unlogged, so that counting a request doesn't wait for the disk. A crash of the server loses the counts.
    if (databaseKind(db) === "postgres") {
      await sql`alter table rate_windows set unlogged`.execute(db);
    }
  },
};
