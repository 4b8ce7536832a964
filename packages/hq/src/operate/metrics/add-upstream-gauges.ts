import type { ControlDatabase } from "../../platform/db/database.ts";
import type { Metrics } from "./metrics.ts";

/** Number of sites with an upstream, and of those that are failing. */
export function addUpstreamGauges(metrics: Metrics, database: ControlDatabase): void {
  metrics.addGauge({
    name: "loam_upstreams",
    help: "Sites with an upstream.",
    read: () => count(database, 0),
  });
  metrics.addGauge({
    name: "loam_upstreams_failing",
    help: "Upstreams whose last sync failed. HQ tries again.",
    read: () => count(database, 1),
  });
}

async function count(database: ControlDatabase, leastFailures: number): Promise<number> {
  const row = await database
    .selectFrom("upstreams")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("failures", ">=", leastFailures)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
