import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { describeWebhook, requireWebhook } from "../../sites/outbox/webhooks-table.ts";
import {
  DELIVERY_STATES,
  listDeliveries,
  readDelivery,
  redeliver,
  redeliverFailed,
  sendTest,
} from "./deliveries.ts";
import { siteEvent, webhookParams } from "./webhook-routes.ts";
import type { WebhookServices } from "./webhooks.ts";

/** Outcome of an attempt. */
const outcome = {
  at: z.string(),
  durationMs: z.int(),
  status: z.int().exactOptional(),
  problem: z.string().exactOptional().meta({ description: "Absent if the attempt succeeded." }),
};

const deliveryState = z.enum(DELIVERY_STATES).meta({ id: "WebhookDeliveryState" });

const delivery = z.object({
  id: z.string(),
  state: deliveryState,
  eventId: z.string().meta({ description: "The same for all retries." }),
  event: z.string(),
  contentType: z.string(),
  entryId: z.string(),
  entrySlug: z.string(),
  occurredAt: z.string(),
  sequence: z.int().meta({ description: "Sequence number of the event in the site." }),
  test: z.boolean(),
  attempts: z.int(),
  createdAt: z.string(),
  nextAttemptAt: z.string().exactOptional(),
  finishedAt: z.string().exactOptional(),
  lastAttempt: z.object(outcome).meta({ id: "WebhookOutcome" }).exactOptional(),
});

const deliveryAnswer = delivery.meta({ id: "WebhookDelivery" });

const attemptAnswer = z
  .object({
    number: z.int(),
    ...outcome,
    url: z.string(),
    requestHeaders: z.record(z.string(), z.string()),
    response: z.string().exactOptional().meta({ description: "Up to 4 KB of the response body." }),
  })
  .meta({ id: "WebhookAttempt" });

const detailAnswer = delivery
  .extend({
    body: z.string().meta({ description: "The payload, byte for byte as it is signed and sent." }),
    log: z.array(attemptAnswer).readonly(),
  })
  .meta({ id: "WebhookDeliveryDetails" });

const deliveryParams = webhookParams.extend({ d: z.string() });

const WEBHOOK = "/sites/{site}/webhooks/{id}";

/** Deliveries of a webhook, their responses, and redelivery. */
export function deliveryRoutes(services: WebhookServices): readonly Route[] {
  return [...readingRoutes(services), ...sendingRoutes(services)];
}

function readingRoutes({ hq: { database } }: WebhookServices): readonly Route[] {
  return [
    defineRoute({
      method: "get",
      path: `${WEBHOOK}/deliveries`,
      id: "listWebhookDeliveries",
      summary: "List deliveries of the last 30 days, newest first",
      policy: onSite("site.webhooks"),
      input: {
        params: webhookParams,
        query: z.object({ ...pageQuery, state: deliveryState.exactOptional() }),
      },
      answer: z.object({
        deliveries: z.array(deliveryAnswer).readonly(),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, params: { id }, query }) => {
        await requireWebhook(database, site.id, id);
        return { body: await listDeliveries(database, { ...query, webhookId: id }) };
      },
    }),
    defineRoute({
      method: "get",
      path: `${WEBHOOK}/deliveries/{d}`,
      id: "getWebhookDelivery",
      summary: "Get a delivery with its payload and attempts",
      policy: onSite("site.webhooks"),
      input: { params: deliveryParams },
      answer: detailAnswer,
      handle: async ({ site, params: { id, d } }) => {
        await requireWebhook(database, site.id, id);
        return { body: await readDelivery(database, { webhookId: id, id: d }) };
      },
    }),
  ];
}

function sendingRoutes({ hq: { database, now }, webhooks }: WebhookServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${WEBHOOK}/test`,
      id: "testWebhook",
      summary: 'Send a test delivery. Its payload contains `"test":true`',
      policy: onSite("site.webhooks"),
      input: {
        params: webhookParams,
        body: z.strictObject({ event: siteEvent.exactOptional() }).default({}),
      },
      audit: { event: "webhook.tested" },
      status: 202,
      answer: detailAnswer,
      handle: async ({ site, params: { id }, body }) => {
        const { events } = describeWebhook(await requireWebhook(database, site.id, id));
        const event = body.event ?? events[0] ?? "entry.published";
        const which = { siteId: site.id, webhookId: id, event };
        const sent = await sendTest(database, which, now());
        webhooks.wake();
        return {
          body: await readDelivery(database, { webhookId: id, id: sent }),
        };
      },
    }),
    defineRoute({
      method: "post",
      path: `${WEBHOOK}/deliveries/{d}/redeliver`,
      id: "redeliverWebhook",
      summary: "Redeliver a delivery now, with the same event ID",
      policy: onSite("site.webhooks"),
      input: { params: deliveryParams },
      audit: { event: "webhook.redelivered" },
      status: 202,
      answer: detailAnswer,
      handle: async ({ site, params: { id, d } }) => {
        await redeliver(database, { siteId: site.id, webhookId: id, id: d }, now());
        webhooks.wake();
        return { body: await readDelivery(database, { webhookId: id, id: d }) };
      },
    }),
    defineRoute({
      method: "post",
      path: `${WEBHOOK}/redeliver`,
      id: "redeliverFailedWebhooks",
      summary: "Redeliver failed deliveries, all or those of a time range",
      policy: onSite("site.webhooks"),
      input: {
        params: webhookParams,
        body: z
          .strictObject({ from: z.iso.datetime(), until: z.iso.datetime() })
          .partial()
          .default({}),
      },
      audit: { event: "webhook.redelivered" },
      status: 202,
      answer: z.object({ redelivered: z.int() }),
      handle: async ({ site, params: { id }, body }) => {
        const which = { siteId: site.id, webhookId: id, ...body };
        const redelivered = await redeliverFailed(database, which, now());
        webhooks.wake();
        return { body: { redelivered } };
      },
    }),
  ];
}
