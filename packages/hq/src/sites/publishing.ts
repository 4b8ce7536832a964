import { CmsError } from "@loam/cms-core";
import type { HqServices } from "../services.ts";
import type { Workspace } from "../workspaces/workspaces.ts";
import { type Site, updateSite } from "./sites.ts";

/**
 * Turns publishing on: what is on the site's `published` branch stands in public storage when this
 * returns. Turned off, every file is removed and the read API answers 404; the branch stays as it is.
 *
 * @throws CmsError `payment_method_required` when it is turned on in a workspace that has none
 */
export async function setPublishing(
  { hq, sites }: Pick<HqServices, "hq" | "sites">,
  {
    site,
    workspace,
    enabled,
  }: {
    readonly site: Site;
    readonly workspace: Workspace;
    readonly enabled: boolean;
  },
): Promise<Site> {
  if (enabled && hq.config.billing !== "none" && workspace.paymentMethod === undefined) {
    throw new CmsError(
      "payment_method_required",
      `Add a payment method to the workspace ${workspace.slug} first; it is never charged.`,
    );
  }
  const changed = await updateSite(hq.database, site.id, { publishing: enabled ? 1 : 0 });
  await sites.follow(site.id);
  return changed;
}
