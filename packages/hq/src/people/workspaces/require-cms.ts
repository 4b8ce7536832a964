import { CmsError } from "@loam/cms-core";
import type { Workspace } from "./workspaces.ts";

/**
 * The CMS is off until an instance admin enables it for a workspace (spec, "What the service does").
 *
 * @throws CmsError `feature_disabled`
 */
export function requireCms({ slug, cms }: Pick<Workspace, "slug" | "cms">): void {
  if (cms) return;
  throw new CmsError(
    "feature_disabled",
    `The CMS is not enabled for the workspace ${slug}; ask an admin of this instance.`,
  );
}
