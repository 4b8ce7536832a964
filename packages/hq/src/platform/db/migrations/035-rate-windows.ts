import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { databaseKind } from "../database-clock.ts";

const STEPS = [0, 1, 2, 3, 4, 5, 6];

/** Limits that count what was let through within the last minute, in steps of which 0 is the newest. */
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
    // A request must not wait for the disk to be counted; a crash of the server forgets the counts.
    if (databaseKind(db) === "postgres") {
      await sql`alter table rate_windows set unlogged`.execute(db);
    }
  },
};
