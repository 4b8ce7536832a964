import { createHmac } from "node:crypto";
import { CmsError } from "../base/errors.ts";

export interface SignWebhook {
  /** As it was shown: `whsec_<base64>`. */
  readonly secret: string;
  /** The secret before, while it is still accepted after a rotation. */
  readonly previousSecret?: string;
  /** Of the event, the same over retries. */
  readonly id: string;
  /** Of this attempt. */
  readonly when: Date;
  /** Exactly the bytes that are sent. */
  readonly body: string | Uint8Array;
}

/**
 * The headers that sign a webhook: `x-cms-signature`, the lower-case hex HMAC-SHA256 of the body keyed by
 * the secret as it is shown; and those of Standard Webhooks, which also cover id and time. After a
 * rotation the secret before signs, too: second in `webhook-signature`, and alone in
 * `x-cms-signature-previous`.
 *
 * @throws CmsError `invalid` for text that is no secret, or for less than 24 bytes
 */
export function signWebhook({
  secret,
  previousSecret,
  id,
  when,
  body,
}: SignWebhook): Record<string, string> {
  const timestamp = String(Math.floor(when.getTime() / 1000));
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const signatures = secrets.map((text) => {
    const signature = standardSignature(signingKey(text), { id, timestamp, body });
    return `v1,${signature.toString("base64")}`;
  });
  return {
    "x-cms-signature": bodySignature(secret, body),
    ...(previousSecret !== undefined && {
      "x-cms-signature-previous": bodySignature(previousSecret, body),
    }),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

function bodySignature(secret: string, body: string | Uint8Array): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

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
    `The signing secret is invalid. Use the secret as it was shown: ${PREFIX} followed by ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes in base64.`,
  );
}

interface SignedContent {
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
