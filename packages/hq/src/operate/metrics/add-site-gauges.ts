import type { ControlDatabase } from "../../platform/db/database.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import type { Metrics } from "./metrics.ts";

export interface SiteGauges {
  readonly sites: SiteRegistry;
  /** The listeners of site events. */
  readonly events: { listening(): number };
  readonly database: ControlDatabase;
}

/** Number of sites, of unavailable sites, and of event listeners. */
export function addSiteGauges(metrics: Metrics, { sites, events, database }: SiteGauges): void {
  metrics.addGauge({
    name: "loam_sites",
    help: "Sites in the control database.",
    read: async () => {
      const { count } = await database
        .selectFrom("sites")
        .select((eb) => eb.fn.countAll().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  });
  metrics.addGauge({
    name: "loam_sites_unavailable",
    help: "Sites that this process cannot serve now.",
    read: () => sites.unavailable().length,
  });
  metrics.addGauge({
    name: "loam_publishers_stuck",
    help: "Sites whose public files this process could not write. HQ tries again.",
    read: () => sites.stuck().length,
  });
  metrics.addFacts({
    name: "loam_site_trouble",
    help: "1 for each site of this process that has a problem, labeled with the problem.",
    labels: ["site", "trouble"],
    read: () => sites.inTrouble().map(({ site, trouble }) => ({ site, trouble })),
  });
  metrics.addGauge({
    name: "loam_event_streams",
    help: "Open connections to live events.",
    read: () => events.listening(),
  });
}
