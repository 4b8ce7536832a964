import { CmsError } from "@loam/cms-core";
import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { createChallenge, findChallenge, takeChallenge } from "../attempts/challenges.ts";
import type { Clock } from "../sessions/sessions.ts";
import type { User } from "../users/users.ts";
import {
  type RegistrationAnswer,
  loadWebauthn,
  listPasskeys,
  type Passkey,
  relyingPartyOf,
} from "./passkeys.ts";

export interface PasskeyDeps extends Clock {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
}

const MAX_PASSKEYS = 50;

/**
 * Creates the options for a new passkey, which requires user verification and works without entering an email address.
 */
export async function startRegistration(
  deps: PasskeyDeps,
  user: User,
): Promise<{
  readonly challenge: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}> {
  const { database, baseUrl } = deps;
  const present = await listPasskeys(database, user.id);
  if (present.length >= MAX_PASSKEYS) {
    throw new CmsError("conflict", `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: "Loam",
    rpID: relyingPartyOf(baseUrl).id,
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: "none",
    excludeCredentials: present.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const data = options.challenge;
  const kind = "passkey-registration";
  return {
    challenge: await createChallenge(database, { kind, userId: user.id, data }, deps),
    options,
  };
}

/**
 * Stores a new passkey.
 *
 * @throws CmsError `invalid_credentials` if the response doesn't match the challenge, `id_taken` if the passkey is
 * already registered.
 */
export async function finishRegistration(
  deps: PasskeyDeps,
  {
    userId,
    challenge,
    name,
    credential,
  }: {
    readonly userId: string;
    readonly challenge: string;
    readonly name: string;
    readonly credential: RegistrationAnswer;
  },
): Promise<Passkey> {
  const { database, baseUrl, now } = deps;
  const pending = await findChallenge(database, "passkey-registration", challenge, deps);
  if (pending?.userId !== userId || !(await takeChallenge(database, pending.id)))
    throw mismatchError();
  const { id: rpId, origin } = relyingPartyOf(baseUrl);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: pending.data,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw mismatchError(cause);
  });
  if (registrationInfo === undefined) throw mismatchError();
  const { id, publicKey, counter } = registrationInfo.credential;
  const row = {
    id,
    user_id: userId,
    name,
    public_key: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: credential.response.transports.join(" "),
    backed_up: registrationInfo.credentialBackedUp ? 1 : 0,
    created_at: now().toISOString(),
    last_used_at: null,
  };
  const { numInsertedOrUpdatedRows } = await database
    .insertInto("passkeys")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n)
    throw new CmsError("id_taken", "This passkey is already registered.");
  return { id, name, backedUp: row.backed_up === 1, createdAt: row.created_at };
}

function mismatchError(cause?: unknown): CmsError {
  return new CmsError(
    "invalid_credentials",
    "The passkey does not match the request. Start again.",
    {
      cause,
    },
  );
}
