import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../db/database.ts";
import { normaliseEmail, type User } from "./create-user.ts";

/**
 * The user with an address; without one the first instance admin, if there is any yet.
 *
 * @throws CmsError `not_found` when nobody has the address.
 */
export async function findUser(
  database: ControlDatabase,
  email: string | undefined,
): Promise<User | undefined> {
  const users = database.selectFrom("users").select(["id", "email", "name", "instance_admin"]);
  const row = await (
    email === undefined
      ? users.where("instance_admin", "=", 1).orderBy("created_at").orderBy("id")
      : users.where("email", "=", normaliseEmail(email))
  )
    .limit(1)
    .executeTakeFirst();
  if (row !== undefined) {
    return {
      id: row.id,
      email: row.email,
      name: row.name,
      instanceAdmin: row.instance_admin === 1,
    };
  }
  if (email === undefined) return undefined;
  throw new CmsError("not_found", `There is no user ${email}.`);
}
