import { randomBytes } from "node:crypto";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { WebhookRow } from "../../sites/outbox/webhooks-table.ts";

const SECRET_BYTES = 32;
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Generates a signing secret: `whsec_<base64>`. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Binds a sealed secret to its webhook, so that it cannot be opened in another row. */
export function sealSecret(sealer: Sealer, webhookId: string, secret: string): string {
  return sealer.seal(secret, `webhook:${webhookId}`);
}

export interface OpenSecrets {
  readonly secret: string;
  /** Also signs for a day after a rotation. */
  readonly previousSecret?: string;
}

/** @throws CmsError `secret_unreadable` */
export function openSecrets(
  sealer: Sealer,
  {
    id,
    secret,
    previous_secret,
    previous_until,
  }: Pick<WebhookRow, "id" | "secret" | "previous_secret" | "previous_until">,
  now: Date,
): OpenSecrets {
  const open = (sealed: string): string => sealer.open(sealed, `webhook:${id}`);
  const isCurrent = previous_until !== null && previous_until > now.toISOString();
  return {
    secret: open(secret),
    ...(previous_secret !== null && isCurrent && { previousSecret: open(previous_secret) }),
  };
}

/** Returns how long a secret that is rotated now keeps signing. */
export function overlapEnd(now: Date): string {
  return new Date(now.getTime() + OVERLAP_MS).toISOString();
}
