import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The audit log, its latest record, and its start after pruning. */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("audit_log")
      .addColumn("seq", "integer", (column) => column.primaryKey())
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("event", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("times", "integer", (column) => column.notNull())
      // No foreign keys, because records outlive the users and objects they refer to.
      .addColumn("user_id", "text")
      .addColumn("credential", "text")
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("workspace_id", "text")
      .addColumn("site_id", "text")
      .addColumn("target", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute();
    for (const column of ["site_id", "workspace_id"] as const) {
      await db.schema
        .createIndex(`audit_log_by_${column}`)
        .on("audit_log")
        .columns([column, "seq"])
        .execute();
    }
    await db.schema
      .createTable("audit_head")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("seq", "integer", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("signature", "text", (column) => column.notNull())
      .execute();
    await sql`insert into audit_head (id, seq, hash, signature) values (1, 0, '', '')`.execute(db);
    await db.schema
      .createTable("audit_checkpoint")
      .addColumn("id", "integer", (column) => column.primaryKey())
      .addColumn("seq", "integer", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("pruned_at", "text", (column) => column.notNull())
      .addColumn("signature", "text", (column) => column.notNull())
      .execute();
  },
};
