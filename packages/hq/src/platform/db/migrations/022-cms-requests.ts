import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Requests to turn on the CMS for a workspace. */
export const cmsRequests: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("cms_requests")
      .addColumn("workspace_id", "text", (column) =>
        column.primaryKey().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("requested_by", "text", (column) =>
        column.references("users.id").onDelete("set null"),
      )
      .addColumn("requested_at", "text", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("declined_at", "text")
      .addColumn("answer", "text", (column) => column.notNull())
      .execute();
  },
};
