import { isIP } from "node:net";
import { CmsError } from "@loam/cms-core";
import type * as Webauthn from "@simplewebauthn/server";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";

// Browsers send more than is read here, and each year some more: what is unknown is left out.

interface CredentialHead {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: Record<string, never>;
}

/** What a browser answers when it has made a passkey: `PublicKeyCredential.toJSON()`. */
export interface RegistrationAnswer extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
}

/** What a browser answers when a passkey has signed. */
export interface AssertionAnswer extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

const base64url = z.string().regex(/^[\w-]{1,8192}$/);

const head = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

export const registrationSchema: z.ZodType<RegistrationAnswer> = z.object({
  ...head,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,32}$/))
      .max(10)
      .default([]),
  }),
});

export const assertionSchema: z.ZodType<AssertionAnswer> = z.object({
  ...head,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether it is kept on several devices, by a password manager or the like. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(
  database: ControlDatabase,
  userId: string,
): Promise<readonly Passkey[]> {
  const rows = await database
    .selectFrom("passkeys")
    .select(["id", "name", "backed_up", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(describe);
}

/** @throws CmsError `not_found` for an id that is no passkey of this person. */
export async function removePasskey(
  database: ControlDatabase,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom("passkeys")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new CmsError("not_found", "Passkey not found.");
}

function describe(row: {
  readonly id: string;
  readonly name: string;
  readonly backed_up: number;
  readonly created_at: string;
  readonly last_used_at: string | null;
}): Passkey {
  return {
    id: row.id,
    name: row.name,
    backedUp: row.backed_up === 1,
    createdAt: row.created_at,
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}

/** For whom authenticators sign: passkeys of one address work at no other (WebAuthn). */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party of an instance.
 *
 * @throws CmsError `not_supported` where people reach it by an IP address: browsers make passkeys for
 * names alone.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) === 0) return { id: hostname, origin };
  throw new CmsError(
    "not_supported",
    "Passkeys need a host name. Set LOAM_BASE_URL to a URL with one (http://localhost:<port> on this machine).",
  );
}

/** Three hundred modules, a sixth of all that a server consists of: loaded with the first passkey. */
export async function loadWebauthn(): Promise<typeof Webauthn> {
  return import("@simplewebauthn/server");
}
