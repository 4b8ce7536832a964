export { signWebhook, type SignWebhook } from "./sign-webhook.ts";
export {
  verifyWebhook,
  type VerifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from "./verify-webhook.ts";
