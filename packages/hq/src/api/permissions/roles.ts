import type { GrantedRole } from "../../platform/db/tables/sites.ts";
import type { WorkspaceRole } from "../../platform/db/tables/workspaces.ts";

/** What a person may be at a site, the least first (spec, "Roles (per site)"). */
export const SITE_ROLES = ["view", "write", "edit", "admin"] as const;

export type SiteRole = (typeof SITE_ROLES)[number];

/** What ties a person to a site. */
export interface SiteStanding {
  /** Absent for a person who is no member of the site's workspace. */
  readonly workspaceRole?: WorkspaceRole;
  /** Whether the person made the site. */
  readonly creator: boolean;
  readonly grant?: GrantedRole;
}

/**
 * The role that follows from a standing: owners and admins of the workspace and the site's creator
 * are admins of the site, grants come next, every other member views. Who is no member has none.
 */
export function siteRole({ workspaceRole, creator, grant }: SiteStanding): SiteRole | undefined {
  if (workspaceRole === undefined) return undefined;
  if (workspaceRole !== "member" || creator) return "admin";
  return grant ?? "view";
}
