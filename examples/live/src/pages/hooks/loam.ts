import { createWebhookHandler } from "@loam/astro/webhook";

/** Receives publishes from HQ. Pages that show the content are regenerated. */
export const POST = createWebhookHandler();
