import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Sequence numbers of site events. */
export const eventSequences: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("event_sequences")
      .addColumn("site_id", "text", (column) =>
        column.primaryKey().references("sites.id").onDelete("cascade"),
      )
      .addColumn("last", "bigint", (column) => column.notNull())
      .execute();
    // Events queued earlier sort before the first number.
    await schema
      .alterTable("webhook_events")
      .addColumn("sequence", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
