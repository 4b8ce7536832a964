import type { ControlDatabase } from "../../../platform/db/database.ts";
import { listExternal } from "../oidc/external-identities.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { totpState } from "../totp/totp.ts";
import type { User } from "./create-user.ts";
import { USER_COLUMNS, userOf } from "./user-row.ts";

/** A person, and by what they sign in. */
export interface Account extends User {
  readonly password: boolean;
  readonly totp: boolean;
  readonly passkeys: number;
  readonly identities: number;
}

export async function describeAccount(database: ControlDatabase, id: string): Promise<Account> {
  const row = await database
    .selectFrom("users")
    .select([...USER_COLUMNS, "users.password_hash"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const { enabled } = await totpState(database, id);
  return {
    ...userOf(row),
    password: row.password_hash !== null,
    totp: enabled,
    passkeys: (await listPasskeys(database, id)).length,
    identities: (await listExternal(database, id)).length,
  };
}
