import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Roles granted per site. */
export const siteAccess: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("site_access")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("site_access_primary_key", ["site_id", "user_id"])
      .execute();
  },
};
