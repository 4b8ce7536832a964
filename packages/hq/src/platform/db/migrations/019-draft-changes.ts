import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Draft change requests, which aren't ready for review. */
export const draftChanges: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("changes")
      .addColumn("draft", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
