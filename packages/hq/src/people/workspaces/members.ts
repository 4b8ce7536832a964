import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../platform/db/database.ts";
import type { WorkspaceRole } from "../../platform/db/tables/workspaces.ts";
import { transact } from "../../platform/db/transact.ts";

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: WorkspaceRole;
  readonly since: string;
}

/** Lists the members of a workspace, by email address. */
export async function listMembers(
  database: ControlDatabase,
  workspaceId: string,
): Promise<readonly Member[]> {
  const rows = await database
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["users.id", "users.email", "users.name", "members.role", "members.created_at"])
    .where("members.workspace_id", "=", workspaceId)
    .orderBy("users.email")
    .execute();
  return rows.map(({ id, email, name, role, created_at }) => ({
    userId: id,
    email,
    name,
    role,
    since: created_at,
  }));
}

/**
 * Returns the id of a member from an id or email address.
 *
 * @throws CmsError `not_found` if there is no such member
 */
export async function requireMember(
  database: ControlDatabase,
  workspaceId: string,
  named: string,
): Promise<string> {
  const email = named.trim().normalize("NFC").toLowerCase();
  const members = await listMembers(database, workspaceId);
  const member = members.find((one) => one.userId === named || one.email === email);
  if (member === undefined) throw noMember();
  return member.userId;
}

interface MemberChange {
  readonly workspaceId: string;
  readonly userId: string;
  /** Role of the user who makes the change. Only owners can change owners. */
  readonly by: WorkspaceRole;
}

/**
 * Changes the role of a member. Others must be invited and accept, so that no one learns who has an account.
 *
 * @throws CmsError `not_found` if there is no such member, and as `putMember`
 */
export async function changeRole(
  database: ControlDatabase,
  change: MemberChange & { readonly role: WorkspaceRole },
): Promise<void> {
  const { workspaceId, userId, role } = change;
  await transact(database, async (transaction) => {
    if ((await checkChange(transaction, change, role)) === undefined) throw noMember();
    await setRole(transaction, { workspaceId, userId, role });
  });
}

/**
 * Changes the role of a member, or adds a user as a member. For trusted callers.
 *
 * @throws CmsError `not_found` for an unknown user, `forbidden` if an admin changes an owner,
 * `last_owner` if the workspace would have no owner (AUT-21)
 */
export async function putMember(
  database: ControlDatabase,
  { workspaceId, userId, by, role }: MemberChange & { readonly role: WorkspaceRole },
  { now }: { readonly now: () => Date },
): Promise<void> {
  await transact(database, async (transaction) => {
    const before = await checkChange(transaction, { workspaceId, userId, by }, role);
    if (before === undefined) {
      await requireUser(transaction, userId);
      const created_at = now().toISOString();
      await transaction
        .insertInto("members")
        .values({ workspace_id: workspaceId, user_id: userId, role, created_at })
        .execute();
      return;
    }
    await setRole(transaction, { workspaceId, userId, role });
  });
}

async function setRole(
  transaction: ControlDatabase,
  { workspaceId, userId, role }: Omit<MemberChange, "by"> & { readonly role: WorkspaceRole },
): Promise<void> {
  await transaction
    .updateTable("members")
    .set({ role })
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .execute();
}

/**
 * Removes a member from a workspace, together with the roles granted on its sites.
 *
 * @throws CmsError `not_found`, `forbidden`, `last_owner`
 */
export async function removeMember(database: ControlDatabase, change: MemberChange): Promise<void> {
  const { workspaceId, userId } = change;
  await transact(database, async (transaction) => {
    const before = await checkChange(transaction, change, undefined);
    if (before === undefined) throw noMember();
    await transaction
      .deleteFrom("members")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId)
      .execute();
    await transaction
      .deleteFrom("site_access")
      .where("user_id", "=", userId)
      .where("site_id", "in", (query) =>
        query.selectFrom("sites").select("id").where("workspace_id", "=", workspaceId),
      )
      .execute();
  });
}

/** Returns the current role. Locks the workspace's row, so that two owners cannot leave at the same time. */
async function checkChange(
  transaction: ControlDatabase,
  { workspaceId, userId, by }: MemberChange,
  role: WorkspaceRole | undefined,
): Promise<WorkspaceRole | undefined> {
  await transaction
    .updateTable("workspaces")
    .set((eb) => ({ name: eb.ref("name") }))
    .where("id", "=", workspaceId)
    .execute();
  const members = await listMembers(transaction, workspaceId);
  const before = members.find((member) => member.userId === userId)?.role;
  if (by !== "owner" && (before === "owner" || role === "owner")) {
    throw new CmsError("forbidden", "Only an owner can add, change, or remove an owner.");
  }
  const owners = members.filter((member) => member.role === "owner");
  if (before === "owner" && role !== "owner" && owners.length === 1) {
    throw new CmsError(
      "last_owner",
      "A workspace needs at least one owner. Make someone else an owner first.",
    );
  }
  return before;
}

function noMember(): CmsError {
  return new CmsError("not_found", "Member not found. Invite people by their email address.");
}

async function requireUser(database: ControlDatabase, userId: string): Promise<void> {
  const user = await database
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .executeTakeFirst();
  if (user === undefined) throw new CmsError("not_found", `User not found: ${userId}.`);
}
