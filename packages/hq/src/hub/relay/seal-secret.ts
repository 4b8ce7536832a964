import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

/** A secret that only the worker can open, and only as what it was sealed for. */
export interface SealedSecret {
  /** base64url. */
  readonly enc: string;
  /** base64url. */
  readonly ciphertext: string;
}

/** Where a secret belongs: sealed along, so that nobody can keep it as another. */
export interface SecretPlace {
  readonly workerId: string;
  readonly workspaceId: string;
  readonly key: string;
}

const INFO = new TextEncoder().encode("loam-secret/1");

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});

/** Seals a secret to the public key of a worker (HPKE, RFC 9180, base mode). */
export async function sealSecret(
  publicKey: string,
  { workerId, workspaceId, key }: SecretPlace,
  value: string,
): Promise<SealedSecret> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(
    Uint8Array.from(Buffer.from(publicKey, "base64url")).buffer,
  );
  const { enc, ct } = await suite.seal(
    { recipientPublicKey, info: INFO },
    new TextEncoder().encode(value),
    lengthPrefixed([workerId, workspaceId, key]),
  );
  return { enc: toText(enc), ciphertext: toText(ct) };
}

/** Each text behind its length in bytes, as two bytes: no two lists are the same bytes. */
function lengthPrefixed(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const parts = texts.map((text) => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes.length);
    return Buffer.concat([length, bytes]);
  });
  return Uint8Array.from(Buffer.concat(parts));
}

function toText(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString("base64url");
}
