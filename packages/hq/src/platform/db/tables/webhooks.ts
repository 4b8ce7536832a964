import type { DueColumns } from "../claim-due.ts";

/** How far the events of a site have been derived; without a row, of nothing before now. */
interface WebhookCursorsTable {
  site_id: string;
  /** Commit of `published`; null while there is none. */
  published: string | null;
  /** Commit of `main`. */
  main: string | null;
}

/** The number of the last event of a site. */
interface EventSequencesTable {
  site_id: string;
  last: number;
}

/** An endpoint is due, not a delivery: each has its own queue, so that one that hangs delays no other. */
interface WebhooksTable extends DueColumns {
  site_id: string;
  /** What people call it; null where its address says enough. */
  name: string | null;
  url: string;
  /** JSON array of names; empty for every event. */
  events: string;
  /** 1 where a batch is told by a single `site.published`. */
  coalesce: number;
  /** 1 where deliveries are signed. */
  sign: number;
  /** Sealed. */
  secret: string;
  /** Sealed: the secret before, until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  enabled: number;
  /** Why it is not enabled. */
  disabled_reason: "by-hand" | "gone" | "failing" | "transferred" | null;
  disabled_at: string | null;
  /** Id of the user who did it; null where nobody did. */
  disabled_by: string | null;
  /** Of the first failed attempt since the last that succeeded. */
  failing_since: string | null;
  /** Of the last attempt; null while there was none. */
  last_attempt_at: string | null;
  /** Null where no answer came. */
  last_status: number | null;
  /** Null for a success. */
  last_problem: string | null;
  created_at: string;
}

interface WebhookEventsTable {
  /** Of what happened; the same whoever derives it. */
  id: string;
  site_id: string;
  event: string;
  content_type: string;
  entry_id: string;
  entry_slug: string;
  occurred_at: string;
  /** Counts the events of the site, in the order in which they happened. */
  sequence: number;
  /** 1 for what a person asked for by Test. */
  test: number;
  created_at: string;
}

/** An event on its way to an endpoint. */
interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event_id: string;
  status: "pending" | "delivered" | "failed";
  /** Of the next attempt; null unless it is pending. */
  next_at: string | null;
  /** How many attempts there were. */
  attempts: number;
  /** Attempts since it was made or was sent again by hand: the place in the schedule. */
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
  /** Null where none came. */
  status: number | null;
  /** At most 4 KB of it. */
  response: string | null;
  /** What went wrong; null for a success. */
  problem: string | null;
}

/** What sites tell the world, whom, and how that went. */
export interface WebhookTables {
  webhook_cursors: WebhookCursorsTable;
  event_sequences: EventSequencesTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}
