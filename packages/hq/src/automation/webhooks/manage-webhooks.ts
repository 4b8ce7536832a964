import { CmsError, isCmsError, type SiteEventName } from "@loam/cms-core";
import type { Updateable } from "kysely";
import type { ControlTables } from "../../platform/db/control-tables.ts";
import { transact } from "../../platform/db/transact.ts";
import type { Hq } from "../../platform/hq.ts";
import { randomText } from "../../platform/secrets/secret-token.ts";
import {
  disableWebhooks,
  describeWebhook,
  requireWebhook,
  type Webhook,
} from "../../sites/outbox/webhooks-table.ts";
import { makeSigningSecret, overlapEnd, sealSecret } from "./webhook-secrets.ts";
import type { Webhooks } from "./webhooks.ts";

const MAX_WEBHOOKS = 50;

export interface ManageWebhooks {
  readonly hq: Pick<Hq, "database" | "now">;
  readonly webhooks: Pick<Webhooks, "egress" | "sealer" | "follow">;
}

export interface WebhookSettings {
  /** Display name. Can be empty. */
  readonly name: string;
  readonly url: string;
  readonly events: readonly SiteEventName[];
  readonly sign: boolean;
  readonly coalesce: boolean;
}

/**
 * Creates a webhook, which receives all future events. Its secret is in the response only once.
 *
 * @throws CmsError `target_refused`, `conflict` if the site has too many
 */
export async function createWebhook(
  { hq: { database, now }, webhooks: { egress, sealer, follow } }: ManageWebhooks,
  siteId: string,
  { name, url, events, sign, coalesce }: WebhookSettings,
): Promise<Webhook & { readonly secret: string }> {
  await checkAddress(egress, url);
  // It must not receive earlier events.
  await follow(siteId);
  const id = `whk_${randomText(16)}`;
  const secret = makeSigningSecret();
  return transact(database, async (transaction) => {
    const { count } = await transaction
      .selectFrom("webhooks")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("site_id", "=", siteId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_WEBHOOKS) {
      throw new CmsError("conflict", `A site can have up to ${MAX_WEBHOOKS} webhooks.`);
    }
    const row = await transaction
      .insertInto("webhooks")
      .values({
        id,
        site_id: siteId,
        name: name === "" ? null : name,
        url,
        events: JSON.stringify([...new Set(events)]),
        sign: sign ? 1 : 0,
        coalesce: coalesce ? 1 : 0,
        secret: sealSecret(sealer, id, secret),
        enabled: 1,
        created_at: now().toISOString(),
        claims: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...describeWebhook(row), secret };
  });
}

/** @throws CmsError `target_refused` at `url` */
async function checkAddress(egress: Webhooks["egress"], url: string): Promise<void> {
  try {
    await egress.check(url);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message } = error;
    throw new CmsError(code, message, { issues: [{ code, message, field: "url" }], cause: error });
  }
}

export type WebhookChange = {
  readonly [K in keyof WebhookSettings]?: WebhookSettings[K] | undefined;
} & {
  readonly enabled?: boolean | undefined;
  /** Id of the user. */
  readonly by?: string | undefined;
};

/**
 * Updates a webhook. Pending deliveries use the new URL from their next attempt. Disabling marks pending deliveries as
 * failed; they can be redelivered after the webhook is enabled again.
 *
 * @throws CmsError `not_found`, `target_refused`
 */
export async function changeWebhook(
  { hq: { database, now }, webhooks: { egress, follow } }: ManageWebhooks,
  { siteId, id }: { readonly siteId: string; readonly id: string },
  { enabled, by, ...settings }: WebhookChange,
): Promise<Webhook> {
  const { url } = settings;
  if (url !== undefined) await checkAddress(egress, url);
  // It must not receive events from while it was disabled.
  if (enabled === true) await follow(siteId);
  return transact(database, async (transaction) => {
    const before = await requireWebhook(transaction, siteId, id);
    if (enabled === false) {
      await disableWebhooks(transaction, { id }, { reason: "by-hand", now: now(), by });
    }
    const change = {
      ...toColumns(settings),
      ...(enabled === true && before.enabled === 0 && ENABLED),
    };
    if (Object.keys(change).length > 0) {
      await transaction.updateTable("webhooks").set(change).where("id", "=", id).execute();
    }
    return describeWebhook(await requireWebhook(transaction, siteId, id));
  });
}

function toColumns({
  name,
  url,
  events,
  sign,
  coalesce,
}: Omit<WebhookChange, "enabled" | "by">): Updateable<ControlTables["webhooks"]> {
  return {
    ...(name !== undefined && { name: name === "" ? null : name }),
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
    ...(sign !== undefined && { sign: sign ? 1 : 0 }),
    ...(coalesce !== undefined && { coalesce: coalesce ? 1 : 0 }),
  };
}

const ENABLED = {
  enabled: 1,
  disabled_reason: null,
  disabled_at: null,
  disabled_by: null,
  failing_since: null,
};

/** Deletes a webhook with its deliveries. @throws CmsError `not_found` */
export async function deleteWebhook(
  { hq: { database } }: ManageWebhooks,
  { siteId, id }: { readonly siteId: string; readonly id: string },
): Promise<void> {
  await requireWebhook(database, siteId, id);
  await database.deleteFrom("webhooks").where("id", "=", id).execute();
}

/**
 * Rotates the signing secret, which is in the response only once. The previous secret also signs for another day
 * (WHK-11); the one before it ends immediately.
 *
 * @throws CmsError `not_found`
 */
export async function rotateSecret(
  { hq: { database, now }, webhooks: { sealer } }: ManageWebhooks,
  { siteId, id }: { readonly siteId: string; readonly id: string },
): Promise<{ readonly secret: string; readonly previousSecretUntil: string }> {
  const secret = makeSigningSecret();
  const previousSecretUntil = overlapEnd(now());
  await transact(database, async (transaction) => {
    const before = await requireWebhook(transaction, siteId, id);
    await transaction
      .updateTable("webhooks")
      .set({
        secret: sealSecret(sealer, id, secret),
        previous_secret: before.secret,
        previous_until: previousSecretUntil,
      })
      .where("id", "=", id)
      .execute();
  });
  return { secret, previousSecretUntil };
}
