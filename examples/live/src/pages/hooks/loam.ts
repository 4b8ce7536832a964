import { createWebhookHandler } from "@loam/astro/webhook";

/** Receives HQ's webhooks. Pages that show what changed are rendered again. */
export const POST = createWebhookHandler();
