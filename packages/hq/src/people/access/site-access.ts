import { siteRole, type SiteRole } from "../../api/permissions/permissions.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { type GrantedRole } from "../../platform/db/tables/sites.ts";
import { listMembers, requireMember } from "../workspaces/members.ts";
import type { Site } from "../workspaces/sites.ts";

/** A workspace member with their role on a site. */
export interface SiteMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: SiteRole;
  /** Origin of the role: a workspace role, having created the site, a grant, or membership. */
  readonly from: "workspace" | "creator" | "grant" | "member";
}

/** Lists everyone with access to a site and their role, by email address. */
export async function listSiteMembers(
  database: ControlDatabase,
  { id, workspaceId, createdBy }: Site,
): Promise<readonly SiteMember[]> {
  const grants = await database
    .selectFrom("site_access")
    .select(["user_id", "role"])
    .where("site_id", "=", id)
    .execute();
  const granted = new Map(grants.map(({ user_id, role }) => [user_id, role]));
  const members = await listMembers(database, workspaceId);
  return members.map(({ userId, email, name, role: workspaceRole }) => {
    const grant = granted.get(userId);
    const creator = createdBy === userId;
    const access = { workspaceRole, creator, ...(grant !== undefined && { grant }) };
    const own = grant === undefined ? ("member" as const) : ("grant" as const);
    const from =
      workspaceRole === "member" ? (creator ? ("creator" as const) : own) : ("workspace" as const);
    return { userId, email, name, role: siteRole(access) ?? "view", from };
  });
}

/**
 * Grants a member, by id or email address, a role on a site. `view` removes the grant.
 *
 * @throws CmsError `not_found` if the user isn't a member of the site's workspace
 */
export async function grantAccess(
  database: ControlDatabase,
  {
    site,
    user,
    role,
  }: { readonly site: Site; readonly user: string; readonly role: GrantedRole | "view" },
  { now }: { readonly now: () => Date },
): Promise<void> {
  const userId = await requireMember(database, site.workspaceId, user);
  if (role === "view") {
    await revokeAccess(database, { siteId: site.id, userId });
    return;
  }
  await database
    .insertInto("site_access")
    .values({ site_id: site.id, user_id: userId, role, created_at: now().toISOString() })
    .onConflict((conflict) => conflict.columns(["site_id", "user_id"]).doUpdateSet({ role }))
    .execute();
}

/** Removes a grant, which returns the member to View only. Does nothing without a grant. */
export async function revokeAccess(
  database: ControlDatabase,
  { siteId, userId }: { readonly siteId: string; readonly userId: string },
): Promise<void> {
  await database
    .deleteFrom("site_access")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .execute();
}
