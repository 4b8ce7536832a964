import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { KEY_BYTES, openText, sealText } from "@loam/cms-core/program";

/** Keeps secrets that must be read again; everything else is stored as a hash. */
export interface Sealer {
  /** Encrypts text for one purpose, which is no secret and names whose it is. */
  seal(text: string, purpose: string): string;
  /**
   * @throws CmsError `secret_unreadable` when it was sealed with a key that is not here, for another
   * purpose, or was changed.
   */
  open(sealed: string, purpose: string): string;
  /** Signs text that everybody may read, for one purpose: base64url without padding. */
  sign(text: string, purpose: string): string;
  /** Whether this is what `sign` makes, by any of the keys. */
  isSigned(text: string, signature: string, purpose: string): boolean;
}

/**
 * A sealer over AES-256-GCM. The first key seals, every key opens what it has sealed: a new key is
 * put in front of the old one.
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
      if (form !== "s1" || key === undefined) throw unreadable();
      return decrypt(Buffer.from(bytes, "base64url"), key, purpose);
    },
    sign: (text, purpose) => signatureOf(text, current, purpose).toString("base64url"),
    isSigned(text, signature, purpose) {
      const given = Buffer.from(signature, "base64url");
      return [current, ...older].some((key) => {
        const made = signatureOf(text, key, purpose);
        return made.length === given.length && timingSafeEqual(made, given);
      });
    },
  };
}

/** HMAC-SHA256, by a key of its own for each purpose. */
function signatureOf(text: string, key: Buffer, purpose: string): Buffer {
  const own = Buffer.from(hkdfSync("sha256", key, "", `loam sign ${purpose}`, KEY_BYTES));
  return createHmac("sha256", own).update(text).digest();
}

/** Makes a key for a sealer. */
export function makeSecretKey(): Buffer {
  return randomBytes(KEY_BYTES);
}

/** The key that base64 text stands for, or `undefined` when it is not 32 bytes long. */
export function parseSecretKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), "base64");
  return key.length === KEY_BYTES ? key : undefined;
}

function decrypt(bytes: Buffer, key: Buffer, purpose: string): string {
  try {
    return openText(bytes, key, Buffer.from(purpose));
  } catch (cause) {
    throw unreadable(cause);
  }
}

/** Says which key sealed a text, and nothing about the key. */
function keyId(key: Buffer): string {
  return createHash("sha256").update("loam key ").update(key).digest("hex").slice(0, 8);
}

function unreadable(cause?: unknown): CmsError {
  return new CmsError(
    "secret_unreadable",
    "A stored secret cannot be decrypted because LOAM_SECRET_KEY is not the key it was encrypted with.",
    { cause },
  );
}
