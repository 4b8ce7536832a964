import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Preferences of users, shared by all their devices. */
export const preferences: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("preferences")
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("preferences_primary_key", ["user_id", "name"])
      .execute();
  },
};
