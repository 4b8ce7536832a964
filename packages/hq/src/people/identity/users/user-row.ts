import type { Selectable } from "kysely";
import type { ControlTables } from "../../../platform/db/control-tables.ts";
import type { User } from "./create-user.ts";

/** The columns of a user that anybody who may see the user may see. */
export const USER_COLUMNS = [
  "users.id",
  "users.email",
  "users.name",
  "users.instance_admin",
  "users.disabled_at",
] as const;

export type UserRow = Pick<
  Selectable<ControlTables["users"]>,
  "id" | "email" | "name" | "instance_admin" | "disabled_at"
>;

export function userOf(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    instanceAdmin: row.instance_admin === 1,
  };
}
