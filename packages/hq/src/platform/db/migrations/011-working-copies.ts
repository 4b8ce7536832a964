import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Unsaved edits of users. */
export const workingCopies: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("working_copies")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addColumn("type", "text", (column) => column.notNull())
      .addColumn("content", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("kept_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("working_copies_primary_key", ["site_id", "user_id", "entry_id"])
      .execute();
  },
};
