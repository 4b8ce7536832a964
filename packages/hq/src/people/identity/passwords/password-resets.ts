import { CmsError } from "@loam/cms-core";
import type { Background } from "../../../platform/background.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { makeToken, parseToken, sameHash } from "../../../platform/secrets/secret-token.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import type { Clock } from "../sessions/sessions.ts";
import { hashPassword } from "../users/password-hash.ts";
import { setPassword } from "./change-password.ts";
import { type PasswordPolicy, requirePasswords } from "./prove-password.ts";

/** Dependencies of resetting passwords by email. */
export interface PasswordResetDeps extends PasswordPolicy, Clock {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
  readonly limits: Pick<SignInLimits, "links" | "mails">;
  readonly mailer: Mailer;
  readonly background: Background;
}

const LIFETIME_MS = 60 * 60 * 1000;

/** Creates a link for setting a new password. Earlier links stop working. */
export async function createPasswordReset(
  database: ControlDatabase,
  userId: string,
  { now }: Clock,
): Promise<string> {
  const at = now();
  const token = makeToken("reset");
  await transact(database, async (transaction) => {
    await transaction.deleteFrom("password_resets").where("user_id", "=", userId).execute();
    await transaction
      .insertInto("password_resets")
      .values({
        id: token.id,
        user_id: userId,
        token_hash: token.hash,
        created_at: at.toISOString(),
        expires_at: new Date(at.getTime() + LIFETIME_MS).toISOString(),
        used_at: null,
      })
      .execute();
  });
  return token.text;
}

interface PasswordReset {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
}

/** Returns the user of a reset link, or `undefined` if the link is used, expired, or unknown. */
export async function findPasswordReset(
  database: ControlDatabase,
  text: string,
  { now }: Clock,
): Promise<PasswordReset | undefined> {
  const token = parseToken("reset", text);
  if (token === undefined) return undefined;
  const row = await database
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["password_resets.token_hash", "password_resets.user_id", "users.email"])
    .where("password_resets.id", "=", token.id)
    .where("password_resets.used_at", "is", null)
    .where("password_resets.expires_at", ">", now().toISOString())
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (row === undefined || !sameHash(row.token_hash, token.hash)) return undefined;
  return { id: token.id, userId: row.user_id, email: row.email };
}

/** @throws CmsError `not_found` for an invalid link */
export async function requirePasswordReset(
  database: ControlDatabase,
  text: string,
  clock: Clock,
): Promise<PasswordReset> {
  const reset = await findPasswordReset(database, text, clock);
  if (reset === undefined) throw invalidLinkError();
  return reset;
}

/**
 * Sets a new password with a link. Ends the link and everything that the old password gave access to: all sessions, and
 * tokens unless they are kept (AUT-09, AUT-12).
 *
 * @throws CmsError `not_found` for an invalid link; `weak_password`, after which the link still works.
 */
export async function usePasswordReset(
  database: ControlDatabase,
  {
    token,
    password,
    keepTokens,
  }: { readonly token: string; readonly password: string; readonly keepTokens: boolean },
  { now }: Clock,
): Promise<{ readonly email: string; readonly userId: string }> {
  const reset = await requirePasswordReset(database, token, { now });
  const passwordHash = await hashPassword(password);
  await transact(database, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("password_resets")
      .set({ used_at: now().toISOString() })
      .where("id", "=", reset.id)
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw invalidLinkError();
    const { userId } = reset;
    await setPassword(transaction, { userId, passwordHash, revokeTokens: !keepTokens }, { now });
  });
  return { email: reset.email, userId: reset.userId };
}

/**
 * Returns the user whose password can be reset by mail. Users without a password use single sign-on, and must not get
 * in by mail after losing access there.
 */
async function findResettableUser(
  database: ControlDatabase,
  email: string,
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  return database
    .selectFrom("users")
    .select(["id", "email"])
    .where("email", "=", email.trim().normalize("NFC").toLowerCase())
    .where("disabled_at", "is", null)
    .where("password_hash", "is not", null)
    .executeTakeFirst();
}

function invalidLinkError(): CmsError {
  return new CmsError("not_found", "This link is invalid or has expired.");
}

/**
 * Mails a reset link if the email address has an account. Runs in the background, so that neither the response nor its
 * timing reveals whether it has one (AUT-05).
 *
 * @throws CmsError `passwords_disabled`
 */
export function requestPasswordReset(deps: PasswordResetDeps, email: string): void {
  requirePasswords(deps);
  deps.background.run(async () => {
    const user = await findResettableUser(deps.database, email);
    if (user === undefined || !(await canMail(deps, user.id))) return;
    const token = await createPasswordReset(deps.database, user.id, deps);
    deps.mailer.post({
      to: user.email,
      subject: "Reset your Loam password",
      text: [
        "Someone requested a new password for this email address.",
        "Set a new password (the link works once and expires in one hour):",
        passwordResetLink(deps.baseUrl, token),
        "If you didn’t request this, you can ignore this email. Your password won’t change.",
      ].join("\n\n"),
    });
  });
}

export function passwordResetLink(baseUrl: string, token: string): string {
  return `${baseUrl}/password-reset/${token}`;
}

/** Prevents flooding a user's mailbox. The response must not reveal that no mail was sent. */
async function canMail({ limits }: PasswordResetDeps, userId: string): Promise<boolean> {
  try {
    await limits.mails.take(userId);
    return true;
  } catch (error) {
    if (error instanceof CmsError) return false;
    throw error;
  }
}
