import type { ChangeTables } from "./tables/changes.ts";
import type { HubTables } from "./tables/hub.ts";
import type { IdentityTables } from "./tables/identity.ts";
import type { SiteTables } from "./tables/sites.ts";
import type { UpstreamTables } from "./tables/upstreams.ts";
import type { WebhookTables } from "./tables/webhooks.ts";
import type { WorkspaceTables } from "./tables/workspaces.ts";

interface AuditLogTable {
  /** 1, 2, … without a gap. */
  seq: number;
  at: string;
  /** `<what>.<done>`. */
  event: string;
  /** `allowed`, or the code of the error. */
  outcome: string;
  /** How many such acts it stands for: refusals are counted. */
  times: number;
  user_id: string | null;
  /** `session:<id>` or `token:<id>`. */
  credential: string | null;
  address: string;
  workspace_id: string | null;
  site_id: string | null;
  /** JSON object of text: what it was done to. */
  target: string;
  /** HMAC-SHA256 over the hash of the record before and this one, base64url. */
  hash: string;
}

/** One row: the record that was written last. */
interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
  /** Of `seq` and `hash`; empty before the first record. */
  signature: string;
}

/** At most one row: the last record that was pruned. */
interface AuditCheckpointTable {
  id: number;
  seq: number;
  hash: string;
  pruned_at: string;
  /** Of `seq` and `hash`. */
  signature: string;
}

/** What people did and tried. */
interface AuditTables {
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  audit_checkpoint: AuditCheckpointTable;
}

interface LeasesTable {
  name: string;
  /** Null when it was given back. */
  owner: string | null;
  /** Grows by one with every owner; kept when the lease is given back. */
  fence: number;
  expires_at: string;
}

interface RateCountersTable {
  /** Which limit is counted. */
  limiter: string;
  /** Who is counted: a site, an address. */
  caller: string;
  /** What is left; -1 when the last request was refused. */
  tokens: number;
  /** Milliseconds since 1970 of the last step that was counted. */
  stepped_ms: number;
}

/** What was let through within the last minute; step 0 is the newest. Its other columns are those of six more steps. */
interface RateWindowsTable {
  limiter: string;
  caller: string;
  /** How many of the requests that were counted last. */
  granted: number;
  started_ms: number;
  count_0: number;
  last_0: number;
}

/** What processes agree on among themselves. */
interface CoordinationTables {
  leases: LeasesTable;
  rate_counters: RateCountersTable;
  rate_windows: RateWindowsTable;
}

/** What of the management API is kept beside its acts. */
interface ApiTables {
  idempotency_keys: IdempotencyKeysTable;
}

interface IdempotencyKeysTable {
  /** SHA-256 of the person, the address and the key. */
  id: string;
  user_id: string;
  /** SHA-256 of what was sent. */
  fingerprint: string;
  /** Sealed JSON; null while there is none. */
  answer: string | null;
  created_at: string;
}

interface ScheduleFailuresTable {
  site_id: string;
  entry_id: string;
  action: "publish" | "unpublish";
  due_at: string;
  failed_at: string;
  /** JSON list of what is wrong. */
  issues: string;
}

interface ReleasesTable {
  id: string;
  site_id: string;
  title: string;
  /** JSON list of entry ids. */
  entries: string;
  /** Null for one that is published by hand. */
  publish_at: string | null;
  created_by: string | null;
  created_at: string;
  /** Null until it is published. */
  published_at: string | null;
  published_commit: string | null;
  /** JSON list of what kept it from being published the last time. */
  issues: string | null;
}

/** What is to happen at a time, and what kept it from happening. */
interface SchedulerTables {
  schedule_failures: ScheduleFailuresTable;
  releases: ReleasesTable;
}

interface WorkingCopiesTable {
  site_id: string;
  /** Whose words they are. */
  user_id: string;
  /** Number of the change request that it is written in; 0 for the working content. */
  change_number: number;
  /** Of an entry that is not there yet, the name that the writer's program gave it. */
  entry_id: string;
  type: string;
  /** JSON of what was typed. */
  content: string;
  /** Random text, another one each time that it is kept. */
  version: string;
  kept_at: string;
}

/** What is written and not saved: no content yet. */
interface WritingTables {
  working_copies: WorkingCopiesTable;
}

/**
 * The control database: everything that is neither content nor media. In every table, so that SQLite
 * and PostgreSQL hold and compare the same: a time is ISO 8601 UTC text with milliseconds, a truth
 * value is 1 or 0 in an `integer`, JSON is `text`, a number above 2^31 is a `bigint` column.
 */
export interface ControlTables
  extends
    ApiTables,
    AuditTables,
    ChangeTables,
    CoordinationTables,
    HubTables,
    IdentityTables,
    SchedulerTables,
    SiteTables,
    UpstreamTables,
    WebhookTables,
    WorkspaceTables,
    WritingTables {}
