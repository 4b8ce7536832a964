import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { createChallenge, findChallenge, takeChallenge } from "../challenges/challenges.ts";
import {
  type PasswordPolicy,
  requirePasswords,
  hashPassword,
  isOutdatedHash,
  NO_PASSWORD,
  verifyPassword,
} from "../passwords/passwords.ts";
import { takeRecoveryCode, takeTotpCode, type TotpDeps, totpState } from "../totp/totp.ts";
import { type User, findEnabledUser, USER_COLUMNS, toUser } from "../users/users.ts";
import type { Claimant } from "./known-device.ts";
import { type Client, createSession, type CreatedSession } from "./sessions.ts";

export interface SignInDeps extends TotpDeps, PasswordPolicy {
  readonly limits: SignInLimits;
}

export type SignInResult =
  | { readonly kind: "session"; readonly session: CreatedSession }
  /** The password was correct. A code must follow with this challenge within five minutes. */
  | { readonly kind: "second-factor"; readonly challenge: string };

export interface PasswordAnswer {
  readonly email: string;
  readonly password: string;
}

/** Exactly one of the two. */
export interface CodeAnswer {
  readonly code?: string | undefined;
  readonly recoveryCode?: string | undefined;
}

/** Origin of a sign-in attempt. */
export interface SignInPlace {
  readonly client: Client;
  /** Returns the claimant for the account of an email address, for counting failed attempts. */
  readonly claimantAt: (email: string) => Claimant;
}

/**
 * Signs in a user with a password. Neither the response, its timing, nor the limits reveal whether the email address
 * has an account (AUT-05).
 *
 * @throws CmsError `passwords_disabled`, `invalid_credentials`, `rate_limited`, `unavailable`
 */
export async function signIn(
  deps: SignInDeps,
  answer: PasswordAnswer,
  { client, claimantAt }: SignInPlace,
): Promise<SignInResult> {
  const email = normalizeEnteredEmail(answer.email);
  const user = await provePassword(deps, { ...answer, email }, claimantAt(email));
  const { enabled } = await totpState(deps.database, user.id);
  if (!enabled) return { kind: "session", session: await openAccount(deps, user, client) };
  const challenge = await createChallenge(
    deps.database,
    { kind: "second-factor", userId: user.id },
    deps,
  );
  return { kind: "second-factor", challenge };
}

/**
 * Completes a sign-in with a code from the authenticator app or a recovery code.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`; the user can try again.
 */
export async function answerSecondFactor(
  deps: SignInDeps,
  { challenge, ...answer }: CodeAnswer & { readonly challenge: string },
  { client, claimantAt }: SignInPlace,
): Promise<CreatedSession> {
  const found = await findChallenge(deps.database, "second-factor", challenge, deps);
  const user = found?.userId === undefined ? undefined : await findEnabledUser(deps, found.userId);
  if (found === undefined || user === undefined) {
    throw new CmsError("invalid_credentials", "The sign-in took too long. Start again.");
  }
  await proveCode(deps, { userId: user.id, answer }, claimantAt(user.email));
  if (!(await takeChallenge(deps.database, found.id))) throw wrongCode();
  return openAccount(deps, user, client);
}

/**
 * Returns the user with this email address and password, within the limits.
 *
 * @throws CmsError `passwords_disabled`, `invalid_credentials`, `rate_limited`, `unavailable`
 */
export async function provePassword(
  deps: SignInDeps,
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

/**
 * Verifies a user's code, within the limits.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`
 */
export async function proveCode(
  deps: SignInDeps,
  { userId, answer }: { readonly userId: string; readonly answer: CodeAnswer },
  { address, proven }: Claimant,
): Promise<void> {
  const { limits } = deps;
  const { code = "", recoveryCode } = answer;
  // Recovery codes are too long to guess. They are counted by IP address, so an owner can use one even while others
  // guess codes for the account.
  const giveBack =
    recoveryCode === undefined
      ? await limits.codes.take(attemptKey(userId, proven))
      : await limits.links.take(proven ?? addressKey(address));
  const right =
    recoveryCode === undefined
      ? await takeTotpCode(deps, { userId, code })
      : await takeRecoveryCode(deps.database, { userId, code: recoveryCode }, deps);
  if (!right) throw wrongCode();
  await giveBack();
}

/** Returns the key for counting failed attempts: one per account for all unknown devices, and one per known device. */
function attemptKey(account: string, proven: string | undefined): string {
  return proven ?? `account ${account}`;
}

/** Normalizes an entered email address as stored in accounts, cut to the maximum length. */
function normalizeEnteredEmail(text: string): string {
  return text.trim().normalize("NFC").toLowerCase().slice(0, 254);
}

function openAccount(deps: SignInDeps, user: User, client: Client): Promise<CreatedSession> {
  return createSession(deps.database, { user, method: "password", client }, deps);
}

function wrongCode(): CmsError {
  return new CmsError("invalid_credentials", "This code is incorrect or was already used.");
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
