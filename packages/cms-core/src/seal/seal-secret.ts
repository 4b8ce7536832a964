import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

/** A secret that only the worker can open, and only for the place it was sealed for. */
export interface SealedSecret {
  /** base64url. */
  readonly enc: string;
  /** base64url. */
  readonly ciphertext: string;
}

/** Where a secret belongs. Sealed with it, so that HQ, which forwards it, cannot change it. */
export interface SecretPlace {
  readonly workerId: string;
  /** Empty for a secret that the worker has in every workspace. */
  readonly workspaceId: string;
  readonly key: string;
}

/** The key pair of a worker: 32 bytes of X25519 each, base64url. */
export interface SealingKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const utf8 = new TextEncoder();
const INFO = utf8.encode("loam-secret/1");

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/**
 * Seals a secret to the public key of a worker (HPKE, RFC 9180, base mode) for `PUT …/secrets/{key}`. Browsers support
 * this only on pages over HTTPS or of the same machine: others have no Web Crypto.
 *
 * @param publicKey - X25519, base64url.
 */
export async function sealSecret(
  publicKey: string,
  place: SecretPlace,
  value: string,
): Promise<SealedSecret> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(toBytes(publicKey).buffer);
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: INFO },
    utf8.encode(value),
    placeBytes(place),
  );
  return { enc: toText(enc), ciphertext: toText(ct) };
}

/** Opens sealed secrets. @throws Error for another key, another place, or modified bytes */
export type SecretOpener = (sealed: SealedSecret, place: SecretPlace) => Promise<string>;

/** @param privateKey - X25519, base64url. */
export async function openSecrets(privateKey: string): Promise<SecretOpener> {
  const recipientKey = await suite.kem.deserializePrivateKey(toBytes(privateKey).buffer);
  return async ({ enc, ciphertext }, place) => {
    const opened = await suite.open(
      { recipientKey, enc: toBytes(enc), info: INFO },
      toBytes(ciphertext),
      placeBytes(place),
    );
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(opened);
  };
}

export async function makeSealingKeys(): Promise<SealingKeys> {
  const { publicKey, privateKey } = await suite.kem.generateKeyPair();
  return {
    publicKey: toText(await suite.kem.serializePublicKey(publicKey)),
    privateKey: toText(await suite.kem.serializePrivateKey(privateKey)),
  };
}

function placeBytes({ workerId, workspaceId, key }: SecretPlace): Uint8Array<ArrayBuffer> {
  return lengthPrefixed([workerId, workspaceId, key]);
}

/** Prefixes each text with its length as two bytes, so that different lists never produce the same bytes. */
export function lengthPrefixed(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = texts.map((text) => {
    const bytes = utf8.encode(text);
    return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
  });
  return Uint8Array.from(parts.flat());
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function toText(bytes: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(characters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
