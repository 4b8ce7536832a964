import { createHmac } from "node:crypto";
import { CmsError } from "../base/errors.ts";

export interface SignWebhook {
  /** Secret as displayed: `whsec_<base64>`. */
  readonly secret: string;
  /** Previous secret, while it is still accepted after a rotation. */
  readonly previousSecret?: string;
  /** Id of the event, the same for all attempts. */
  readonly id: string;
  /** Time of this attempt. */
  readonly when: Date;
  /** The exact bytes that are sent. */
  readonly body: string | Uint8Array;
}

/**
 * Returns the headers that sign a webhook: `x-cms-signature`, the lowercase hex HMAC-SHA256 of the body with the secret
 * as displayed, and those of Standard Webhooks, which also cover the id and the time. After a rotation, the previous
 * secret signs as well: as the second signature in `webhook-signature`, and in `x-cms-signature-previous`.
 *
 * @throws CmsError `invalid` for text that isn't a secret, or for less than 24 bytes
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
/** Standard Webhooks requires 24 to 64 bytes. */
const KEY_BYTES = { min: 24, max: 64 } as const;

/**
 * Decodes the key in a displayed secret, `whsec_<base64>`.
 *
 * @throws CmsError `invalid` for text in another format, and for a key that is too short
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
  /** Value of `webhook-id`. */
  readonly id: string;
  /** Value of `webhook-timestamp`: seconds since 1970, as text. */
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/** Returns the signature of the Standard Webhooks specification in base64, without its `v1,`. */
export function standardSignature(
  key: Buffer,
  { id, timestamp, body }: SignedContent,
): Buffer<ArrayBuffer> {
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
}
