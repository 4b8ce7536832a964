import type { CreateTableBuilder, Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Webhooks, site events, and their deliveries. */
export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await createCursors(db);
    await createWebhooks(db);
    await createDeliveries(db);
    await createAttempts(db);
  },
};

async function createCursors({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("webhook_cursors")
    .addColumn("site_id", "text", (column) =>
      column.primaryKey().references("sites.id").onDelete("cascade"),
    )
    .addColumn("published", "text")
    .addColumn("main", "text")
    .execute();
}

async function createWebhooks({ schema }: Kysely<unknown>): Promise<void> {
  await ofSite(schema.createTable("webhooks").addColumn("id", "text", (id) => id.primaryKey()))
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("events", "text", (column) => column.notNull())
    .addColumn("coalesce", "integer", (column) => column.notNull())
    .addColumn("sign", "integer", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("previous_secret", "text")
    .addColumn("previous_until", "text")
    .addColumn("enabled", "integer", (column) => column.notNull())
    .addColumn("disabled_reason", "text")
    .addColumn("disabled_at", "text")
    .addColumn("failing_since", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("due_at", "text")
    .addColumn("claim", "text")
    .addColumn("claims", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("webhooks_of_site").on("webhooks").column("site_id").execute();
  await schema.createIndex("webhooks_by_due_at").on("webhooks").column("due_at").execute();
}

async function createDeliveries({ schema }: Kysely<unknown>): Promise<void> {
  await ofSite(
    schema.createTable("webhook_events").addColumn("id", "text", (id) => id.primaryKey()),
  )
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("content_type", "text", (column) => column.notNull())
    .addColumn("entry_id", "text", (column) => column.notNull())
    .addColumn("entry_slug", "text", (column) => column.notNull())
    .addColumn("occurred_at", "text", (column) => column.notNull())
    .addColumn("test", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createIndex("webhook_events_of_site")
    .on("webhook_events")
    .column("site_id")
    .execute();
  await schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("webhook_id", "text", (column) =>
      column.notNull().references("webhooks.id").onDelete("cascade"),
    )
    .addColumn("event_id", "text", (column) =>
      column.notNull().references("webhook_events.id").onDelete("cascade"),
    )
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("next_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("finished_at", "text")
    .addUniqueConstraint("webhook_deliveries_once", ["webhook_id", "event_id"])
    .execute();
  for (const [name, columns] of [
    ["due", ["webhook_id", "next_at"]],
    ["listed", ["webhook_id", "created_at", "id"]],
    ["of_event", ["event_id"]],
    ["by_age", ["created_at"]],
  ] as const) {
    await schema
      .createIndex(`webhook_deliveries_${name}`)
      .on("webhook_deliveries")
      .columns([...columns])
      .execute();
  }
}

async function createAttempts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("webhook_attempts")
    .addColumn("delivery_id", "text", (column) =>
      column.notNull().references("webhook_deliveries.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("request_headers", "text", (column) => column.notNull())
    .addColumn("duration_ms", "integer", (column) => column.notNull())
    .addColumn("status", "integer")
    .addColumn("response", "text")
    .addColumn("problem", "text")
    .addPrimaryKeyConstraint("webhook_attempts_primary_key", ["delivery_id", "number"])
    .execute();
}

function ofSite<C extends string>(
  table: CreateTableBuilder<string, C>,
): CreateTableBuilder<string, C | "site_id"> {
  return table.addColumn("site_id", "text", (column) =>
    column.notNull().references("sites.id").onDelete("cascade"),
  );
}
