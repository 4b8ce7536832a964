import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { attemptKey, type Claimant } from "../attempts/known-device.ts";
import {
  hashPassword,
  isOutdatedHash,
  NO_PASSWORD,
  verifyPassword,
} from "../users/password-hash.ts";
import { type User, USER_COLUMNS, toUser } from "../users/users.ts";

/** Whether users of this instance can sign in with a password. */
export interface PasswordPolicy {
  readonly passwordSignIn: boolean;
}

/** @throws CmsError `passwords_disabled` */
export function requirePasswords({ passwordSignIn }: PasswordPolicy): void {
  if (passwordSignIn) return;
  throw new CmsError(
    "passwords_disabled",
    "Passwords are turned off. Sign in with your organization’s account.",
  );
}

/** Dependencies of verifying a password. */
export interface PasswordDeps extends PasswordPolicy {
  readonly database: ControlDatabase;
  readonly limits: Pick<SignInLimits, "accounts" | "addresses">;
}

export interface PasswordAnswer {
  readonly email: string;
  readonly password: string;
}

/**
 * Returns the user with this email address and password, within the limits.
 *
 * @throws CmsError `passwords_disabled`, `invalid_credentials`, `rate_limited`, `unavailable`
 */
export async function provePassword(
  deps: PasswordDeps,
  { email, password }: PasswordAnswer,
  { address, proven }: Claimant,
): Promise<User> {
  requirePasswords(deps);
  const { database, limits } = deps;
  const account = normalizeEnteredEmail(email);
  const giveBackAddress = await (proven === undefined
    ? limits.addresses.take(addressKey(address))
    : undefined);
  const giveBackAccount = await limits.accounts.take(attemptKey(account, proven));
  const giveBack = async (): Promise<void> => {
    await giveBackAddress?.();
    await giveBackAccount();
  };
  const user = await checkPassword(database, { email: account, password }).catch(
    async (error: unknown) => {
      await giveBack();
      throw error;
    },
  );
  if (user === undefined) {
    throw new CmsError("invalid_credentials", "The email address or password is incorrect.");
  }
  await giveBack();
  return user;
}

/** Normalizes an entered email address as stored in accounts, cut to the maximum length. */
export function normalizeEnteredEmail(text: string): string {
  return text.trim().normalize("NFC").toLowerCase().slice(0, 254);
}

/**
 * Returns the user with an email address and password, or `undefined`. Unknown email addresses, disabled users, and
 * users without a password take as long as a wrong password (AUT-05).
 *
 * @throws CmsError `unavailable` while too many passwords are queued.
 */
async function checkPassword(
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
  return toUser(row);
}

/** Replaces the hash. The password itself is unchanged, so its length isn't checked again (AUT-08). */
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
