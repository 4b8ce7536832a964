import { CmsError, type SiteEventName } from "@loam/cms-core";
import type { Nullable, Selectable, SelectQueryBuilder } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { transact } from "../../platform/db/transact.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import { insertDeliveries, makeDue } from "../../sites/outbox/outbox.ts";
import { requireWebhook } from "../../sites/outbox/webhooks-table.ts";
import { eventBody, type EventRow } from "./attempt-delivery.ts";

export const DELIVERY_STATES = ["pending", "delivered", "failed"] as const;

type DeliveryState = (typeof DELIVERY_STATES)[number];

/** The delivery of an event to an endpoint: pending, delivered, or failed. */
export interface Delivery {
  readonly id: string;
  readonly state: DeliveryState;
  /** `x-cms-delivery` and `webhook-id`; the same for all attempts. */
  readonly eventId: string;
  readonly event: string;
  readonly contentType: string;
  readonly entryId: string;
  readonly entrySlug: string;
  readonly occurredAt: string;
  /** Sequence number of the event within its site. */
  readonly sequence: number;
  readonly test: boolean;
  readonly attempts: number;
  readonly createdAt: string;
  /** Present while it is pending. */
  readonly nextAttemptAt?: string;
  readonly finishedAt?: string;
  /** Absent before the first attempt. */
  readonly lastAttempt?: Pick<DeliveryAttempt, "at" | "durationMs" | "status" | "problem">;
}

/** An attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly at: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly durationMs: number;
  readonly status?: number;
  /** The first 4 KB of the response at most. */
  readonly response?: string;
  /** Absent for a success. */
  readonly problem?: string;
}

export interface DeliveryQuery {
  readonly webhookId: string;
  readonly state?: DeliveryState | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Lists a page of a webhook's deliveries, newest first.
 *
 * @throws CmsError `invalid_cursor`
 */
export async function listDeliveries(
  database: ControlDatabase,
  { webhookId, state, limit, cursor }: DeliveryQuery,
): Promise<{ readonly deliveries: readonly Delivery[]; readonly cursor?: string }> {
  let query = selectDeliveries(database)
    .where("delivery.webhook_id", "=", webhookId)
    .orderBy("delivery.created_at", "desc")
    .orderBy("delivery.id", "desc")
    .limit(limit + 1);
  if (state !== undefined) query = query.where("delivery.status", "=", state);
  if (cursor !== undefined) {
    const [at = "", id = ""] = parseCursor(cursor);
    query = query.where((eb) =>
      eb.or([
        eb("delivery.created_at", "<", at),
        eb.and([eb("delivery.created_at", "=", at), eb("delivery.id", "<", id)]),
      ]),
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    deliveries: page.map(describeDelivery),
    ...(last !== undefined && { cursor: `${last.created_at}~${last.delivery}` }),
  };
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~(dlv_[a-z2-7]+)$/;

function parseCursor(cursor: string): readonly string[] {
  const parts = CURSOR.exec(cursor);
  if (parts !== null) return parts.slice(1);
  throw new CmsError("invalid_cursor", "The cursor is not from this list.");
}

/**
 * Returns a delivery with the sent event and all attempts.
 *
 * @throws CmsError `not_found`
 */
export async function readDelivery(
  database: ControlDatabase,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<Delivery & { readonly body: string; readonly log: readonly DeliveryAttempt[] }> {
  const row = await selectDeliveries(database)
    .where("delivery.webhook_id", "=", webhookId)
    .where("delivery.id", "=", id)
    .executeTakeFirst();
  if (row === undefined)
    throw new CmsError("not_found", `Delivery not found in this webhook: ${id}.`);
  const attempts = await database
    .selectFrom("webhook_attempts")
    .selectAll()
    .where("delivery_id", "=", id)
    .orderBy("number")
    .execute();
  const log = attempts.map(describeAttempt);
  return { ...describeDelivery(row), body: eventBody(row), log };
}

function describeAttempt(row: Selectable<ControlTables["webhook_attempts"]>): DeliveryAttempt {
  return {
    number: row.number,
    at: row.at,
    url: row.url,
    requestHeaders: JSON.parse(row.request_headers),
    durationMs: row.duration_ms,
    ...(row.status !== null && { status: row.status }),
    ...(row.response !== null && { response: row.response }),
    ...(row.problem !== null && { problem: row.problem }),
  };
}

interface DeliveryRow extends EventRow {
  readonly delivery: string;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly created_at: string;
  readonly next_at: string | null;
  readonly finished_at: string | null;
  readonly last_at: string | null;
  readonly last_ms: number | null;
  readonly last_status: number | null;
  readonly last_problem: string | null;
}

function selectDeliveries(database: ControlDatabase): SelectQueryBuilder<
  ControlTables & {
    delivery: ControlTables["webhook_deliveries"];
    event: ControlTables["webhook_events"];
    last: Nullable<ControlTables["webhook_attempts"]>;
  },
  "delivery" | "event" | "last",
  DeliveryRow
> {
  return database
    .selectFrom("webhook_deliveries as delivery")
    .innerJoin("webhook_events as event", "event.id", "delivery.event_id")
    .leftJoin("webhook_attempts as last", (join) =>
      join
        .onRef("last.delivery_id", "=", "delivery.id")
        .onRef("last.number", "=", "delivery.attempts"),
    )
    .select(["last.at as last_at", "last.duration_ms as last_ms"])
    .select(["last.status as last_status", "last.problem as last_problem"])
    .select(["delivery.id as delivery", "delivery.status", "attempts", "delivery.created_at"])
    .select(["next_at", "finished_at", "event.id", "site_id", "event.event", "content_type"])
    .select(["entry_id", "entry_slug", "occurred_at", "sequence", "test"]);
}

function describeDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.delivery,
    state: row.status,
    eventId: row.id,
    event: row.event,
    contentType: row.content_type,
    entryId: row.entry_id,
    entrySlug: row.entry_slug,
    occurredAt: row.occurred_at,
    sequence: row.sequence,
    test: row.test === 1,
    attempts: row.attempts,
    createdAt: row.created_at,
    ...(row.next_at !== null && { nextAttemptAt: row.next_at }),
    ...(row.finished_at !== null && { finishedAt: row.finished_at }),
    ...(row.last_at !== null && { lastAttempt: lastAttemptOf(row, row.last_at) }),
  };
}

function lastAttemptOf({ last_ms, last_status, last_problem }: DeliveryRow, at: string) {
  return {
    at,
    durationMs: last_ms ?? 0,
    ...(last_status !== null && { status: last_status }),
    ...(last_problem !== null && { problem: last_problem }),
  };
}

interface DeliveryCounts {
  readonly deliveries: number;
  /** Number of failed deliveries, which can be redelivered. */
  readonly failedDeliveries: number;
}

/** Counts the stored and the failed deliveries of a webhook. */
export async function countDeliveries(
  database: ControlDatabase,
  webhookId: string,
): Promise<DeliveryCounts> {
  const rows = await database
    .selectFrom("webhook_deliveries")
    .select(({ fn }) => ["status", fn.countAll<number>().as("count")])
    .where("webhook_id", "=", webhookId)
    .groupBy("status")
    .execute();
  return {
    deliveries: rows.reduce((sum, { count }) => sum + count, 0),
    failedDeliveries: rows.find(({ status }) => status === "failed")?.count ?? 0,
  };
}

interface DeliveryKey {
  readonly siteId: string;
  readonly webhookId: string;
}

/**
 * Redelivers an event with the same event id, whatever its state. A pending delivery is attempted immediately (WHK-14).
 *
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function redeliver(
  database: ControlDatabase,
  { siteId, webhookId, id }: DeliveryKey & { readonly id: string },
  now: Date,
): Promise<void> {
  await transact(database, async (transaction) => {
    await requireEnabled(transaction, { siteId, webhookId });
    const { numUpdatedRows } = await transaction
      .updateTable("webhook_deliveries")
      .set(dueNow(now))
      .where("webhook_id", "=", webhookId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      throw new CmsError("not_found", `Delivery not found in this webhook: ${id}.`);
    }
    await makeDue(transaction, [webhookId], now);
  });
}

/**
 * Redelivers failed deliveries created in a period, or all of them.
 *
 * @returns how many
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function redeliverFailed(
  database: ControlDatabase,
  {
    from,
    until,
    ...which
  }: DeliveryKey & { readonly from?: string | undefined; readonly until?: string | undefined },
  now: Date,
): Promise<number> {
  return transact(database, async (transaction) => {
    await requireEnabled(transaction, which);
    let update = transaction
      .updateTable("webhook_deliveries")
      .set(dueNow(now))
      .where("webhook_id", "=", which.webhookId)
      .where("status", "=", "failed");
    if (from !== undefined) update = update.where("created_at", ">=", from);
    if (until !== undefined) update = update.where("created_at", "<", until);
    const { numUpdatedRows } = await update.executeTakeFirst();
    await makeDue(transaction, [which.webhookId], now);
    return Number(numUpdatedRows);
  });
}

function dueNow(now: Date) {
  return { status: "pending", next_at: now.toISOString(), tries: 0, finished_at: null } as const;
}

/**
 * Sends a test event, marked `"test":true`.
 *
 * @returns the id of the delivery
 * @throws CmsError `not_found`, `conflict` while the webhook is disabled
 */
export async function sendTest(
  database: ControlDatabase,
  { siteId, webhookId, event }: DeliveryKey & { readonly event: SiteEventName },
  now: Date,
): Promise<string> {
  const at = now.toISOString();
  const isOfEntry = event.startsWith("entry.");
  const row = {
    id: `evt_${randomText(32)}`,
    site_id: siteId,
    event,
    content_type: event === "site.published" ? "" : "test",
    entry_id: isOfEntry ? "test" : "",
    entry_slug: isOfEntry ? "test" : "",
    occurred_at: at,
    test: 1,
    created_at: at,
  };
  return transact(database, async (transaction) => {
    await requireEnabled(transaction, { siteId, webhookId });
    const addressed = [{ event: row, to: [webhookId] }];
    const [delivery] = await insertDeliveries(transaction, { siteId, addressed, now });
    return delivery?.id ?? "";
  });
}

async function requireEnabled(
  transaction: ControlDatabase,
  { siteId, webhookId }: DeliveryKey,
): Promise<void> {
  const { enabled } = await requireWebhook(transaction, siteId, webhookId);
  if (enabled === 1) return;
  throw new CmsError("conflict", "The webhook is disabled. Enable it first.");
}
