import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Migrations 005 and 007 changed after they had landed, so databases of November 2026 can have earlier forms of their
 * tables. This converts them and leaves other databases unchanged.
 */
export const earlyTables: Migration = {
  async up(db: Kysely<unknown>) {
    const has = await columnsOf(db);
    if (!has("sites", "preview_epoch")) {
      await db.schema.alterTable("sites").addColumn("preview_epoch", "text").execute();
    }
    if (!has("site_transfers", "workspace")) await renewTransfers(db);
    if (!has("audit_log", "times")) await renewAudit(db);
  },
};

type HasColumn = (table: string, column: string) => boolean;

async function columnsOf(db: Kysely<unknown>): Promise<HasColumn> {
  const tables = await db.introspection.getTables();
  return (table, column) =>
    tables.some(
      ({ name, columns }) => name === table && columns.some((one) => one.name === column),
    );
}

/** A transfer stores the workspace as it was entered, even if no workspace has that name. */
async function renewTransfers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("site_transfers_renewed")
    .addColumn("id", "text", (column) => column.primaryKey())
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
  await sql`
    insert into site_transfers_renewed
      (id, site_id, workspace, workspace_id, requested_by, requested_at, expires_at)
    select site_transfers.id, site_id, workspaces.slug, workspace_id, requested_by, requested_at, expires_at
    from site_transfers join workspaces on workspaces.id = workspace_id`.execute(db);
  await db.schema.dropTable("site_transfers").execute();
  await db.schema.alterTable("site_transfers_renewed").renameTo("site_transfers").execute();
}

/** The early log was not signed, and migrations don't have the key. Its records stay and are not verified. */
async function renewAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("audit_log")
    .addColumn("times", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable("audit_head")
    .addColumn("signature", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  await sql`update audit_head set signature = 'unsigned' where seq > 0`.execute(db);
  await db.schema
    .createTable("audit_checkpoint")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("seq", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("pruned_at", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .execute();
}
