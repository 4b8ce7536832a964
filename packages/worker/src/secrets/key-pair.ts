import { createHash } from "node:crypto";
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";
import { CmsError } from "@loam/cms-core";
import { putIdentityOnce, readIdentity } from "../state/identity.ts";
import type { WorkerState } from "../state/open-state.ts";
import { placeBytes, type Sealer } from "./sealer.ts";

/** A secret encrypted for one worker (HPKE, RFC 9180, base mode). */
export interface SealedSecret {
  /** base64url */
  readonly enc: string;
  /** base64url */
  readonly ciphertext: string;
}

/** Destination of a secret; HQ, which forwards it, cannot change it. */
export interface SecretPlace {
  readonly workerId: string;
  readonly workspaceId: string;
  readonly key: string;
}

/** The key pair for encrypting secrets to this worker. */
export interface WorkerKeyPair {
  /** base64url of the 32 bytes of an X25519 key. */
  readonly publicKey: string;
  /** People compare it to verify that HQ shows the key of this worker. */
  readonly fingerprint: string;
  /** @throws CmsError `secret_unreadable` if it was encrypted for another worker or place, or modified */
  openSealed(sealed: SealedSecret, place: SecretPlace): Promise<string>;
}

const INFO = Buffer.from("loam-secret/1");
/** Place of the private key in the state. */
const PLACE = ["identity", "key_pair"];

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** Returns the key pair of this worker, which is created on first use. */
export async function openKeyPair(state: WorkerState, sealer: Sealer): Promise<WorkerKeyPair> {
  const stored = readIdentity(state, "key_pair");
  const sealed = stored ?? putIdentityOnce(state, "key_pair", sealer.seal(await makePair(), PLACE));
  const [publicKey = "", privateKey = ""] = sealer.open(sealed, PLACE).split(".");
  const recipientKey = await suite.kem.deserializePrivateKey(toBytes(privateKey));
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    async openSealed({ enc, ciphertext }, place) {
      try {
        const opened = await suite.open(
          { recipientKey, enc: toBytes(enc), info: INFO },
          toBytes(ciphertext),
          secretPlaceBytes(place),
        );
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
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

/** Encrypts a secret with a worker's public key, as a client does before it asks HQ to forward the secret. */
export async function sealSecret(
  publicKey: string,
  value: string,
  place: SecretPlace,
): Promise<SealedSecret> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(toBytes(publicKey));
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: INFO },
    Buffer.from(value),
    secretPlaceBytes(place),
  );
  return {
    enc: Buffer.from(enc).toString("base64url"),
    ciphertext: Buffer.from(ct).toString("base64url"),
  };
}

/** Returns the first 16 hex digits of the key's SHA-256, in groups of four. */
export function fingerprintOf(publicKey: string): string {
  const digits = createHash("sha256").update(toBytes(publicKey)).digest("hex").slice(0, 16);
  return digits.match(/.{4}/g)?.join(" ") ?? "";
}

async function makePair(): Promise<string> {
  const pair = await suite.kem.generateKeyPair();
  const keys = [
    await suite.kem.serializePublicKey(pair.publicKey),
    await suite.kem.serializePrivateKey(pair.privateKey),
  ];
  return keys.map((key) => Buffer.from(key).toString("base64url")).join(".");
}

function secretPlaceBytes({ workerId, workspaceId, key }: SecretPlace): Buffer<ArrayBuffer> {
  return placeBytes([workerId, workspaceId, key]);
}

function toBytes(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, "base64url");
}
