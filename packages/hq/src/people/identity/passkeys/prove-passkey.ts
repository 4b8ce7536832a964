import { CmsError } from "@loam/cms-core";
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { createChallenge, findChallenge, takeChallenge } from "../attempts/challenges.ts";
import { type User, findEnabledUser } from "../users/users.ts";
import { type AssertionAnswer, loadWebauthn, listPasskeys, relyingPartyOf } from "./passkeys.ts";
import type { PasskeyDeps } from "./register-passkey.ts";

export interface PasskeyQuestion {
  /** Sent back with the answer. */
  readonly challenge: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Creates a challenge to be signed by any passkey of this instance, or by one of the given user. */
export async function askForPasskey(deps: PasskeyDeps, userId?: string): Promise<PasskeyQuestion> {
  const { database, baseUrl } = deps;
  const known = userId === undefined ? [] : await listPasskeys(database, userId);
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(baseUrl).id,
    allowCredentials: known.map(({ id }) => ({ id })),
    userVerification: "required",
  });
  const challenge = await createChallenge(
    database,
    {
      kind: userId === undefined ? "passkey-sign-in" : "passkey-step-up",
      data: options.challenge,
      ...(userId !== undefined && { userId }),
    },
    deps,
  );
  return { challenge, options };
}

/**
 * Returns the owner of the passkey that signed the challenge. The owner has unlocked it, so it counts as both a
 * password and a second factor.
 *
 * @throws CmsError `invalid_credentials`; even a wrong answer uses up the challenge.
 */
export async function provePasskey(
  deps: PasskeyDeps,
  {
    challenge,
    credential,
    userId,
  }: {
    readonly challenge: string;
    readonly credential: AssertionAnswer;
    /** The expected owner, if known. */
    readonly userId?: string;
  },
): Promise<User> {
  const { database } = deps;
  const kind = userId === undefined ? "passkey-sign-in" : "passkey-step-up";
  const pending = await findChallenge(database, kind, challenge, deps);
  if (pending === undefined || pending.userId !== userId) throw notProvenError();
  if (!(await takeChallenge(database, pending.id))) throw notProvenError();
  const owner = await verify(deps, { expected: pending.data, credential });
  const user = await findEnabledUser({ database }, owner);
  if (user === undefined || (userId !== undefined && owner !== userId)) throw notProvenError();
  return user;
}

/** Verifies the signature, stores the new counter, and returns the owner's id. */
async function verify(
  { database, baseUrl, now }: PasskeyDeps,
  { expected, credential }: { readonly expected: string; readonly credential: AssertionAnswer },
): Promise<string> {
  const known = await findKey(database, credential.id);
  if (known === undefined) throw notProvenError();
  const { id: rpId, origin } = relyingPartyOf(baseUrl);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: expected,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(known.public_key, "base64url")),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw notProvenError(cause);
  });
  if (!verified) throw notProvenError();
  const { numUpdatedRows } = await database
    .updateTable("passkeys")
    .set({
      counter: authenticationInfo.newCounter,
      backed_up: authenticationInfo.credentialBackedUp ? 1 : 0,
      last_used_at: now().toISOString(),
    })
    .where("id", "=", credential.id)
    .where("counter", "=", known.counter)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw notProvenError();
  return known.user_id;
}

function findKey(
  database: ControlDatabase,
  id: string,
): Promise<
  { readonly user_id: string; readonly public_key: string; readonly counter: number } | undefined
> {
  return database
    .selectFrom("passkeys")
    .select(["user_id", "public_key", "counter"])
    .where("id", "=", id)
    .executeTakeFirst();
}

function notProvenError(cause?: unknown): CmsError {
  return new CmsError("invalid_credentials", "This passkey cannot sign you in. Start again.", {
    cause,
  });
}
