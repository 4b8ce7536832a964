import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Users, workspaces, sites, and their API keys. */
export const controlData: Migration = {
  async up(db: Kysely<unknown>) {
    await createPeople(db);
    await createSites(db);
  },
};

async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("instance_admin", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("setup_links")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .execute();
  await db.schema
    .createTable("workspaces")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("members")
    .addColumn("workspace_id", "text", (column) =>
      column.notNull().references("workspaces.id").onDelete("cascade"),
    )
    .addColumn("user_id", "text", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("members_primary_key", ["workspace_id", "user_id"])
    .execute();
}

async function createSites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sites")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("workspace_id", "text", (column) => column.notNull().references("workspaces.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addUniqueConstraint("sites_name_in_workspace", ["workspace_id", "name"])
    .execute();
  await db.schema
    .createTable("read_keys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("site_id", "text", (column) =>
      column.notNull().references("sites.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("key_hash", "text", (column) => column.notNull())
    .addColumn("last_four", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema.createIndex("read_keys_of_site").on("read_keys").column("site_id").execute();
}
