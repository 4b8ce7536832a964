import { createWebhookHandler } from "@loam/astro/webhook";

/** HQ says here what was published: pages that show it are made anew. */
export const POST = createWebhookHandler();
