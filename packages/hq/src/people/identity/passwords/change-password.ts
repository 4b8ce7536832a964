import type { ControlDatabase } from "../../../platform/db/database.ts";
import { transact } from "../../../platform/db/transact.ts";
import { claimantOfSession } from "../attempts/known-device.ts";
import {
  type CreatedSession,
  type OpenSession,
  renewSession,
  type Clock,
  endSessions,
} from "../sessions/sessions.ts";
import { revokeTokens } from "../tokens/personal-tokens.ts";
import { hashPassword } from "../users/password-hash.ts";
import { type PasswordDeps, provePassword } from "./prove-password.ts";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  /** Whether personal access tokens stay valid. */
  readonly keepTokens: boolean;
}

/**
 * Changes the password of a signed-in user. Only the current session remains (AUT-09).
 *
 * @throws CmsError `invalid_credentials`, `weak_password`, `rate_limited`
 */
export async function changePassword(
  deps: PasswordDeps & Clock,
  open: OpenSession,
  { currentPassword, password, keepTokens }: PasswordChange,
): Promise<CreatedSession> {
  const { user, session } = open;
  const answer = { email: user.email, password: currentPassword };
  await provePassword(deps, answer, claimantOfSession(open));
  const passwordHash = await hashPassword(password);
  return transact(deps.database, async (transaction) => {
    await setPassword(
      transaction,
      { userId: user.id, passwordHash, keepSession: session.id, revokeTokens: !keepTokens },
      deps,
    );
    return renewSession(transaction, open, deps);
  });
}

interface NewPassword {
  readonly userId: string;
  readonly passwordHash: string;
  /** The session to keep. All others end. */
  readonly keepSession?: string;
  /** Personal access tokens give as much access as the password, so they are revoked unless their owner keeps them. */
  readonly revokeTokens: boolean;
}

/**
 * Sets a user's password and ends access gained with the old one: sessions, reset links, and optionally tokens
 * (AUT-09). Runs in one transaction and can be part of another.
 */
export async function setPassword(
  database: ControlDatabase,
  { userId, passwordHash, keepSession, revokeTokens: tokensToo }: NewPassword,
  { now }: Clock,
): Promise<void> {
  await database
    .updateTable("users")
    .set({ password_hash: passwordHash })
    .where("id", "=", userId)
    .execute();
  await database
    .updateTable("password_resets")
    .set({ used_at: now().toISOString() })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  await endSessions(database, {
    userId,
    ...(keepSession !== undefined && { except: keepSession }),
  });
  await database.deleteFrom("challenges").where("user_id", "=", userId).execute();
  if (tokensToo) await revokeTokens(database, userId, { now });
}
