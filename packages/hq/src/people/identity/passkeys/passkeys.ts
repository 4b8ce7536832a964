import { isIP } from "node:net";
import { CmsError } from "@loam/cms-core";
import type * as Webauthn from "@simplewebauthn/server";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";

// Browsers send more fields than are read here, and add new ones each year. Unknown fields are ignored.

interface CredentialHead {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: Record<string, never>;
}

/** The browser's response after creating a passkey: `PublicKeyCredential.toJSON()`. */
export interface RegistrationAnswer extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
}

/** The browser's response after signing with a passkey. */
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

/** A passkey as shown to its owner. */
export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** Whether it is synced between devices, for example by a password manager. */
  readonly backedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt?: string;
}

/** Lists the passkeys of a user, oldest first. */
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

/** @throws CmsError `not_found` if the user has no such passkey. */
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

/** The domain that authenticators sign for. Passkeys of one domain don't work on another (WebAuthn). */
interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party of an instance.
 *
 * @throws CmsError `not_supported` if HQ is reached by an IP address: browsers create passkeys only for domain names.
 */
export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) === 0) return { id: hostname, origin };
  throw new CmsError(
    "not_supported",
    "Passkeys need a host name. Set LOAM_BASE_URL to a URL with one (http://localhost:<port> on this machine).",
  );
}

/** Loaded with the first passkey: 300 modules, a sixth of the whole server. */
export async function loadWebauthn(): Promise<typeof Webauthn> {
  return import("@simplewebauthn/server");
}
