import { createHmac } from "node:crypto";
import { CmsError } from "../base/errors.ts";

const PREFIX = "whsec_";
/** Standard Webhooks wants 24 to 64 bytes. */
const KEY_BYTES = { min: 24, max: 64 } as const;

/**
 * The bytes that a shown secret, `whsec_<base64>`, stands for.
 *
 * @throws CmsError `invalid` for text of another form, and for a key that is too short to be one
 */
export function signingKey(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const key = Buffer.from(text, "base64");
  const isWhole = key.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  if (isWhole && key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max) return key;
  throw new CmsError(
    "invalid",
    `The signing secret is not one: it is ${PREFIX} and ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes in base64, as it was shown once.`,
  );
}

export interface SignedContent {
  /** `webhook-id`. */
  readonly id: string;
  /** Seconds since 1970, as text: `webhook-timestamp`. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** The signature of the Standard Webhooks specification, without its `v1,`: base64. */
export function standardSignature(
  key: Buffer,
  { id, timestamp, body }: SignedContent,
): Buffer<ArrayBuffer> {
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
}
