import type { Remote } from "@loam/cms-core/git";
import { MAIN, type SiteStore } from "@loam/cms-core/site";
import type { Logger } from "pino";
import type { AuditLog } from "../../people/audit/audit-log.ts";
import type { Site } from "../../people/workspaces/sites.ts";
import type { Egress } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { SiteEvents } from "../../sites/events/site-events.ts";
import type { Decision } from "../report.ts";
import type { UpstreamRow } from "../upstreams.ts";
import type { Tracking } from "./tracking.ts";

/** What syncs work with, whoever asks for one. */
export interface SyncDeps {
  readonly hq: Pick<Hq, "database" | "now" | "config">;
  readonly egress: Egress;
  readonly sealer: Sealer;
  readonly scratch: string;
  readonly audit: Pick<AuditLog, "append">;
  readonly events: Pick<SiteEvents, "tell">;
  /** Where people reach this server: reports at forges link to it. */
  readonly baseUrl: string;
  readonly log: Logger;
}

/** The site that is synced, as whoever asks has it open. */
export interface SyncedSite {
  readonly site: Site;
  readonly store: SiteStore;
  /** Brings lists and search to where `main` stands; with `all`, public files, too. */
  readonly follow: (how?: { readonly all: boolean }) => Promise<void>;
}

/** One sync of one site. */
export interface SyncContext extends SyncDeps, SyncedSite {
  readonly row: UpstreamRow;
  readonly remote: Remote;
  readonly tracking: Tracking;
  readonly decisions: readonly Decision[];
  /** Where `main` stood when it began. */
  readonly mainBefore: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The ref at the upstream of a branch here. */
export function remoteRef({ row }: Pick<SyncContext, "row">, branch: string): string {
  return branch === MAIN ? `refs/heads/${row.branch}` : branch;
}

/** The host, by which people know it. */
export function hostOf({ row }: Pick<SyncContext, "row">): string {
  return new URL(row.url).hostname;
}
