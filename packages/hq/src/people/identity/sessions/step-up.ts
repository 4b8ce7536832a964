import { CmsError } from "@loam/cms-core";
import type { AssertionAnswer } from "../passkeys/credential-schemas.ts";
import { provePasskey } from "../passkeys/prove-passkey.ts";
import type { PasskeyDeps } from "../passkeys/register-passkey.ts";
import { totpState } from "../totp/totp.ts";
import { type CreatedSession, type OpenSession, renewSession } from "./sessions.ts";
import { type CodeAnswer, proveCode, provePassword, type SignInDeps } from "./sign-in.ts";

/** A password, with a code where codes are asked for; or a passkey. */
export type StepUpAnswer =
  | ({ readonly password: string } & CodeAnswer)
  | { readonly challenge: string; readonly credential: AssertionAnswer };

/**
 * Lets a signed-in person prove again who they are; the session goes on under a new cookie.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`, `unavailable`
 */
export async function stepUp(
  deps: SignInDeps & PasskeyDeps,
  open: OpenSession,
  answer: StepUpAnswer,
): Promise<CreatedSession> {
  const { user, session } = open;
  if ("credential" in answer) {
    await provePasskey(deps, { ...answer, userId: user.id });
  } else {
    await provePassword(deps, { email: user.email, password: answer.password }, session);
    const { enabled } = await totpState(deps.database, user.id);
    if (enabled) await proveCode(deps, user.id, answer);
    else if (answer.code !== undefined || answer.recoveryCode !== undefined) {
      throw new CmsError("invalid", "No codes are asked for here; leave it out.");
    }
  }
  return renewSession(deps.database, open, deps);
}
