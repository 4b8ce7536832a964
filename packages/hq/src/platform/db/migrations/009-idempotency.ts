import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Stored responses of requests that clients can repeat. */
export const idempotency: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("idempotency_keys")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("fingerprint", "text", (column) => column.notNull())
      .addColumn("answer", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await schema
      .createIndex("idempotency_keys_by_age")
      .on("idempotency_keys")
      .column("created_at")
      .execute();
  },
};
