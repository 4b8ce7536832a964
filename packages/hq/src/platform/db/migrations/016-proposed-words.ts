import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Stores unsaved edits of an entry separately for each change request. */
export const proposedWords: Migration = {
  async up(database: Kysely<unknown>) {
    const { schema } = database;
    // SQLite cannot change a primary key, so the table is recreated.
    await schema
      .createTable("working_copies_by_change")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("change_number", "integer", (column) => column.notNull())
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("kept_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("working_copies_by_change_primary_key", [
        "site_id",
        "user_id",
        "change_number",
        "entry_id",
      ])
      .execute();
    await sql`insert into working_copies_by_change
      (site_id, user_id, change_number, entry_id, type, content, version, kept_at)
      select site_id, user_id, 0, entry_id, type, content, version, kept_at from working_copies`.execute(
      database,
    );
    await schema.dropTable("working_copies").execute();
    await schema.alterTable("working_copies_by_change").renameTo("working_copies").execute();
  },
};
