import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Change requests of sites, their comments, and whether a site requires them. */
export const changes: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("sites")
      .addColumn("review_required", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await ofSite(schema.createTable("changes"))
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("branch", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("created_by", "text", (column) =>
        column.references("users.id").onDelete("set null"),
      )
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addColumn("reviewers", "text", (column) => column.notNull())
      .addColumn("head", "text")
      .addColumn("base", "text")
      .addColumn("merged_commit", "text")
      .addColumn("ended_by", "text", (column) => column.references("users.id").onDelete("set null"))
      .addColumn("ended_at", "text")
      .addPrimaryKeyConstraint("changes_primary_key", ["site_id", "number"])
      .execute();
    await ofSite(schema.createTable("change_reviews"))
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("verdict", "text", (column) => column.notNull())
      .addColumn("head", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("change_reviews_primary_key", ["site_id", "number", "user_id"])
      .execute();
    await ofSite(
      schema.createTable("change_comments").addColumn("id", "text", (id) => id.primaryKey()),
    )
      .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("set null"))
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("path", "text")
      .addColumn("field", "text")
      .addColumn("line", "integer")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("resolved_at", "text")
      .execute();
    await schema
      .createIndex("change_comments_by_change")
      .on("change_comments")
      .columns(["site_id", "number", "created_at"])
      .execute();
  },
};

function ofSite<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
): CreateTableBuilder<Table, Column | "site_id" | "number"> {
  return table
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull());
}
