import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Failed schedules, and releases. */
export const scheduler: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("schedule_failures")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("entry_id", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("due_at", "text", (column) => column.notNull())
      .addColumn("failed_at", "text", (column) => column.notNull())
      .addColumn("issues", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("schedule_failures_primary_key", ["site_id", "entry_id"])
      .execute();
    await schema
      .createTable("releases")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("entries", "text", (column) => column.notNull())
      .addColumn("publish_at", "text")
      .addColumn("created_by", "text", (column) =>
        column.references("users.id").onDelete("set null"),
      )
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("published_at", "text")
      .addColumn("published_commit", "text")
      .addColumn("issues", "text")
      .execute();
    await schema.createIndex("releases_of_site").on("releases").column("site_id").execute();
    await schema.createIndex("releases_due").on("releases").column("publish_at").execute();
  },
};
