import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Sessions, personal access tokens, invitations, password resets, second factors, and passkeys. */
export const identity: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("users").addColumn("disabled_at", "text").execute();
    await createSessions(db);
    await createTokens(db);
    await createLinks(db);
    await createSecondFactors(db);
    await createPasskeys(db);
    await createExternalIdentities(db);
  },
};

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable("sessions").addColumn("id", "text", primary))
    .addColumn("token_hash", "text", required)
    .addColumn("method", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("authenticated_at", "text", required)
    .addColumn("last_used_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("address", "text", required)
    .addColumn("user_agent", "text", required)
    .execute();
  await db.schema.createIndex("sessions_of_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_end").on("sessions").column("expires_at").execute();
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable("personal_tokens").addColumn("id", "text", primary))
    .addColumn("name", "text", required)
    .addColumn("token_hash", "text", required)
    .addColumn("last_four", "text", required)
    .addColumn("scopes", "text", required)
    .addColumn("site_ids", "text")
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("last_used_at", "text")
    .addColumn("last_used_address", "text")
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema
    .createIndex("personal_tokens_of_user")
    .on("personal_tokens")
    .column("user_id")
    .execute();
}

async function createLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", primary)
    .addColumn("token_hash", "text", required)
    .addColumn("email", "text", required)
    .addColumn("workspace_id", "text", (column) =>
      column.references("workspaces.id").onDelete("cascade"),
    )
    .addColumn("role", "text", required)
    .addColumn("invited_by", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("accepted_at", "text")
    .addColumn("revoked_at", "text")
    .execute();
  await ofUser(db.schema.createTable("password_resets").addColumn("id", "text", primary))
    .addColumn("token_hash", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("expires_at", "text", required)
    .addColumn("used_at", "text")
    .execute();
  await db.schema
    .createIndex("password_resets_of_user")
    .on("password_resets")
    .column("user_id")
    .execute();
}

async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("totp_secrets")
    .addColumn("user_id", "text", (column) =>
      column.primaryKey().references("users.id").onDelete("cascade"),
    )
    .addColumn("sealed_secret", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("confirmed_at", "text")
    .addColumn("last_step", "integer", required)
    .execute();
  await ofUser(db.schema.createTable("recovery_codes"))
    .addColumn("code_hash", "text", required)
    .addColumn("used_at", "text")
    .addPrimaryKeyConstraint("recovery_codes_primary_key", ["user_id", "code_hash"])
    .execute();
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable("passkeys").addColumn("id", "text", primary))
    .addColumn("name", "text", required)
    .addColumn("public_key", "text", required)
    .addColumn("counter", "bigint", required)
    .addColumn("transports", "text", required)
    .addColumn("backed_up", "integer", required)
    .addColumn("created_at", "text", required)
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("passkeys_of_user").on("passkeys").column("user_id").execute();
  await db.schema
    .createTable("challenges")
    .addColumn("id", "text", primary)
    .addColumn("token_hash", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("data", "text", required)
    .addColumn("expires_at", "text", required)
    .execute();
  await db.schema.createIndex("challenges_end").on("challenges").column("expires_at").execute();
}

async function createExternalIdentities(db: Kysely<unknown>): Promise<void> {
  await ofUser(db.schema.createTable("external_identities").addColumn("id", "text", primary))
    .addColumn("issuer", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("email", "text", required)
    .addColumn("created_at", "text", required)
    .addColumn("last_used_at", "text")
    .addUniqueConstraint("external_identities_subject", ["issuer", "subject"])
    .execute();
  await db.schema
    .createIndex("external_identities_of_user")
    .on("external_identities")
    .column("user_id")
    .execute();
}

function ofUser<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
): CreateTableBuilder<Table, Columns | "user_id"> {
  return table.addColumn("user_id", "text", (column) =>
    column.notNull().references("users.id").onDelete("cascade"),
  );
}

function primary(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.primaryKey();
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}
