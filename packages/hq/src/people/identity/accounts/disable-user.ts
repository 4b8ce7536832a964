import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { type Clock, endSessions } from "../sessions/sessions.ts";
import { revokeTokens } from "../tokens/personal-tokens.ts";
import { noUserError, requireRemainingAdmin } from "../users/users.ts";

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
    if (user === undefined) throw noUserError();
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
  if (numUpdatedRows === 0n) throw noUserError();
}
