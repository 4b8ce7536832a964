export { verifyWebhook } from "@loam/cms-core/webhook";
export type { VerifyWebhook, WebhookEvent, WebhookHeaders } from "@loam/cms-core/webhook";
export { createWebhookHandler } from "./webhook/webhook-handler.ts";
export type {
  WebhookHandler,
  WebhookHandlerOptions,
  WebhookRequest,
} from "./webhook/webhook-handler.ts";
export type { RebuildTarget } from "./webhook/start-rebuild.ts";
