import { isEnough } from "../../api/permissions/can.ts";
import { onSite, type SiteContext } from "../../people/workspaces/policies.ts";
import { whoMayStill } from "../../people/workspaces/standing.ts";
import type { SiteServices } from "../../sites/services.ts";
import { CHANGES } from "./change-paths.ts";
import type { ChangePlace } from "./change-place.ts";

/** Change requests of sites. */
export function sitePlace({
  hq: { database },
  sites,
  baseUrl,
}: Pick<SiteServices, "hq" | "sites" | "baseUrl">): ChangePlace<SiteContext> {
  return {
    path: CHANGES,
    noun: "Change",
    policies: {
      read: onSite("site.read"),
      propose: onSite("change.propose"),
      approve: onSite("change.approve"),
    },
    isSite: true,
    open: async ({ site: { id: siteId, name }, role }) => ({
      owner: { siteId },
      repository: (await sites.content(siteId)).store.repository,
      name,
      mayApprove: isEnough(role, "change.approve"),
      addressOf: (number) => `${baseUrl}/sites/${siteId}/review/${number}`,
      findReader: async (userId) => whoMayStill(database, { userId, siteId, action: "site.read" }),
    }),
  };
}
