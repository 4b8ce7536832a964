import type { ControlDatabase } from "../../../platform/db/database.ts";
import type { User } from "./create-user.ts";
import { USER_COLUMNS, userOf } from "./user-row.ts";

export interface ListedUser extends User {
  readonly createdAt: string;
  readonly disabledAt?: string;
}

/** Everybody with an account on this instance, by address. */
export async function listUsers(database: ControlDatabase): Promise<readonly ListedUser[]> {
  const rows = await database
    .selectFrom("users")
    .select([...USER_COLUMNS, "users.created_at"])
    .orderBy("email")
    .execute();
  return rows.map((row) =>
    Object.assign(
      userOf(row),
      { createdAt: row.created_at },
      row.disabled_at !== null && { disabledAt: row.disabled_at },
    ),
  );
}
