import type { SiteEvent } from "@loam/cms-core/events";
import type { Insertable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { listEnabledWebhooks, type Webhook } from "./webhooks-table.ts";

/** An event without its sequence number, which is assigned on insert. */
type NewEvent = Omit<Insertable<ControlTables["webhook_events"]>, "sequence">;
type NewDelivery = Insertable<ControlTables["webhook_deliveries"]>;

/** SQLite allows 32,766 values per statement. */
const ROWS_AT_ONCE = 500;

/**
 * Queues events of a site, in order, for all webhooks that are subscribed to them. Runs in the caller's transaction.
 * Events without a subscriber aren't stored, and existing events are unchanged.
 */
export async function enqueueEvents(
  transaction: ControlDatabase,
  { siteId, events, now }: { siteId: string; events: readonly SiteEvent[]; now: Date },
): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await listEnabledWebhooks(transaction, siteId);
  const wanted = events.flatMap((event) => {
    const to = webhooks.filter((webhook) => wantsEvent(webhook, event)).map(({ id }) => id);
    return to.length === 0 ? [] : [{ event: eventRow(event, now), to }];
  });
  await insertDeliveries(transaction, { siteId, addressed: wanted, now });
}

/** An event and the ids of the webhooks that receive it. */
interface AddressedEvent {
  readonly event: NewEvent;
  readonly to: readonly string[];
}

interface NewDeliveries {
  readonly siteId: string;
  readonly addressed: readonly AddressedEvent[];
  readonly now: Date;
}

/** Numbers the events of a site and inserts them with one due delivery per webhook. */
export async function insertDeliveries(
  transaction: ControlDatabase,
  { siteId, addressed, now }: NewDeliveries,
): Promise<readonly NewDelivery[]> {
  if (addressed.length === 0) return [];
  const last = await reserveNumbers(transaction, siteId, addressed.length);
  const events = addressed.map(({ event }, at) => ({
    ...event,
    sequence: last - addressed.length + 1 + at,
  }));
  const deliveries = addressed.flatMap(({ event, to }) =>
    to.map((webhookId) => deliveryRow(event.id, webhookId, now)),
  );
  for (const rows of inChunks(events)) {
    await transaction
      .insertInto("webhook_events")
      .values(rows)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute();
  }
  for (const rows of inChunks(deliveries)) {
    await transaction
      .insertInto("webhook_deliveries")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["webhook_id", "event_id"]).doNothing())
      .execute();
  }
  await makeDue(transaction, [...new Set(addressed.flatMap(({ to }) => to))], now);
  return deliveries;
}

/** @returns the last assigned number. Numbers are never reused, even if the events turn out to exist already */
async function reserveNumbers(
  transaction: ControlDatabase,
  siteId: string,
  count: number,
): Promise<number> {
  const { last } = await transaction
    .insertInto("event_sequences")
    .values({ site_id: siteId, last: count })
    .onConflict((conflict) =>
      conflict
        .column("site_id")
        .doUpdateSet((old) => ({ last: old("event_sequences.last", "+", count) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * Marks webhooks as due now. A webhook that is being processed checks its queue again, in a transaction, before its
 * next due time is set.
 */
export async function makeDue(
  transaction: ControlDatabase,
  webhookIds: readonly string[],
  now: Date,
): Promise<void> {
  if (webhookIds.length === 0) return;
  await transaction
    .updateTable("webhooks")
    .set({ due_at: now.toISOString() })
    .where("id", "in", webhookIds)
    .where("claim", "is", null)
    .where("enabled", "=", 1)
    .execute();
}

function eventRow(event: SiteEvent, now: Date): NewEvent {
  return {
    id: event.id,
    site_id: event.siteId,
    event: event.event,
    content_type: event.contentType,
    entry_id: event.entryId,
    entry_slug: event.entrySlug,
    occurred_at: event.occurredAt,
    test: 0,
    created_at: now.toISOString(),
  };
}

function deliveryRow(eventId: string, webhookId: string, now: Date): NewDelivery {
  const at = now.toISOString();
  return {
    id: `dlv_${randomText(20)}`,
    webhook_id: webhookId,
    event_id: eventId,
    status: "pending",
    next_at: at,
    attempts: 0,
    tries: 0,
    created_at: at,
    finished_at: null,
  };
}

function inChunks<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

/** Whether a webhook is subscribed to an event: an empty subscription means all events. */
function wantsEvent(
  { events, coalesce }: Pick<Webhook, "events" | "coalesce">,
  { event, batch }: Pick<SiteEvent, "event" | "batch">,
): boolean {
  const isWanted = events.length === 0 || events.includes(event);
  if (!coalesce || !batch) return isWanted;
  // A single event represents all, even for subscriptions to entry events only.
  if (event === "site.published") return isWanted || events.some((name) => PUBLISHES.has(name));
  return isWanted && !PUBLISHES.has(event);
}

const PUBLISHES: ReadonlySet<string> = new Set(["entry.published", "entry.unpublished"]);
