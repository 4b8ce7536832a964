import { transact } from "../../../platform/db/transact.ts";
import { type CreatedSession, type OpenSession, renewSession } from "../sessions/sessions.ts";
import { provePassword, type SignInDeps } from "../sessions/sign-in.ts";
import { hashPassword } from "./passwords.ts";
import { setPassword } from "./set-password.ts";

export interface PasswordChange {
  readonly currentPassword: string;
  readonly password: string;
  /** Whether personal access tokens go on. */
  readonly keepTokens: boolean;
}

/**
 * Changes the password of a signed-in person, who stays signed in here alone (AUT-09).
 *
 * @throws CmsError `invalid_credentials`, `weak_password`, `rate_limited`
 */
export async function changePassword(
  deps: SignInDeps,
  open: OpenSession,
  { currentPassword, password, keepTokens }: PasswordChange,
): Promise<CreatedSession> {
  const { user, session } = open;
  await provePassword(deps, { email: user.email, password: currentPassword }, session);
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
