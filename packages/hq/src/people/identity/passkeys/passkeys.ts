import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether it is kept on several devices, by a password manager or the like. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(
  database: ControlDatabase,
  userId: string,
): Promise<readonly Passkey[]> {
  const rows = await database
    .selectFrom("passkeys")
    .select(["id", "name", "backed_up", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/** @throws CmsError `not_found` for an id that is no passkey of this person. */
export async function removePasskey(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new CmsError("not_found", "There is no such passkey.");
}

function describe(row: {
  readonly id: string;
  readonly name: string;
  readonly backed_up: number;
  readonly created_at: string;
  readonly last_used_at: string | null;
}): Passkey {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up === 1,
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}
