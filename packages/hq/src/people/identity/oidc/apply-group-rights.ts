import { isCmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import type { GroupRights } from "../../../platform/config/group-roles.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { putMember, removeMember } from "../../workspaces/members.ts";
import { findRole } from "../../workspaces/standing.ts";
import { findWorkspaceByName } from "../../workspaces/workspaces.ts";
import type { Clock } from "../sessions/sessions.ts";
import type { User } from "../users/create-user.ts";

export interface GroupRightsDeps extends Clock {
  readonly database: ControlDatabase;
  readonly log: Logger;
}

/**
 * Makes a person here what their groups at the issuer say, where a rule says something. The last owner
 * of a workspace and the last admin of the instance stay what they are: nobody could undo it.
 */
export async function applyGroupRights(
  deps: GroupRightsDeps,
  user: User,
  { instanceAdmin, workspaces }: GroupRights,
): Promise<User> {
  for (const [name, role] of workspaces) {
    const workspace = await findWorkspaceByName(deps.database, name);
    if (workspace === undefined) {
      deps.log.warn(
        { workspace: name },
        "A group is given a role in a workspace that is not there.",
      );
      continue;
    }
    const change = { workspaceId: workspace.id, userId: user.id, by: "owner" } as const;
    const before = await findRole(deps.database, workspace.id, user.id);
    if (before === role) continue;
    try {
      if (role === undefined) await removeMember(deps.database, change);
      else await putMember(deps.database, { ...change, role }, deps);
    } catch (error) {
      if (!isCmsError(error) || error.code !== "last_owner") throw error;
      deps.log.warn({ workspace: name, userId: user.id }, "The last owner of a workspace stays.");
    }
  }
  if (instanceAdmin === undefined || instanceAdmin === user.instanceAdmin) return user;
  if (await setInstanceAdmin(deps.database, user.id, instanceAdmin)) {
    return { ...user, instanceAdmin };
  }
  deps.log.warn({ userId: user.id }, "The last admin of the instance stays.");
  return user;
}

/** `false` where nobody else would be one. */
async function setInstanceAdmin(
  database: ControlDatabase,
  userId: string,
  instanceAdmin: boolean,
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const others = await transaction
      .selectFrom("users")
      .select("id")
      .where("instance_admin", "=", 1)
      .where("disabled_at", "is", null)
      .where("id", "!=", userId)
      .limit(1)
      .execute();
    if (!instanceAdmin && others.length === 0) return false;
    await transaction
      .updateTable("users")
      .set({ instance_admin: instanceAdmin ? 1 : 0 })
      .where("id", "=", userId)
      .execute();
    return true;
  });
}
