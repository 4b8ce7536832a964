import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { normaliseEmail, type User } from "./create-user.ts";
import { USER_COLUMNS, userOf } from "./user-row.ts";

/**
 * The user with an address; without one the first instance admin, if there is any yet.
 *
 * @throws CmsError `not_found` when nobody has the address.
 */
export async function findUser(
  database: ControlDatabase,
  email: string | undefined,
): Promise<User | undefined> {
  const users = database.selectFrom("users").select(USER_COLUMNS);
  const row = await (
    email === undefined
      ? users.where("instance_admin", "=", 1).orderBy("created_at").orderBy("id")
      : users.where("email", "=", normaliseEmail(email))
  )
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) return userOf(row);
  if (email === undefined) return undefined;
  throw new CmsError("not_found", `There is no user ${email}.`);
}

/**
 * The user with an address.
 *
 * @throws CmsError `not_found` when nobody has it.
 */
export async function requireUser(database: ControlDatabase, email: string): Promise<User> {
  const user = await findUser(database, email);
  if (user !== undefined) return user;
  throw new CmsError("not_found", `There is no user ${email}.`);
}

/** The person with an id, unless that one was disabled. */
export async function findEnabledUser(
  { database }: { readonly database: ControlDatabase },
  id: string,
): Promise<User | undefined> {
  const row = await database
    .selectFrom("users")
    .select(USER_COLUMNS)
    .where("id", "=", id)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  return row === undefined ? undefined : userOf(row);
}
