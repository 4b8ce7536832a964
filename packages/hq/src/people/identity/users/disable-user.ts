import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Clock, endSessions } from "../sessions/sessions.ts";
import { revokeTokens } from "../tokens/personal-tokens.ts";

/**
 * Shuts a person out at once: sessions and tokens end, nothing opens any more. What they have made
 * stays.
 *
 * @throws CmsError `not_found`, or `conflict` for the last instance admin: nobody could undo it.
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
    if (user.instance_admin === 1) await requireAnAdmin(transaction);
    await endSessions(transaction, { userId: id });
    await revokeTokens(transaction, id, { now });
  });
}

/**
 * Lets a person sign in again; tokens stay revoked.
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
 * Makes a person an admin of the instance, or no longer.
 *
 * @throws CmsError `not_found`, or `conflict` for the last one
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
    await requireAnAdmin(transaction);
  });
}

/** Nobody could undo it. */
async function requireAnAdmin(transaction: ControlDatabase): Promise<void> {
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
