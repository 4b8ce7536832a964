import { createHmac } from "node:crypto";
import { signingKey, standardSignature } from "./signing-key.ts";

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
