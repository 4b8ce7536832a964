import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

/** A secret that only the worker can open, and only for the place it was sealed for. */
export interface SealedSecret {
  /** base64url. */
  readonly enc: string;
  /** base64url. */
  readonly ciphertext: string;
}

/** Where a secret belongs. Sealed with it, so that it cannot be stored elsewhere. */
export interface SecretPlace {
  readonly workerId: string;
  /** Empty for a secret that the worker has in every workspace. */
  readonly workspaceId: string;
  readonly key: string;
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
  { workerId, workspaceId, key }: SecretPlace,
  value: string,
): Promise<SealedSecret> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(toBytes(publicKey).buffer);
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: INFO },
    utf8.encode(value),
    lengthPrefixed([workerId, workspaceId, key]),
  );
  return { enc: toText(enc), ciphertext: toText(ct) };
}

/** Prefixes each text with its length as two bytes, so that different lists never produce the same bytes. */
function lengthPrefixed(texts: readonly string[]): Uint8Array<ArrayBuffer> {
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
