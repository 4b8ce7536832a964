import { CmsError, SITE_EVENTS, type SiteEventName } from "@loam/cms-core";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";

export type WebhookRow = Selectable<ControlTables["webhooks"]>;

type DisabledReason = NonNullable<WebhookRow["disabled_reason"]>;

/** A webhook without its secret, safe to display. */
export interface Webhook {
  readonly id: string;
  /** Absent if no name was given. */
  readonly name?: string;
  readonly url: string;
  /** Empty for every event. */
  readonly events: readonly SiteEventName[];
  /** Whether a batch is sent as a single `site.published`. */
  readonly coalesce: boolean;
  readonly sign: boolean;
  readonly enabled: boolean;
  readonly disabledReason?: DisabledReason;
  readonly disabledAt?: string;
  /** Id of the user who disabled it manually. */
  readonly disabledBy?: string;
  /** Time of the first failed attempt since the last success. */
  readonly failingSince?: string;
  /** How long the previous secret also signs after a rotation. */
  readonly previousSecretUntil?: string;
  /** The last attempt. */
  readonly lastAttempt?: LastAttempt;
  readonly createdAt: string;
}

interface LastAttempt {
  readonly at: string;
  /** Absent if there was no response. */
  readonly status?: number;
  /** Absent for a success. */
  readonly problem?: string;
}

const eventList = z.array(z.enum(SITE_EVENTS));

export function describeWebhook(row: WebhookRow): Webhook {
  const { disabled_reason, disabled_at, disabled_by, failing_since, previous_until } = row;
  const lastAttempt = lastAttemptOf(row);
  return {
    id: row.id,
    ...(row.name !== null && { name: row.name }),
    url: row.url,
    events: eventList.parse(JSON.parse(row.events)),
    coalesce: row.coalesce === 1,
    sign: row.sign === 1,
    enabled: row.enabled === 1,
    ...(disabled_reason !== null && { disabledReason: disabled_reason }),
    ...(disabled_at !== null && { disabledAt: disabled_at }),
    ...(disabled_by !== null && { disabledBy: disabled_by }),
    ...(failing_since !== null && { failingSince: failing_since }),
    ...(previous_until !== null && { previousSecretUntil: previous_until }),
    ...(lastAttempt !== undefined && { lastAttempt }),
    createdAt: row.created_at,
  };
}

function lastAttemptOf({
  last_attempt_at,
  last_status,
  last_problem,
}: WebhookRow): LastAttempt | undefined {
  if (last_attempt_at === null) return undefined;
  return {
    at: last_attempt_at,
    ...(last_status !== null && { status: last_status }),
    ...(last_problem !== null && { problem: last_problem }),
  };
}

/** Lists the webhooks of a site, oldest first. */
export async function listWebhooks(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly WebhookRow[]> {
  return database
    .selectFrom("webhooks")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** @throws CmsError `not_found` if the site has no webhook with this id */
export async function requireWebhook(
  database: ControlDatabase,
  siteId: string,
  id: string,
): Promise<WebhookRow> {
  const row = await database
    .selectFrom("webhooks")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw new CmsError("not_found", `Webhook not found in this site: ${id}.`);
}

/** Lists the enabled webhooks of a site. */
export async function listEnabledWebhooks(
  database: ControlDatabase,
  siteId: string,
): Promise<readonly Webhook[]> {
  const rows = await listWebhooks(database, siteId);
  return rows.filter(({ enabled }) => enabled === 1).map(describeWebhook);
}

interface Disabling {
  readonly reason: DisabledReason;
  readonly now: Date;
  /** Id of the user who disabled them. */
  readonly by?: string | undefined;
}

/**
 * Disables webhooks in the caller's transaction. Pending deliveries are marked as failed, so that they can be
 * redelivered after the webhooks are enabled again (WHK-13). Webhooks that are already disabled are unchanged.
 */
export async function disableWebhooks(
  transaction: ControlDatabase,
  which: { readonly id: string } | { readonly siteId: string },
  { reason, now, by }: Disabling,
): Promise<void> {
  const at = now.toISOString();
  const why = { disabled_reason: reason, disabled_at: at, disabled_by: by ?? null };
  const update = transaction
    .updateTable("webhooks")
    .set({ enabled: 0, ...why, due_at: null, claim: null })
    .where("enabled", "=", 1)
    .returning("id");
  const stopped = await (
    "id" in which ? update.where("id", "=", which.id) : update.where("site_id", "=", which.siteId)
  ).execute();
  if (stopped.length === 0) return;
  await transaction
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_at: null, finished_at: at })
    .where("status", "=", "pending")
    .where(
      "webhook_id",
      "in",
      stopped.map(({ id }) => id),
    )
    .execute();
}
