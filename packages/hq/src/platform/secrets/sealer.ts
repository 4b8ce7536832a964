import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { KEY_BYTES, openText, sealText } from "@loam/cms-core/program";

/** Encrypts secrets that must be readable again. All others are stored as hashes. */
export interface Sealer {
  /** Encrypts text and binds it to `purpose`, which is not secret and names the owner. */
  seal(text: string, purpose: string): string;
  /**
   * @throws CmsError `secret_unreadable` if it was sealed with an unknown key or for another purpose, or was modified.
   */
  open(sealed: string, purpose: string): string;
  /** Signs public text for one purpose. Returns base64url without padding. */
  sign(text: string, purpose: string): string;
  /** Whether the signature was created by `sign` with any of the keys. */
  isSigned(text: string, signature: string, purpose: string): boolean;
}

/**
 * Creates a sealer that uses AES-256-GCM. The first key seals; every key opens what it has sealed. To rotate, put the
 * new key in front of the old one.
 */
export function createSealer([current, ...older]: readonly [Buffer, ...Buffer[]]): Sealer {
  const keys = new Map([current, ...older].map((key) => [keyId(key), key]));
  return {
    seal(text, purpose) {
      const bytes = sealText(text, current, Buffer.from(purpose));
      return `s1.${keyId(current)}.${bytes.toString("base64url")}`;
    },
    open(sealed, purpose) {
      const [form, id = "", bytes = ""] = sealed.split(".");
      const key = keys.get(id);
      if (form !== "s1" || key === undefined) throw unreadableError();
      return decrypt(Buffer.from(bytes, "base64url"), key, purpose);
    },
    sign: (text, purpose) => signatureOf(text, current, purpose).toString("base64url"),
    isSigned(text, signature, purpose) {
      const given = Buffer.from(signature, "base64url");
      return [current, ...older].some((key) => {
        const created = signatureOf(text, key, purpose);
        return created.length === given.length && timingSafeEqual(created, given);
      });
    },
  };
}

/** HMAC-SHA256 with a separate key per purpose. */
function signatureOf(text: string, key: Buffer, purpose: string): Buffer {
  const own = Buffer.from(hkdfSync("sha256", key, "", `loam sign ${purpose}`, KEY_BYTES));
  return createHmac("sha256", own).update(text).digest();
}

/** Generates a key for a sealer. */
export function makeSecretKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** Parses a base64 key. Returns `undefined` if it is not 32 bytes long. */
export function parseSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

function decrypt(bytes: Buffer, key: Buffer, purpose: string): string {
  try {
    return openText(bytes, key, Buffer.from(purpose));
  } catch (cause) {
    throw unreadableError(cause);
  }
}

/** Identifies the key that sealed a text without revealing anything about it. */
function keyId(key: Buffer): string {
  return createHash("sha256").update("loam key ").update(key).digest("hex").slice(0, 8);
}

function unreadableError(cause?: unknown): CmsError {
  return new CmsError(
    "secret_unreadable",
    "A stored secret cannot be decrypted because LOAM_SECRET_KEY is not the key it was encrypted with.",
    { cause },
  );
}
