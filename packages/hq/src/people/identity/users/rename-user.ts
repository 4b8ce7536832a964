import type { ControlDatabase } from "../../../platform/db/database.ts";
import { cleanName } from "./create-user.ts";

/** Gives a person another name; what they did before keeps the old one. */
export async function renameUser(
  database: ControlDatabase,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  await database
    .updateTable("users")
    .set({ name: cleanName(name) })
    .where("id", "=", id)
    .execute();
}
