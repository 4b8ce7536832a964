import type { DueColumns } from "../claim-due.ts";

/** How far the events of a site have been derived. Without a row, deriving starts now. */
interface WebhookCursorsTable {
  site_id: string;
  /** Commit of `published`. Null if there is none. */
  published: string | null;
  /** Commit of `main`. */
  main: string | null;
}

/** The sequence number of the last event of a site. */
interface EventSequencesTable {
  site_id: string;
  last: number;
}

/** Due times are per webhook, not per delivery, so a hanging endpoint delays only its own queue. */
interface WebhooksTable extends DueColumns {
  site_id: string;
  /** Display name. Null if the URL is enough. */
  name: string | null;
  url: string;
  /** JSON array of event names. Empty for every event. */
  events: string;
  /** 1 if a batch is sent as a single `site.published`. */
  coalesce: number;
  /** 1 if deliveries are signed. */
  sign: number;
  /** Sealed. */
  secret: string;
  /** Sealed: the previous secret, valid until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  enabled: number;
  /** Why it is disabled. */
  disabled_reason: "by-hand" | "gone" | "failing" | "transferred" | null;
  disabled_at: string | null;
  /** Id of the user who disabled it. Null if HQ did. */
  disabled_by: string | null;
  /** Time of the first failed attempt since the last success. */
  failing_since: string | null;
  /** Time of the last attempt. Null before the first. */
  last_attempt_at: string | null;
  /** Null if there was no response. */
  last_status: number | null;
  /** Null after a success. */
  last_problem: string | null;
  created_at: string;
}

interface WebhookEventsTable {
  /** Derived from the event, so that every process computes the same id. */
  id: string;
  site_id: string;
  event: string;
  content_type: string;
  entry_id: string;
  entry_slug: string;
  occurred_at: string;
  /** Numbers the events of a site in the order in which they happened. */
  sequence: number;
  /** 1 for a test delivery. */
  test: number;
  created_at: string;
}

/** Delivery of an event to an endpoint. */
interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event_id: string;
  status: "pending" | "delivered" | "failed";
  /** Time of the next attempt. Null unless pending. */
  next_at: string | null;
  /** Total number of attempts. */
  attempts: number;
  /** Attempts since creation or the last redelivery. Determines the position in the retry schedule. */
  tries: number;
  created_at: string;
  finished_at: string | null;
}

interface WebhookAttemptsTable {
  delivery_id: string;
  /** 1, 2, … */
  number: number;
  at: string;
  url: string;
  /** JSON object. */
  request_headers: string;
  duration_ms: number;
  /** Null if there was no response. */
  status: number | null;
  /** The first 4 KB at most. */
  response: string | null;
  /** What went wrong. Null after a success. */
  problem: string | null;
}

/** Webhooks, site events, and their deliveries. */
export interface WebhookTables {
  webhook_cursors: WebhookCursorsTable;
  event_sequences: EventSequencesTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}
