import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Site settings, roles granted per site, draft keys, and transfers. */
export const siteAccess: Migration = {
  async up(db: Kysely<unknown>) {
    await addSettings(db);
    await db.schema
      .createTable("site_access")
      .addColumn("site_id", "text", (column) =>
        column.notNull().references("sites.id").onDelete("cascade"),
      )
      .addColumn("user_id", "text", (column) =>
        column.notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("role", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("site_access_primary_key", ["site_id", "user_id"])
      .execute();
    await createTransfers(db);
    await db.schema.alterTable("read_keys").addColumn("last_used_at", "text").execute();
  },
};

async function addSettings({ schema }: Kysely<unknown>): Promise<void> {
  for (const name of ["publishing", "integration_mode"] as const) {
    await schema
      .alterTable("sites")
      .addColumn(name, "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await schema
    .alterTable("sites")
    .addColumn("media_bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of [
    "preview_url",
    "draft_key_hash",
    "draft_key_last_four",
    "draft_key_made_at",
    "preview_epoch",
  ] as const) {
    await schema.alterTable("sites").addColumn(name, "text").execute();
  }
}

async function createTransfers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("site_transfers")
    .addColumn("id", "text", (column) => column.primaryKey())
    // A site has at most one transfer: a second request replaces the first.
    .addColumn("site_id", "text", (column) =>
      column.notNull().unique().references("sites.id").onDelete("cascade"),
    )
    .addColumn("workspace", "text", (column) => column.notNull())
    .addColumn("workspace_id", "text", (column) =>
      column.references("workspaces.id").onDelete("set null"),
    )
    .addColumn("requested_by", "text", (column) =>
      column.references("users.id").onDelete("set null"),
    )
    .addColumn("requested_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
}
