import { CmsError } from "@loam/cms-core";
import { Secret, TOTP } from "otpauth";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Sealer } from "../../../platform/secrets/sealer.ts";
import { hashText, randomText } from "../../../platform/secrets/secret-token.ts";
import type { Clock } from "../sessions/sessions.ts";
import type { User } from "../users/users.ts";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Clocks can be 30 seconds off in either direction. */
const WINDOW = 1;

export interface TotpDeps extends Clock {
  readonly database: ControlDatabase;
  readonly sealer: Sealer;
}

/** The secret for an authenticator app, as text or as a URL for a QR code. */
export interface TotpEnrolment {
  readonly secret: string;
  readonly uri: string;
}

export type TotpState =
  | { readonly enabled: false }
  | { readonly enabled: true; readonly since: string; readonly recoveryCodesLeft: number };

/** Whether signing in requires codes for a user. */
export async function totpState(database: ControlDatabase, userId: string): Promise<TotpState> {
  const row = await database
    .selectFrom("totp_secrets")
    .select("confirmed_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const since = row?.confirmed_at ?? undefined;
  if (since === undefined) return { enabled: false };
  return { enabled: true, since, recoveryCodesLeft: await countRecoveryCodes(database, userId) };
}

/**
 * Generates the secret of a user's authenticator app. Codes are required only after the first one was entered.
 *
 * @throws CmsError `conflict` if codes are already required.
 */
export async function startTotp(
  { database, sealer, now }: TotpDeps,
  user: User,
): Promise<TotpEnrolment> {
  const secret = new Secret({ size: SECRET_BYTES });
  await transact(database, async (transaction) => {
    await transaction
      .deleteFrom("totp_secrets")
      .where("user_id", "=", user.id)
      .where("confirmed_at", "is", null)
      .execute();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("totp_secrets")
      .values({
        user_id: user.id,
        sealed_secret: sealer.seal(secret.base32, purposeOf(user.id)),
        created_at: now().toISOString(),
        confirmed_at: null,
        last_step: 0,
      })
      .onConflict((conflict) => conflict.column("user_id").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      throw new CmsError("conflict", "An authenticator app is already set up. Remove it first.");
    }
  });
  return { secret: secret.base32, uri: generator(secret, user.email).toString() };
}

/**
 * Confirms a new authenticator app with its first code. Signing in then requires codes.
 *
 * @returns the recovery codes, which are shown only once
 * @throws CmsError `invalid_credentials` for a wrong code, `conflict` if no app is waiting for confirmation.
 */
export async function confirmTotp(
  deps: TotpDeps,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<readonly string[]> {
  const { database, now } = deps;
  const state = await totpState(database, userId);
  if (state.enabled) throw new CmsError("conflict", "The authenticator app is already confirmed.");
  if (!(await takeTotpCode(deps, { userId, code }))) {
    throw new CmsError(
      "invalid_credentials",
      "This code is incorrect. Check the clock of your device.",
    );
  }
  return transact(database, async (transaction) => {
    await transaction
      .updateTable("totp_secrets")
      .set({ confirmed_at: now().toISOString() })
      .where("user_id", "=", userId)
      .execute();
    return replaceRecoveryCodes(transaction, userId);
  });
}

/** Turns off two-factor authentication. */
export async function removeTotp(database: ControlDatabase, userId: string): Promise<void> {
  await transact(database, async (transaction) => {
    await transaction.deleteFrom("totp_secrets").where("user_id", "=", userId).execute();
    await transaction.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  });
}

/**
 * Whether a code is valid. Each works only once, even if it is sent several times concurrently (AUT-13). Of several
 * codes in the window, only codes later than the last used one are accepted.
 */
export async function takeTotpCode(
  { database, sealer, now }: TotpDeps,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const row = await database
    .selectFrom("totp_secrets")
    .select("sealed_secret")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined || !/^\d{6}$/.test(code)) return false;
  const secret = Secret.fromBase32(sealer.open(row.sealed_secret, purposeOf(userId)));
  const timestamp = now().getTime();
  const delta = generator(secret, "").validate({ token: code, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const { numUpdatedRows } = await database
    .updateTable("totp_secrets")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

function generator(secret: Secret, label: string): TOTP {
  return new TOTP({ issuer: "Loam", label, secret, period: PERIOD_SECONDS });
}

/** Binds a sealed secret to its user, so that it cannot be moved to another row. */
function purposeOf(userId: string): string {
  return `totp:${userId}`;
}

const CODES = 10;
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

/**
 * Generates recovery codes, each of which replaces one code of a lost authenticator. Earlier ones stop working. They
 * have 80 random bits, so a plain SHA-256 is stored.
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
        code_hash: hashText(normalizeCode(code)),
        used_at: null,
      })),
    )
    .execute();
  return codes;
}

/** Uses up a code. Returns `false` if it is unknown or already used. */
export async function takeRecoveryCode(
  database: ControlDatabase,
  { userId, code }: { readonly userId: string; readonly code: string },
  { now }: Clock,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("recovery_codes")
    .set({ used_at: now().toISOString() })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashText(normalizeCode(code)))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Counts the remaining codes of a user. */
async function countRecoveryCodes(database: ControlDatabase, userId: string): Promise<number> {
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

/** Users omit hyphens, and keyboards capitalize the first letter. */
function normalizeCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
}
