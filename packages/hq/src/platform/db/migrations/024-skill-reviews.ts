import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Reviewed versions of skills, their authors, and where reviews are required. */
export const skillReviews: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable("workspaces").addColumn("skill_review", "text").execute();
    await schema
      .createTable("skill_reviews")
      .addColumn("workspace_id", "text", (column) =>
        column.notNull().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("skill", "text", (column) => column.notNull())
      .addColumn("tree", "text", (column) => column.notNull())
      .addColumn("reviewed_by", "text", (column) =>
        column.references("users.id").onDelete("set null"),
      )
      .addColumn("reviewed_at", "text", (column) => column.notNull())
      .addColumn("alone", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("skill_reviews_primary_key", ["workspace_id", "skill", "tree"])
      .execute();
    await schema
      .createTable("skill_authors")
      .addColumn("workspace_id", "text", (column) =>
        column.notNull().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("place", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("skill_authors_primary_key", ["workspace_id", "place", "user_id"])
      .execute();
  },
};
