import { createHash } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import {
  makeSealingKeys,
  openSecrets,
  type SealedSecret,
  type SecretPlace,
} from "@loam/cms-core/seal";
import { putIdentityOnce, readIdentity } from "../state/identity.ts";
import type { WorkerState } from "../state/open-state.ts";
import type { Sealer } from "./sealer.ts";

/** The key pair for encrypting secrets to this worker. */
export interface WorkerKeyPair {
  /** base64url of the 32 bytes of an X25519 key. */
  readonly publicKey: string;
  /** People compare it to verify that HQ shows the key of this worker. */
  readonly fingerprint: string;
  /** @throws CmsError `secret_unreadable` if it was encrypted for another worker or place, or modified */
  openSealed(sealed: SealedSecret, place: SecretPlace): Promise<string>;
}

/** Place of the private key in the state. */
const PLACE = ["identity", "key_pair"];

/** Returns the key pair of this worker, which is created on first use. */
export async function openKeyPair(state: WorkerState, sealer: Sealer): Promise<WorkerKeyPair> {
  const stored = readIdentity(state, "key_pair");
  const sealed = stored ?? putIdentityOnce(state, "key_pair", sealer.seal(await makePair(), PLACE));
  const [publicKey = "", privateKey = ""] = sealer.open(sealed, PLACE).split(".");
  const open = await openSecrets(privateKey);
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    async openSealed(given, place) {
      try {
        return await open(given, place);
      } catch (cause) {
        throw new CmsError(
          "secret_unreadable",
          `The secret ${place.key} was not encrypted for this worker, or was changed in transit. Set it again.`,
          { cause },
        );
      }
    },
  };
}

/** Returns the first 16 hex digits of the key's SHA-256, in groups of four. */
export function fingerprintOf(publicKey: string): string {
  const bytes = Buffer.from(publicKey, "base64url");
  const digits = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  return digits.match(/.{4}/g)?.join(" ") ?? "";
}

async function makePair(): Promise<string> {
  const { publicKey, privateKey } = await makeSealingKeys();
  return `${publicKey}.${privateKey}`;
}
