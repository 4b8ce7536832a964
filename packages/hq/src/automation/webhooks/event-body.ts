import type { WebhookEvent } from "@loam/cms-core/webhook";

/** An event as its row holds it. */
export interface EventRow {
  readonly id: string;
  readonly site_id: string;
  readonly event: string;
  readonly content_type: string;
  readonly entry_id: string;
  readonly entry_slug: string;
  readonly occurred_at: string;
  readonly test: number;
}

/** The body that is sent and signed: the keys of the specification, in its order. */
export function eventBody(row: EventRow): string {
  const { event, site_id, content_type, entry_id, entry_slug, occurred_at, test } = row;
  const body: Omit<WebhookEvent, "event"> & { readonly event: string } = {
    event,
    site_id,
    content_type,
    entry_id,
    entry_slug,
    occurred_at,
    ...(test === 1 && { test: true }),
  };
  return JSON.stringify(body);
}
