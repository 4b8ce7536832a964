import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { databaseKind } from "../database-clock.ts";

/** Leases and rate limit counters. */
export const coordination: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("leases")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("owner", "text")
      .addColumn("fence", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("rate_counters")
      .addColumn("limiter", "text", (column) => column.notNull())
      .addColumn("caller", "text", (column) => column.notNull())
      .addColumn("tokens", "integer", (column) => column.notNull())
      .addColumn("stepped_ms", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("rate_counters_primary_key", ["limiter", "caller"])
      .execute();
    // Unlogged, so that counting a request doesn't wait for the disk. A crash of the server loses the counts.
    if (databaseKind(db) === "postgres") {
      await sql`alter table rate_counters set unlogged`.execute(db);
    }
  },
};
