/** What an act was done to: the part of its event before the dot. */
export const AUDIT_GROUPS = [
  "access",
  "read-key",
  "draft-key",
  "webhook",
  "site",
  "transfer",
  "change",
  "upstream",
] as const;

/** The acts that have words; any other is shown by its name. */
const EVENTS = [
  "access.granted",
  "access.removed",
  "change.merged",
  "change.reviewed",
  "draft-key.regenerated",
  "read-key.created",
  "read-key.revoked",
  "site.changed",
  "site.created",
  "site.duplicated",
  "site.exported",
  "site.publishing-changed",
  "site.pushed",
  "site.rolled-back",
  "site.deleted",
  "transfer.accepted",
  "transfer.requested",
  "transfer.withdrawn",
  "upstream.decided",
  "upstream.pulled",
  "upstream.removed",
  "upstream.set",
  "upstream.webhook-secret-renewed",
  "webhook.changed",
  "webhook.created",
  "webhook.deleted",
  "webhook.redelivered",
  "webhook.secret-rotated",
  "webhook.tested",
] as const;

type KnownEvent = (typeof EVENTS)[number];

/** The message that says what was done; undefined for an act without words. */
export function wordsOf(event: string): `audit.did.${KnownEvent}` | undefined {
  const known = EVENTS.find((one) => one === event);
  return known === undefined ? undefined : `audit.did.${known}`;
}
