import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Upstream repositories of sites, and their pull requests on Git hosts. */
export const upstreams: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("upstreams")
      .addColumn("site_id", "text", (column) =>
        column.primaryKey().references("sites.id").onDelete("cascade"),
      )
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("branch", "text", (column) => column.notNull())
      .addColumn("login_kind", "text", (column) => column.notNull())
      .addColumn("login", "text")
      .addColumn("username", "text")
      .addColumn("public_key", "text")
      .addColumn("known_hosts", "text")
      .addColumn("forge", "text", (column) => column.notNull())
      .addColumn("forge_url", "text")
      .addColumn("forge_token", "text")
      .addColumn("webhook_secret", "text", (column) => column.notNull())
      .addColumn("webhook_at", "text")
      .addColumn("reviewed_there", "integer", (column) => column.notNull())
      .addColumn("set_by", "text", (column) => column.references("users.id").onDelete("set null"))
      .addColumn("set_at", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("due_at", "text", (column) => column.notNull())
      .addColumn("failures", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("tried_at", "text")
      .addColumn("synced_at", "text")
      .addColumn("report", "text")
      .addColumn("decisions", "text", (column) => column.notNull().defaultTo("[]"))
      .addColumn("proposal", "integer")
      .execute();
    await schema.createIndex("upstreams_due").on("upstreams").column("due_at").execute();
    await schema
      .createTable("upstream_requests")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("upstreams.site_id").onDelete("cascade"),
      )
      .addColumn("number", "integer", (column) => column.notNull())
      .addColumn("request", "integer", (column) => column.notNull())
      .addColumn("url", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("comment", "text")
      .addColumn("reported", "text")
      .addPrimaryKeyConstraint("upstream_requests_primary_key", ["site_id", "number"])
      .execute();
  },
};
