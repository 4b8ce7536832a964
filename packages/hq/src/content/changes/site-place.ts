import { isEnough } from "../../api/permissions/permissions.ts";
import { onSite, type SiteContext, findStillAllowed } from "../../people/workspaces/policies.ts";
import { fileAction } from "../../sites/registry/file-action.ts";
import type { SiteServices } from "../../sites/services.ts";
import { CHANGES } from "./change-paths.ts";
import type { ChangePlace } from "./change-place.ts";
import { completeBranch } from "./complete-branch.ts";
import { recordUnvouchedFiles } from "./unvouched-files.ts";

/** Change requests of sites. */
export function sitePlace({
  hq: { database, now },
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
      merge: onSite("change.merge"),
    },
    isSite: true,
    async open({ site: { id: siteId, name }, role, actor }) {
      const { store } = await sites.content(siteId);
      const { repository } = store;
      return {
        owner: { siteId },
        repository,
        name,
        mayApprove: isEnough(role, "change.approve"),
        addressOf: (number) => `${baseUrl}/sites/${siteId}/review/${number}`,
        async onBranchOpened(branch) {
          const tip = await repository.resolveRef(branch);
          if (tip === undefined) return;
          await store.refresh();
          const checked = await store.checkMerge(tip);
          const kinds = [...checked.touched.keys()].filter(
            (kind) => !isEnough(role, fileAction(kind)),
          );
          await recordUnvouchedFiles(database, { siteId, branch, userId: actor.userId, kinds });
          await completeBranch(store, { siteId, branch, checked, now });
        },
        findReader: async (userId) =>
          findStillAllowed(database, { userId, siteId, action: "site.read" }),
      };
    },
  };
}
