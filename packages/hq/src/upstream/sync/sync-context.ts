import type { Remote } from "@loam/cms-core/git";
import { MAIN, type SiteStore } from "@loam/cms-core/site";
import type { Logger } from "pino";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { SiteEvents } from "../../sites/events/site-events.ts";
import type { Decision } from "../connection/report.ts";
import type { UpstreamRow } from "../connection/upstreams.ts";
import type { Tracking } from "./tracking.ts";

/** Dependencies of syncs. */
export interface SyncDeps {
  readonly hq: Pick<Hq, "database" | "now" | "config">;
  readonly egress: Egress;
  readonly sealer: Sealer;
  readonly scratch: string;
  readonly audit: Pick<AuditLog, "append">;
  readonly events: Pick<SiteEvents, "announce">;
  /** Public URL of HQ, for links in reports on Git hosts. */
  readonly baseUrl: string;
  readonly log: Logger;
}

/** The site being synced, as opened by the caller. */
export interface SyncedSite {
  readonly site: Site;
  readonly store: SiteStore;
  /** Updates lists and search to `main`; with `all`, public files also. */
  readonly follow: (how?: { readonly all: boolean }) => Promise<void>;
}

/** One sync of one site. */
export interface SyncContext extends SyncDeps, SyncedSite {
  readonly row: UpstreamRow;
  readonly remote: Remote;
  readonly tracking: Tracking;
  readonly decisions: readonly Decision[];
  /** Head of `main` at the start. */
  readonly mainBefore: string;
  /** Aborts the sync. */
  readonly signal: AbortSignal;
}

/** Returns the upstream ref of a local branch. */
export function remoteRef({ row }: Pick<SyncContext, "row">, branch: string): string {
  return branch === MAIN ? `refs/heads/${row.branch}` : branch;
}

/** Returns the host name, for display. */
export function upstreamHost({ row }: Pick<SyncContext, "row">): string {
  return new URL(row.url).hostname;
}
