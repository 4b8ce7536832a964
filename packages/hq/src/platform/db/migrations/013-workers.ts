import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Workers and their queued commands. */
export const workers: Migration = {
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable("workers")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("workspace_id", "text", (column) =>
        column.notNull().references("workspaces.id").onDelete("cascade"),
      )
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("created_by", "text", (column) =>
        column.references("users.id").onDelete("set null"),
      )
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("registration_hash", "text", (column) => column.unique())
      .addColumn("registration_expires_at", "text")
      .addColumn("key_hash", "text", (column) => column.unique())
      .addColumn("public_key", "text")
      .addColumn("agent", "text")
      .addColumn("version", "text")
      .addColumn("registered_at", "text")
      .addColumn("instance", "text")
      .addColumn("seen_at", "text")
      .addColumn("facts", "text")
      .addColumn("last_sequence", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("revoked_at", "text")
      .execute();
    await schema.createIndex("workers_of_workspace").on("workers").column("workspace_id").execute();
    await schema
      .createTable("worker_commands")
      .addColumn("worker_id", "text", (column) =>
        column.notNull().references("workers.id").onDelete("cascade"),
      )
      .addColumn("sequence", "integer", (column) => column.notNull())
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addColumn("run_id", "text")
      .addColumn("sent", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("worker_commands_primary_key", ["worker_id", "sequence"])
      .execute();
  },
};
