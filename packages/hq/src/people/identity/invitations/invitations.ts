import { CmsError } from "@loam/cms-core";
import type { Selectable } from "kysely";
import type { ControlTables } from "../../../platform/db/control-tables.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";
import { hashPassword } from "../users/password-hash.ts";
import { insertUser, normalizeEmail, type User } from "../users/users.ts";

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** Workspace roles for invitations. Only owners can promote members to owners. */
type InvitedRole = "admin" | "member";

export interface NewInvitation {
  readonly email: string;
  /** Absent: the invitation only creates an account. */
  readonly workspaceId?: string | undefined;
  readonly role: InvitedRole;
  /** User id. Absent for invitations created on the command line. */
  readonly invitedBy?: string;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly workspaceId?: string;
  readonly role: InvitedRole;
  readonly invitedBy?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Invites an email address. Replaces an earlier invitation of the same email address to the same workspace.
 *
 * @throws CmsError `invalid` for an invalid email address.
 */
export async function createInvitation(
  database: ControlDatabase,
  { email, workspaceId, role, invitedBy }: NewInvitation,
  { now }: Clock,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const at = now();
  const token = makeToken("invitation");
  const row = {
    id: token.id,
    token_hash: token.hash,
    email: normalizeEmail(email),
    workspace_id: workspaceId ?? null,
    role,
    invited_by: invitedBy ?? null,
    created_at: at.toISOString(),
    expires_at: new Date(at.getTime() + LIFETIME_MS).toISOString(),
    accepted_at: null,
    revoked_at: null,
  };
  await transact(database, async (transaction) => {
    await openInvitations(transaction)
      .set({ revoked_at: row.created_at })
      .where("email", "=", row.email)
      .where((query) =>
        workspaceId === undefined
          ? query("workspace_id", "is", null)
          : query("workspace_id", "=", workspaceId),
      )
      .execute();
    await transaction.insertInto("invitations").values(row).execute();
  });
  return { invitation: describe(row), token: token.text };
}

/** Lists pending invitations to a workspace, newest first. */
export async function listInvitations(
  database: ControlDatabase,
  workspaceId: string,
  { now }: Clock,
): Promise<readonly Invitation[]> {
  const rows = await database
    .selectFrom("invitations")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now().toISOString())
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/**
 * Revokes an invitation.
 *
 * @throws CmsError `not_found` if the workspace has no such pending invitation.
 */
export async function revokeInvitation(
  database: ControlDatabase,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
  { now }: Clock,
): Promise<void> {
  const { numUpdatedRows } = await openInvitations(database)
    .set({ revoked_at: now().toISOString() })
    .where("id", "=", id)
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new CmsError("not_found", "This invitation does not exist.");
}

/**
 * Returns the invitation of a link, or `undefined` if it is unknown, accepted, revoked, or expired, or if its author
 * can no longer invite.
 */
export async function findInvitation(
  database: ControlDatabase,
  text: string,
  { now }: Clock,
): Promise<Invitation | undefined> {
  const token = parseToken("invitation", text);
  if (token === undefined) return undefined;
  const row = await database
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", token.id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now().toISOString())
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.token_hash, token.hash)) return undefined;
  return (await canStillInvite(database, row)) ? describe(row) : undefined;
}

/** Whether the invited email address has an account, whose owner must sign in to accept. */
export async function hasAccount(
  database: ControlDatabase,
  { email }: Pick<Invitation, "email">,
): Promise<boolean> {
  const row = await database
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the workspace and the sender of an invitation for display to the invited user. */
export async function describeInvitation(
  database: ControlDatabase,
  { workspaceId, invitedBy }: Invitation,
): Promise<{ readonly workspace?: string; readonly invitedBy?: string }> {
  const workspace = await database
    .selectFrom("workspaces")
    .select("name")
    .where("id", "=", workspaceId ?? "")
    .executeTakeFirst();
  const person = await database
    .selectFrom("users")
    .select("name")
    .where("id", "=", invitedBy ?? "")
    .executeTakeFirst();
  return {
    ...(workspace !== undefined && { workspace: workspace.name }),
    ...(person !== undefined && { invitedBy: person.name }),
  };
}

/**
 * Accepts an invitation by creating an account.
 *
 * @throws CmsError `not_found` for an invalid link, `weak_password`, or `name_taken` if the email
 * address has an account, whose owner must accept it.
 */
export async function acceptWithNewAccount(
  database: ControlDatabase,
  {
    token,
    name,
    password,
  }: { readonly token: string; readonly name: string; readonly password: string },
  { now }: Clock,
): Promise<User> {
  const invitation = await requireInvitation(database, token, { now });
  const passwordHash = await hashPassword(password);
  return transact(database, async (transaction) => {
    await useUpInvitation(transaction, invitation, { now });
    const { email } = invitation;
    const user = await insertUser(
      transaction,
      { email, name, passwordHash, instanceAdmin: false },
      { now },
    );
    await addMembership(transaction, invitation, { userId: user.id, now });
    return user;
  });
}

/**
 * Accepts an invitation with the existing account of its email address.
 *
 * @throws CmsError `not_found` for an invalid link, `forbidden` for another email address.
 */
export async function acceptAsUser(
  database: ControlDatabase,
  { token, user }: { readonly token: string; readonly user: Pick<User, "id" | "email"> },
  { now }: Clock,
): Promise<Invitation> {
  const invitation = await requireInvitation(database, token, { now });
  if (invitation.email !== user.email) {
    throw new CmsError(
      "forbidden",
      "This invitation is for another email address. Sign in with that account.",
    );
  }
  await transact(database, async (transaction) => {
    await useUpInvitation(transaction, invitation, { now });
    await addMembership(transaction, invitation, { userId: user.id, now });
  });
  return invitation;
}

/** @throws CmsError `not_found` for an invalid link */
export async function requireInvitation(
  database: ControlDatabase,
  token: string,
  clock: Clock,
): Promise<Invitation> {
  const invitation = await findInvitation(database, token, clock);
  if (invitation === undefined) throw invalidLinkError();
  return invitation;
}

/** Of several concurrent attempts to accept, one succeeds (AUT-18). */
async function useUpInvitation(
  database: ControlDatabase,
  { id }: Invitation,
  { now }: Clock,
): Promise<void> {
  const { numUpdatedRows } = await openInvitations(database)
    .set({ accepted_at: now().toISOString() })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw invalidLinkError();
}

/** Adds a user as a member or raises their role. Never lowers a role. */
async function addMembership(
  database: ControlDatabase,
  { workspaceId, role }: Invitation,
  { userId, now }: Clock & { readonly userId: string },
): Promise<void> {
  if (workspaceId === undefined) return;
  await database
    .insertInto("members")
    .values({ workspace_id: workspaceId, user_id: userId, role, created_at: now().toISOString() })
    .onConflict((conflict) => conflict.columns(["workspace_id", "user_id"]).doNothing())
    .execute();
  if (role !== "admin") return;
  await database
    .updateTable("members")
    .set({ role })
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .where("role", "=", "member")
    .execute();
}

/** Prevents users who were disabled or are no longer admins from returning through their own invitation. */
async function canStillInvite(
  database: ControlDatabase,
  { invited_by: userId, workspace_id: workspaceId }: Selectable<ControlTables["invitations"]>,
): Promise<boolean> {
  if (userId === null) return true;
  const user = await database
    .selectFrom("users")
    .select("instance_admin")
    .where("id", "=", userId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (user === undefined || user.instance_admin === 1) return user !== undefined;
  const member = await database
    .selectFrom("members")
    .select("role")
    .where("user_id", "=", userId)
    .where("workspace_id", "=", workspaceId ?? "")
    .executeTakeFirst();
  return member !== undefined && member.role !== "member";
}

function openInvitations(database: ControlDatabase) {
  return database
    .updateTable("invitations")
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
}

function describe(row: Selectable<ControlTables["invitations"]>): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.workspace_id !== null && { workspaceId: row.workspace_id }),
    ...(row.invited_by !== null && { invitedBy: row.invited_by }),
  };
}

function invalidLinkError(): CmsError {
  return new CmsError("not_found", "This invitation is invalid or has expired.");
}
