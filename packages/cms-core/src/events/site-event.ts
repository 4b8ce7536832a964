import { createHash } from "node:crypto";
import type { SiteEventName } from "../model/site.ts";

/** Something that happened on a site, as one commit tells it. */
export interface SiteEvent {
  /** Of what happened: who derives it again, derives the same id. */
  readonly id: string;
  readonly event: SiteEventName;
  readonly siteId: string;
  /** API id; `""` where the event has none, as for the next two. */
  readonly contentType: string;
  readonly entryId: string;
  readonly entrySlug: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly occurredAt: string;
  /** Whether its commit published, unpublished or deleted several entries. */
  readonly batch: boolean;
}

/**
 * `evt_` and 32 hex digits of the SHA-256 of what makes an event this one: site, commit (or another
 * unique name of the act), entry or type, and event.
 */
export function makeEventId(parts: readonly [string, ...string[]]): string {
  const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `evt_${digest.slice(0, 32)}`;
}

/** Where an event comes from. */
export interface EventSource {
  readonly siteId: string;
  readonly commit: string;
  readonly occurredAt: string;
}

type EventFacts = Partial<Pick<SiteEvent, "contentType" | "entryId" | "entrySlug" | "batch">>;

export function makeEvent(
  { siteId, commit, occurredAt }: EventSource,
  event: SiteEventName,
  { contentType = "", entryId = "", entrySlug = "", batch = false }: EventFacts,
): SiteEvent {
  const id = makeEventId([siteId, commit, contentType, entryId, event]);
  return { id, event, siteId, contentType, entryId, entrySlug, occurredAt, batch };
}
