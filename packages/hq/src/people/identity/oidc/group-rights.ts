import { isCmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import {
  type GroupRights,
  type GroupRule,
  resolveRights,
} from "../../../platform/config/group-roles.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { WorkspaceRole } from "../../../platform/db/tables/workspaces.ts";
import { putMember, removeMember } from "../../workspaces/members.ts";
import { findRole } from "../../workspaces/policies.ts";
import { findWorkspaceByName } from "../../workspaces/workspaces.ts";
import type { Clock } from "../sessions/sessions.ts";
import { setInstanceAdmin, type User } from "../users/users.ts";
import type { OidcPerson } from "./oidc-client.ts";

export interface GroupRightsDeps extends Clock {
  readonly database: ControlDatabase;
  readonly log: Logger;
}

/**
 * Applies the group rules to a user who signs in, and returns the user as they are now. If the issuer reports no groups,
 * by mistake or because there are too many, nothing changes.
 */
export async function withGroupRights(
  deps: GroupRightsDeps,
  user: User,
  {
    person,
    groupRules,
  }: { readonly person: OidcPerson; readonly groupRules: readonly GroupRule[] },
): Promise<User> {
  if (groupRules.length === 0) return user;
  if (person.groups !== undefined) {
    return applyGroupRights(deps, user, resolveRights(groupRules, person.groups));
  }
  deps.log.warn(
    { userId: user.id },
    "The single sign-on service sent no groups. Check LOAM_OIDC_GROUPS_CLAIM.",
  );
  return user;
}

/** The last owner of a workspace and the last instance admin keep their role, because no one could undo the change. */
async function applyGroupRights(
  deps: GroupRightsDeps,
  user: User,
  { instanceAdmin, workspaces }: GroupRights,
): Promise<User> {
  for (const [name, role] of workspaces) await applyRole(deps, user, { name, role });
  if (instanceAdmin === undefined || instanceAdmin === user.instanceAdmin) return user;
  try {
    await setInstanceAdmin(deps.database, { id: user.id, isAdmin: instanceAdmin });
    return { ...user, instanceAdmin };
  } catch (error) {
    if (!isCmsError(error) || error.code !== "conflict") throw error;
    deps.log.warn({ userId: user.id }, "The last instance admin was kept.");
    return user;
  }
}

/** Sets or removes a user's role in the workspace of this name. */
async function applyRole(
  { database, now, log }: GroupRightsDeps,
  { id: userId }: User,
  { name, role }: { readonly name: string; readonly role: WorkspaceRole | undefined },
): Promise<void> {
  const workspace = await findWorkspaceByName(database, name);
  if (workspace === undefined) {
    log.warn({ workspace: name }, "A group rule grants a role in a workspace that does not exist.");
    return;
  }
  const change = { workspaceId: workspace.id, userId, by: "owner" } as const;
  if ((await findRole(database, workspace.id, userId)) === role) return;
  try {
    if (role === undefined) await removeMember(database, change);
    else await putMember(database, { ...change, role }, { now });
  } catch (error) {
    if (!isCmsError(error) || error.code !== "last_owner") throw error;
    log.warn({ workspace: name, userId }, "The last owner of a workspace was kept.");
  }
}
