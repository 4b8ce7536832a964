import type { PlanName } from "../../platform/db/tables/workspaces.ts";

export interface Plan {
  /** Absent where there is no limit. */
  readonly sites?: number;
  readonly mediaBytes: number;
}

const GB = 1_000_000_000;

/** What each plan allows a workspace (spec, "Quotas per workspace"). */
export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: { sites: 2, mediaBytes: GB },
  starter: { sites: 5, mediaBytes: 10 * GB },
  team: { sites: 20, mediaBytes: 50 * GB },
  business: { sites: 100, mediaBytes: 200 * GB },
  enterprise: { mediaBytes: 1000 * GB },
};
