import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { User } from "../users/create-user.ts";
import { USER_COLUMNS, userOf } from "../users/user-row.ts";
import { hashPassword, isOutdatedHash, NO_PASSWORD, verifyPassword } from "./passwords.ts";

/**
 * The person with an address and a password, or `undefined`. An unknown address, a disabled person
 * and one without a password cost the same time as a wrong password (AUT-05).
 *
 * @throws CmsError `unavailable` while too many passwords wait to be verified.
 */
export async function checkPassword(
  database: ControlDatabase,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<User | undefined> {
  const row = await database
    .selectFrom("users")
    .select([...USER_COLUMNS, "users.password_hash"])
    .where("email", "=", email)
    .executeTakeFirst();
  const hash = row?.password_hash ?? NO_PASSWORD;
  const right = await verifyPassword(password, hash);
  if (row === undefined || !right || row.disabled_at !== null) return undefined;
  if (isOutdatedHash(hash)) await rehash(database, { id: row.id, password, hash });
  return userOf(row);
}

/** What the password is was not changed, so it keeps being one that was long enough once (AUT-08). */
async function rehash(
  database: ControlDatabase,
  { id, password, hash }: { readonly id: string; readonly password: string; readonly hash: string },
): Promise<void> {
  const newHash = await hashPassword(password);
  await database
    .updateTable("users")
    .set({ password_hash: newHash })
    .where("id", "=", id)
    .where("password_hash", "=", hash)
    .execute();
}
