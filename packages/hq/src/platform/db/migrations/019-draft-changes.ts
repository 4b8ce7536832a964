import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Change requests that are still written, and that nobody is asked to look at. */
export const draftChanges: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable("changes")
      .addColumn("draft", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
