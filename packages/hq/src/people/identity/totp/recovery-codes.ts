import type { ControlDatabase } from "../../../platform/db/database.ts";
import { hashText, randomText } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";

const CODES = 10;
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

/**
 * Makes the codes that each replace one code of a lost authenticator; those made before end. They
 * have 80 random bits, so a plain SHA-256 of them is stored.
 */
export async function replaceRecoveryCodes(
  database: ControlDatabase,
  userId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await database.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await database
    .insertInto("recovery_codes")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: hashText(bareCode(code)),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

/** Uses a code up; `false` when it is none of this person's or was used. */
export async function takeRecoveryCode(
  database: ControlDatabase,
  { userId, code }: { readonly userId: string; readonly code: string },
  { now }: Clock,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("recovery_codes")
    .set({ used_at: now().toISOString() })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashText(bareCode(code)))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** How many codes a person has left. */
export async function countRecoveryCodes(
  database: ControlDatabase,
  userId: string,
): Promise<number> {
  const rows = await database
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  return rows.length;
}

function makeCode(): string {
  return Array.from({ length: GROUPS }, () => randomText(GROUP_CHARACTERS)).join("-");
}

/** People leave out hyphens, and keyboards begin with a capital. */
function bareCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
}
