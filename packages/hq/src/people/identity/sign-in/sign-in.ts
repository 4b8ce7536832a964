import { CmsError } from "@loam/cms-core";
import type { AuditedPerson } from "../../../api/route.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { createChallenge, findChallenge, takeChallenge } from "../attempts/challenges.ts";
import { type Claimant, claimantOfSession } from "../attempts/known-device.ts";
import { userOfExternal } from "../oidc/external-identities.ts";
import { type GroupRightsDeps, withGroupRights } from "../oidc/group-rights.ts";
import type { OidcPerson } from "../oidc/oidc-client.ts";
import type { OidcDeps } from "../oidc/oidc-flow.ts";
import type { AssertionAnswer } from "../passkeys/passkeys.ts";
import { provePasskey } from "../passkeys/prove-passkey.ts";
import type { PasskeyDeps } from "../passkeys/register-passkey.ts";
import {
  normalizeEnteredEmail,
  type PasswordAnswer,
  type PasswordDeps,
  provePassword,
} from "../passwords/prove-password.ts";
import {
  type Client,
  createSession,
  type CreatedSession,
  endSession,
  type OpenSession,
  renewSession,
} from "../sessions/sessions.ts";
import { type CodeAnswer, type CodeDeps, proveCode, wrongCode } from "../totp/prove-code.ts";
import { totpState } from "../totp/totp.ts";
import { findEnabledUser } from "../users/users.ts";

/** Dependencies of all ways to sign in. */
export interface SignInDeps extends PasswordDeps, CodeDeps, PasskeyDeps {
  readonly limits: SignInLimits;
}

export type SignInResult =
  | { readonly kind: "session"; readonly session: CreatedSession }
  /** The password was correct. A code must follow with this challenge within five minutes. */
  | { readonly kind: "second-factor"; readonly challenge: string };

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
  if (!enabled) {
    const session = await createSession(deps.database, { user, method: "password", client }, deps);
    return { kind: "session", session };
  }
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
  return createSession(deps.database, { user, method: "password", client }, deps);
}

/** A passkey's signature of a challenge. */
export interface PasskeyAnswer {
  readonly challenge: string;
  readonly credential: AssertionAnswer;
}

/**
 * Signs in a user with a passkey, which counts as both a password and a second factor.
 *
 * @throws CmsError `invalid_credentials`
 */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  answer: PasskeyAnswer,
  client: Client,
): Promise<CreatedSession> {
  const user = await provePasskey(deps, answer);
  return createSession(deps.database, { user, method: "passkey", client }, deps);
}

export interface OidcSignInDeps extends OidcDeps, GroupRightsDeps {}

/**
 * Signs in a user whom the issuer authenticated, with the roles of their groups. The browser's previous session ends.
 *
 * @throws CmsError `forbidden`
 */
export async function signInWithOidc(
  deps: OidcSignInDeps,
  person: OidcPerson,
  { client, present }: { readonly client: Client; readonly present: OpenSession | undefined },
): Promise<CreatedSession> {
  const { database, now } = deps;
  const { allowedDomains = [], groupRules = [] } = deps.oidc ?? {};
  const known = await userOfExternal(database, person, { allowedDomains, now });
  const user = await withGroupRights(deps, known, { person, groupRules });
  if (present !== undefined) {
    await endSession(database, { userId: present.user.id, id: present.session.id });
  }
  return createSession(database, { user, method: "oidc", client }, deps);
}

/** A password, with a code if two-factor authentication is on, or a passkey. */
type StepUpAnswer = ({ readonly password: string } & CodeAnswer) | PasskeyAnswer;

/**
 * Reauthenticates a signed-in user. The session continues with a new cookie.
 *
 * @throws CmsError `invalid_credentials`, `rate_limited`, `unavailable`
 */
export async function stepUp(
  deps: SignInDeps,
  open: OpenSession,
  answer: StepUpAnswer,
): Promise<CreatedSession> {
  const { user } = open;
  if ("credential" in answer) {
    await provePasskey(deps, { ...answer, userId: user.id });
  } else {
    const claimant = claimantOfSession(open);
    await provePassword(deps, { email: user.email, password: answer.password }, claimant);
    const { enabled } = await totpState(deps.database, user.id);
    if (enabled) await proveCode(deps, { userId: user.id, answer }, claimant);
    else if (answer.code !== undefined || answer.recoveryCode !== undefined) {
      throw new CmsError("invalid", "Two-factor authentication is not set up. Omit the code.");
    }
  }
  return renewSession(deps.database, open, { now: deps.now, extended: true });
}

/** Returns the user and session for the audit log. */
export function audited({ user, session }: Pick<OpenSession, "user" | "session">): AuditedPerson {
  return { userId: user.id, credential: { kind: "session", id: session.id } };
}
