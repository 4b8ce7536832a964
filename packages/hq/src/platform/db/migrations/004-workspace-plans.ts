import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Plans, the CMS feature, payment methods, and the space reserved by uploads. */
export const workspacePlans: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable("workspaces")
      .addColumn("plan", "text", (column) => column.notNull().defaultTo("free"))
      .execute();
    await schema
      .alterTable("workspaces")
      .addColumn("cms_enabled", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable("workspaces").addColumn("payment_label", "text").execute();
    await schema.alterTable("workspaces").addColumn("payment_added_at", "text").execute();
    await schema
      .createTable("media_reservations")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("workspace_id", "text", (column) =>
        column.notNull().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("bytes", "bigint", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
  },
};
