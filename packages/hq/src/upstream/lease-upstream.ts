import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ControlDatabase } from "../platform/db/database.ts";
import { type HeldLease, holdLease, isLeased } from "../platform/db/leases.ts";
import type { Hq } from "../platform/hq.ts";

const LEASE_MS = 10_000;

/** Only one process at a time syncs a site. @returns undefined while another one does */
export async function leaseUpstream(
  { database }: { readonly database: ControlDatabase },
  siteId: string,
): Promise<HeldLease | undefined> {
  return holdLease(database, leaseOf(siteId), { ttlMs: LEASE_MS });
}

/**
 * Gives back what a killed process had. With SQLite there is one at a time, so what stands when it begins is nobody's;
 * others of several processes may be at work, and theirs run out by themselves.
 */
export async function releaseKilled({
  config,
  database,
}: Pick<Hq, "config" | "database">): Promise<void> {
  if (config.database.kind !== "sqlite") return;
  await database
    .updateTable("leases")
    .set({ owner: null })
    .where("name", "like", `${leaseOf("")}%`)
    .execute();
}

/** Whether a sync of a site is under way, in any process. */
export async function isSyncing(database: ControlDatabase, siteId: string): Promise<boolean> {
  return isLeased(database, leaseOf(siteId));
}

function leaseOf(siteId: string): string {
  return `upstream:${siteId}`;
}

/** Where this process keeps for a moment what ssh reads from files. */
export function scratchFolder({ paths }: Pick<Hq, "paths">): string {
  const folder = join(paths.node, "upstream");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where forges say that something happened. */
export function webhookAddress(baseUrl: string, siteId: string): string {
  return `${baseUrl}/hooks/upstream/${siteId}`;
}
