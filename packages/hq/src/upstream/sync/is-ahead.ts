import { PUBLISHED_REF } from "@loam/cms-core/publish";
import { MAIN, type SiteStore } from "@loam/cms-core/site";
import { listOpenChanges } from "../../content/changes/changes.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { parseReport, type UpstreamRow } from "../connection/upstreams.ts";
import { openTracking } from "./tracking.ts";

/**
 * Whether HQ has changes that the upstream lacks, as far as HQ knows. Branches that wait for a decision or were
 * rejected unchanged don't count.
 */
export async function isAhead(
  database: ControlDatabase,
  row: UpstreamRow,
  { repository }: SiteStore,
): Promise<boolean> {
  const report = parseReport(row);
  if (report === undefined) return true;
  const changes = await listOpenChanges(database, row.site_id);
  const tracking = openTracking(repository, row);
  const mirrored = [MAIN, PUBLISHED_REF, ...changes.map(({ branch }) => branch)];
  for (const ref of mirrored) {
    const here = (await repository.resolveRef(ref)) ?? null;
    const reported = report.branches.find(({ name }) => `refs/heads/${name}` === ref);
    // It might have been approved.
    if (reported?.state === "held") return true;
    const seen = reported === undefined ? ((await tracking.agreed(ref)) ?? null) : reported.here;
    if (here !== seen) return true;
  }
  // The upstream branch of a merged or closed change request must be handled.
  return (await tracking.branches()).some((ref) => !mirrored.includes(ref));
}
