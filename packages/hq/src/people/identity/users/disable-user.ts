import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Clock, endSessions } from "../sessions/sessions.ts";
import { revokeTokens } from "../tokens/personal-tokens.ts";

/**
 * Disables a user immediately: sessions and tokens end. Their content stays.
 *
 * @throws CmsError `not_found`, or `conflict` for the last instance admin, because no one could undo it.
 */
export async function disableUser(
  database: ControlDatabase,
  id: string,
  { now }: Clock,
): Promise<void> {
  await transact(database, async (transaction) => {
    const user = await transaction
      .updateTable("users")
      .set({ disabled_at: now().toISOString() })
      .where("id", "=", id)
      .returning("instance_admin")
      .executeTakeFirst();
    if (user === undefined) throw noUser();
    if (user.instance_admin === 1) await requireRemainingAdmin(transaction);
    await endSessions(transaction, { userId: id });
    await revokeTokens(transaction, id, { now });
  });
}

/**
 * Enables a user again. Tokens stay revoked.
 *
 * @throws CmsError `not_found`
 */
export async function enableUser(database: ControlDatabase, id: string): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("users")
    .set({ disabled_at: null })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw noUser();
}

/**
 * Grants or removes the instance admin role.
 *
 * @throws CmsError `not_found`, or `conflict` for the last instance admin
 */
export async function setInstanceAdmin(
  database: ControlDatabase,
  { id, isAdmin }: { readonly id: string; readonly isAdmin: boolean },
): Promise<void> {
  await transact(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("users")
      .set({ instance_admin: isAdmin ? 1 : 0 })
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noUser();
    await requireRemainingAdmin(transaction);
  });
}

/** Ensures that an instance admin remains who could undo the change. */
async function requireRemainingAdmin(transaction: ControlDatabase): Promise<void> {
  const admins = await transaction
    .selectFrom("users")
    .select("id")
    .where("instance_admin", "=", 1)
    .where("disabled_at", "is", null)
    .limit(1)
    .execute();
  if (admins.length > 0) return;
  throw new CmsError("conflict", "This is the last instance admin.");
}

function noUser(): CmsError {
  return new CmsError("not_found", "User not found.");
}
