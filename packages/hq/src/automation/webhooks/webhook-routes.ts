import { SITE_EVENTS } from "@loam/cms-core";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import {
  describeWebhook,
  listWebhooks,
  requireWebhook,
} from "../../sites/outbox/webhooks-table.ts";
import { countDeliveries } from "./deliveries.ts";
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from "./manage-webhooks.ts";
import type { WebhookServices } from "./webhooks.ts";

type SiteEvent = (typeof SITE_EVENTS)[number];

export const siteEvent: z.ZodType<SiteEvent, SiteEvent> = z
  .enum(SITE_EVENTS)
  .meta({ id: "WebhookEvent" });

const webhookFields = z.object({
  id: z.string(),
  name: z.string().exactOptional(),
  url: z.string(),
  events: z.array(siteEvent).readonly().meta({ description: "Empty: all events." }),
  coalesce: z.boolean(),
  sign: z.boolean(),
  enabled: z.boolean(),
  disabledReason: z
    .enum(["by-hand", "gone", "failing", "transferred"])
    .meta({ id: "WebhookDisabledReason" })
    .exactOptional(),
  disabledAt: z.string().exactOptional(),
  disabledBy: z
    .string()
    .exactOptional()
    .meta({ description: "ID of the user who caused the event." }),
  failingSince: z.string().exactOptional(),
  previousSecretUntil: z.string().exactOptional(),
  lastAttempt: z
    .object({
      at: z.string(),
      status: z.int().exactOptional(),
      problem: z.string().exactOptional().meta({ description: "Absent if the attempt succeeded." }),
    })
    .meta({ id: "WebhookResult" })
    .exactOptional(),
  createdAt: z.string(),
});

const webhookAnswer = webhookFields.meta({ id: "Webhook" });

const secretAnswer = z.string().meta({ description: "`whsec_…`; returned only once." });

const settings = {
  name: z.string().trim().max(100).meta({ description: "Display name; can be empty." }),
  url: z.string(),
  events: z.array(siteEvent).max(SITE_EVENTS.length),
  sign: z.boolean(),
  coalesce: z.boolean().meta({
    description:
      "Send one `site.published` event for a batch or release instead of one event per entry.",
  }),
};

const newWebhook = z
  .strictObject({
    name: settings.name.default(""),
    url: settings.url,
    events: settings.events.default([]),
    sign: settings.sign.default(true),
    coalesce: settings.coalesce.default(false),
  })
  .meta({ id: "NewWebhook" });

const webhookUpdate = z
  .strictObject({ ...settings, enabled: z.boolean() })
  .partial()
  .meta({ id: "WebhookUpdate" });

export const webhookParams: z.ZodObject<{ id: z.ZodString }> = z.object({ id: z.string() });

/** `/sites/{site}/webhooks`: outgoing webhooks of a site. */
export function webhookRoutes(services: WebhookServices): readonly Route[] {
  return [...listRoutes(services), ...oneRoutes(services)];
}

function listRoutes(services: WebhookServices): readonly Route[] {
  const { database } = services.hq;
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/webhooks",
      id: "listWebhooks",
      summary: "List the webhooks of the site, oldest first",
      policy: onSite("site.webhooks"),
      input: {},
      answer: z.object({ webhooks: z.array(webhookAnswer) }),
      handle: async ({ site }) => ({
        body: { webhooks: (await listWebhooks(database, site.id)).map(describeWebhook) },
      }),
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/webhooks",
      id: "createWebhook",
      summary:
        "Create a webhook. The response contains the signing secret, which is shown only once",
      policy: onSite("site.webhooks"),
      tells: "webhook.changed",
      input: { body: newWebhook },
      audit: { event: "webhook.created", names: ["name"] },
      sensitive: true,
      status: 201,
      answer: webhookFields.extend({ secret: secretAnswer }).meta({ id: "CreatedWebhook" }),
      handle: async ({ site, body }) => ({
        body: await createWebhook(services, site.id, body),
      }),
    }),
  ];
}

function oneRoutes(services: WebhookServices): readonly Route[] {
  const { database } = services.hq;
  return [
    defineRoute({
      method: "get",
      path: "/sites/{site}/webhooks/{id}",
      id: "getWebhook",
      summary:
        "Get a webhook. Contains the number of deliveries, and of those that can be redelivered",
      policy: onSite("site.webhooks"),
      input: { params: webhookParams },
      answer: webhookFields
        .extend({ deliveries: z.int(), failedDeliveries: z.int() })
        .meta({ id: "WebhookDetails" }),
      handle: async ({ site, params: { id } }) => {
        const webhook = describeWebhook(await requireWebhook(database, site.id, id));
        return { body: { ...webhook, ...(await countDeliveries(database, id)) } };
      },
    }),
    defineRoute({
      method: "patch",
      path: "/sites/{site}/webhooks/{id}",
      id: "updateWebhook",
      summary: "Update, disable, or enable a webhook",
      policy: onSite("site.webhooks"),
      tells: "webhook.changed",
      input: {
        params: webhookParams,
        body: webhookUpdate,
      },
      audit: { event: "webhook.changed", names: ["name", "enabled"] },
      sensitive: ({ body }) => body.url !== undefined,
      answer: webhookAnswer,
      handle: async ({ site, actor, params: { id }, body }) => {
        const change = { ...body, by: actor.userId };
        return { body: await changeWebhook(services, { siteId: site.id, id }, change) };
      },
    }),
    defineRoute({
      method: "delete",
      path: "/sites/{site}/webhooks/{id}",
      id: "deleteWebhook",
      summary: "Delete a webhook with its pending deliveries and delivery log",
      policy: onSite("site.webhooks"),
      tells: "webhook.changed",
      input: { params: webhookParams },
      audit: { event: "webhook.deleted" },
      answer: nothing,
      handle: async ({ site, params: { id } }) => {
        await deleteWebhook(services, { siteId: site.id, id });
        return { body: undefined };
      },
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/webhooks/{id}/rotate-secret",
      id: "rotateWebhookSecret",
      summary: "Rotate the signing secret. The previous secret stays valid for 24 hours",
      policy: onSite("site.webhooks"),
      tells: "webhook.changed",
      input: { params: webhookParams },
      audit: { event: "webhook.secret-rotated" },
      sensitive: true,
      answer: z.object({ secret: secretAnswer, previousSecretUntil: z.string() }),
      handle: async ({ site, params: { id } }) => ({
        body: await rotateSecret(services, { siteId: site.id, id }),
      }),
    }),
  ];
}
