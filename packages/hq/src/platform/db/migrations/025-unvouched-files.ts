import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Kinds of files on site branches that were pushed by users who could not merge them. */
export const unvouchedFiles: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable("unvouched_files")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("branch", "text", (column) => column.notNull())
      // No foreign key: a deleted user still doesn't vouch for the files.
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("unvouched_files_primary_key", [
        "site_id",
        "branch",
        "user_id",
        "kind",
      ])
      .execute();
    await addKnown(database);
  },
};

/** For open change requests, no one recorded who pushed which file. */
async function addKnown(given: Kysely<unknown>): Promise<void> {
  const database = given.withTables<{
    changes: Readonly<Record<"site_id" | "created_by" | "pushed_by", string | null>> &
      Readonly<Record<"branch" | "state", string>>;
    unvouched_files: Readonly<Record<"site_id" | "branch" | "user_id" | "kind", string>>;
  }>();
  const open = await database
    .selectFrom("changes")
    .select(["site_id", "branch", "created_by", "pushed_by"])
    .where("state", "=", "open")
    .execute();
  for (const { site_id, branch, created_by, pushed_by } of open) {
    for (const user_id of new Set([created_by, pushed_by])) {
      if (site_id === null || user_id === null) continue;
      const row = { site_id, branch, user_id, kind: "any" };
      await database
        .insertInto("unvouched_files")
        .values(row)
        .onConflict((c) => c.doNothing())
        .execute();
    }
  }
}
