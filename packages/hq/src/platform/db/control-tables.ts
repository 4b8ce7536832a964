import type { ChangeTables } from "./tables/changes.ts";
import type { HubTables } from "./tables/hub.ts";
import type { IdentityTables } from "./tables/identity.ts";
import type { SiteTables } from "./tables/sites.ts";
import type { UpstreamTables } from "./tables/upstreams.ts";
import type { WebhookTables } from "./tables/webhooks.ts";
import type { WorkspaceTables } from "./tables/workspaces.ts";

interface AuditLogTable {
  /** 1, 2, … without gaps. */
  seq: number;
  at: string;
  /** `<object>.<action>`. */
  event: string;
  /** `allowed`, or the code of the error. */
  outcome: string;
  /** Number of identical acts this record stands for. Denied acts are counted. */
  times: number;
  user_id: string | null;
  /** `session:<id>` or `token:<id>`. */
  credential: string | null;
  address: string;
  workspace_id: string | null;
  site_id: string | null;
  /** JSON object of strings that identifies the target. */
  target: string;
  /** HMAC-SHA256 of the previous record's hash and this record, base64url. */
  hash: string;
}

/** A single row for the latest record. */
interface AuditHeadTable {
  id: number;
  seq: number;
  hash: string;
  /** Signature of `seq` and `hash`. Empty before the first record. */
  signature: string;
}

/** At most one row, for the last pruned record. */
interface AuditCheckpointTable {
  id: number;
  seq: number;
  hash: string;
  pruned_at: string;
  /** Signature of `seq` and `hash`. */
  signature: string;
}

/** What users did and tried to do. */
interface AuditTables {
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
  audit_checkpoint: AuditCheckpointTable;
}

interface LeasesTable {
  name: string;
  /** Null after the lease was released. */
  owner: string | null;
  /** Increases with every owner. Kept when the lease is released. */
  fence: number;
  expires_at: string;
}

interface RateCountersTable {
  /** The limit that is counted. */
  limiter: string;
  /** Who is counted: a site or an IP address. */
  caller: string;
  /** Remaining tokens. -1 if the last request was rejected. */
  tokens: number;
  /** Milliseconds since 1970 of the last counted step. */
  stepped_ms: number;
}

/** Requests allowed within the last minute; step 0 is the newest. The other columns are six older steps. */
interface RateWindowsTable {
  limiter: string;
  caller: string;
  /** How many of the last counted requests were allowed. */
  granted: number;
  started_ms: number;
  count_0: number;
  last_0: number;
}

/** State that processes use to coordinate. */
interface CoordinationTables {
  leases: LeasesTable;
  rate_counters: RateCountersTable;
  rate_windows: RateWindowsTable;
}

/** What the management API stores in addition to audit records. */
interface ApiTables {
  idempotency_keys: IdempotencyKeysTable;
}

interface IdempotencyKeysTable {
  /** SHA-256 of the user, the URL, and the key. */
  id: string;
  user_id: string;
  /** SHA-256 of the request. */
  fingerprint: string;
  /** Sealed JSON. Null until there is a response. */
  answer: string | null;
  created_at: string;
}

interface ScheduleFailuresTable {
  site_id: string;
  entry_id: string;
  action: "publish" | "unpublish";
  due_at: string;
  failed_at: string;
  /** JSON array of issues. */
  issues: string;
}

interface ReleasesTable {
  id: string;
  site_id: string;
  title: string;
  /** JSON array of entry ids. */
  entries: string;
  /** Null for a release that is published manually. */
  publish_at: string | null;
  created_by: string | null;
  created_at: string;
  /** Null until published. */
  published_at: string | null;
  published_commit: string | null;
  /** JSON array of the issues that prevented publishing the last time. */
  issues: string | null;
}

/** Scheduled work and the reasons why it failed. */
interface SchedulerTables {
  schedule_failures: ScheduleFailuresTable;
  releases: ReleasesTable;
}

interface WorkingCopiesTable {
  site_id: string;
  /** The user who is editing. */
  user_id: string;
  /** Number of the change request being edited; 0 for the working content. */
  change_number: number;
  /** For a new entry, the name given by the user's client. */
  entry_id: string;
  type: string;
  /** JSON of the unsaved edits. */
  content: string;
  /** Random text that changes with each save of the working copy. */
  version: string;
  kept_at: string;
}

/** Unsaved edits, which are not content yet. */
interface WritingTables {
  working_copies: WorkingCopiesTable;
}

/**
 * The control database: everything except content and media. So that SQLite and PostgreSQL store and compare the same
 * values in every table, times are ISO 8601 UTC text with milliseconds, Booleans are 1 or 0 in an `integer`, JSON is
 * `text`, and numbers above 2^31 are `bigint` columns.
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
