import type { SiteEvent } from "@loam/cms-core/events";
import type { Webhook } from "./webhooks-table.ts";

/** Whether a webhook hears of an event: an empty subscription is to all of them. */
export function wantsEvent(
  { events, coalesce }: Pick<Webhook, "events" | "coalesce">,
  { event, batch }: Pick<SiteEvent, "event" | "batch">,
): boolean {
  const isWanted = events.length === 0 || events.includes(event);
  if (!coalesce || !batch) return isWanted;
  // One for all of them, also where only the events of entries are subscribed to.
  if (event === "site.published") return isWanted || events.some((name) => PUBLISHES.has(name));
  return isWanted && !PUBLISHES.has(event);
}

const PUBLISHES: ReadonlySet<string> = new Set(["entry.published", "entry.unpublished"]);
