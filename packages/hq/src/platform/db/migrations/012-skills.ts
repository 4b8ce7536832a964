import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Public skills. Their content is in the repository. */
export const skills: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("public_skills")
      .addColumn("workspace_id", "text", (column) =>
        column.notNull().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("since", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("public_skills_primary_key", ["workspace_id", "name"])
      .execute();
  },
};
