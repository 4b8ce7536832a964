import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ControlDatabase } from "../platform/db/database.ts";
import { type HeldLease, holdLease, isLeased } from "../platform/db/leases.ts";
import type { Hq } from "../platform/hq.ts";

const LEASE_MS = 10_000;

/** Allows only one process at a time to sync a site. @returns undefined while another one does */
export async function leaseUpstream(
  { database }: { readonly database: ControlDatabase },
  siteId: string,
): Promise<HeldLease | undefined> {
  return holdLease(database, leaseName(siteId), { ttlMs: LEASE_MS });
}

/**
 * Releases the leases of a killed process. With SQLite there is only one process, so all existing leases are stale.
 * With several processes, the leases of others can be active, and stale ones expire.
 */
export async function releaseKilled({
  config,
  database,
}: Pick<Hq, "config" | "database">): Promise<void> {
  if (config.database.kind !== "sqlite") return;
  await database
    .updateTable("leases")
    .set({ owner: null })
    .where("name", "like", `${leaseName("")}%`)
    .execute();
}

/** Whether any process is syncing a site. */
export async function isSyncing(database: ControlDatabase, siteId: string): Promise<boolean> {
  return isLeased(database, leaseName(siteId));
}

function leaseName(siteId: string): string {
  return `upstream:${siteId}`;
}

/** Folder for temporary files that SSH reads. */
export function scratchFolder({ paths }: Pick<Hq, "paths">): string {
  const folder = join(paths.node, "upstream");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Returns the URL for webhooks of the Git host. */
export function webhookUrl(baseUrl: string, siteId: string): string {
  return `${baseUrl}/hooks/upstream/${siteId}`;
}
