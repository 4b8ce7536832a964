import { type SiteStanding, type SiteAction, siteRole } from "../../api/permissions/actions.ts";
import { isEnough } from "../../api/permissions/can.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { WorkspaceRole } from "../../platform/db/tables/workspaces.ts";
import { findSiteById, type Site } from "./sites.ts";
import { findWorkspaceByName, type Workspace } from "./workspaces.ts";

export interface FoundSite {
  readonly site: Site;
  /** Where the site is. */
  readonly workspace: Workspace;
  readonly standing: SiteStanding;
}

/** A site, and what ties a person to it; `undefined` when there is no such site. */
export async function findSiteStanding(
  database: ControlDatabase,
  siteId: string,
  userId: string,
): Promise<FoundSite | undefined> {
  const site = await findSiteById(database, siteId);
  const workspace = site && (await findWorkspaceByName(database, site.workspaceId));
  if (site === undefined || workspace === undefined) return undefined;
  const workspaceRole = await findRole(database, site.workspaceId, userId);
  const grant = await database
    .selectFrom("site_access")
    .select("role")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const standing = {
    creator: site.createdBy === userId,
    ...(workspaceRole !== undefined && { workspaceRole }),
    ...(grant !== undefined && { grant: grant.role }),
  };
  return { site, workspace, standing };
}

/** A workspace by slug or id, and a person's role in it; `undefined` when there is no such workspace. */
export async function findWorkspaceStanding(
  database: ControlDatabase,
  slugOrId: string,
  userId: string,
): Promise<
  { readonly workspace: Workspace; readonly role: WorkspaceRole | undefined } | undefined
> {
  const workspace = await findWorkspaceByName(database, slugOrId);
  if (workspace === undefined) return undefined;
  return { workspace, role: await findRole(database, workspace.id, userId) };
}

/** A person's role in a workspace; `undefined` for somebody who is not a member. */
export async function findRole(
  database: ControlDatabase,
  workspaceId: string,
  userId: string,
): Promise<WorkspaceRole | undefined> {
  const row = await database
    .selectFrom("members")
    .select("role")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.role;
}

/** Somebody who asked for something that happens later. */
interface EarlierAsk {
  /** `null` for somebody who is no longer known. */
  readonly userId: string | null | undefined;
  readonly siteId: string;
  readonly action: SiteAction;
}

/**
 * The person, if they may do now what they asked for earlier: what is planned or offered ends with the right
 * to it, and with the account (security notes, AUT-10).
 */
export async function whoMayStill(
  database: ControlDatabase,
  { userId, siteId, action }: EarlierAsk,
): Promise<{ readonly name: string; readonly email: string } | undefined> {
  const user = await database
    .selectFrom("users")
    .select(["id", "name", "email"])
    .where("id", "=", userId ?? "")
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  const found = user && (await findSiteStanding(database, siteId, user.id));
  const role = found && siteRole(found.standing);
  if (user === undefined || role === undefined) return undefined;
  return isEnough(role, action) ? { name: user.name, email: user.email } : undefined;
}
