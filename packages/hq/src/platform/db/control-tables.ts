import type { AuditTables } from "./tables/audit.ts";
import type { CoordinationTables } from "./tables/coordination.ts";
import type { IdentityTables } from "./tables/identity.ts";
import type { SchedulerTables } from "./tables/scheduler.ts";
import type { SiteTables } from "./tables/sites.ts";
import type { WebhookTables } from "./tables/webhooks.ts";
import type { WorkspaceTables } from "./tables/workspaces.ts";

/**
 * The control database: everything that is neither content nor media. In every table, so that SQLite
 * and PostgreSQL hold and compare the same: a time is ISO 8601 UTC text with milliseconds, a truth
 * value is 1 or 0 in an `integer`, JSON is `text`, a number above 2^31 is a `bigint` column.
 */
export interface ControlTables
  extends
    AuditTables,
    CoordinationTables,
    IdentityTables,
    SchedulerTables,
    SiteTables,
    WebhookTables,
    WorkspaceTables {}
