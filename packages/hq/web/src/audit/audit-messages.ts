const SITE_GROUPS = [
  "access",
  "read-key",
  "draft-key",
  "webhook",
  "site",
  "transfer",
  "change",
  "upstream",
] as const;

const WORKSPACE_GROUPS = [
  "workspace",
  "member",
  "invitation",
  "plan",
  "features",
  "cms-request",
  "payment-method",
  ...SITE_GROUPS,
  "skill",
  "skills",
  "worker",
  "secret",
] as const;

const INSTANCE_GROUPS = ["user", "session", "token", ...WORKSPACE_GROUPS] as const;

/** The kind of target: the part of an event before the dot. */
export type AuditGroup = (typeof INSTANCE_GROUPS)[number];

/** Hidden on instances without plans and payment methods. */
export const BILLING_GROUPS: ReadonlySet<AuditGroup> = new Set(["plan", "payment-method"]);

/** The available groups, by log. */
export const AUDIT_GROUPS: Readonly<
  Record<"site" | "workspace" | "instance", readonly AuditGroup[]>
> = {
  site: SITE_GROUPS,
  workspace: WORKSPACE_GROUPS,
  instance: INSTANCE_GROUPS,
};

/** Events that have a message; others are shown by name. */
const EVENTS = [
  "access.granted",
  "access.removed",
  "account.changed",
  "assignment.changed",
  "audit.pruned",
  "audit.renewed",
  "change.merged",
  "change.reviewed",
  "cms-request.created",
  "cms-request.declined",
  "cms-request.withdrawn",
  "draft-key.regenerated",
  "features.changed",
  "identity.linking",
  "identity.unlinked",
  "instance.set-up",
  "invitation.accepted",
  "invitation.created",
  "invitation.revoked",
  "member.changed",
  "member.left",
  "member.removed",
  "memory.added",
  "memory.changed",
  "memory.deleted",
  "others.refused",
  "passkey.added",
  "passkey.removed",
  "password-reset.requested",
  "password-reset.used",
  "payment-method.changed",
  "payment-method.removed",
  "plan.changed",
  "project.changed",
  "project.created",
  "project.deleted",
  "read-key.created",
  "read-key.revoked",
  "run.cancelled",
  "run.started",
  "secret.deleted",
  "secret.set",
  "session.closed",
  "session.ended",
  "session.opened",
  "session.proven",
  "site.changed",
  "site.created",
  "site.deleted",
  "site.duplicated",
  "site.exported",
  "site.imported",
  "site.publishing-changed",
  "site.pushed",
  "site.rolled-back",
  "skill.changed",
  "skill.created",
  "skill.deleted",
  "skill-review.changed",
  "skill.reviewed",
  "skill.rolled-back",
  "skill.saved",
  "skills.merged",
  "skills.pushed",
  "token.created",
  "token.revoked",
  "totp.confirmed",
  "totp.recovery-codes-replaced",
  "totp.removed",
  "totp.started",
  "transfer.accepted",
  "transfer.declined",
  "transfer.requested",
  "transfer.withdrawn",
  "upstream.decided",
  "upstream.pulled",
  "upstream.removed",
  "upstream.set",
  "upstream.webhook-secret-renewed",
  "user.changed",
  "user.created",
  "variable.deleted",
  "variable.set",
  "webhook.changed",
  "webhook.created",
  "webhook.deleted",
  "webhook.redelivered",
  "webhook.secret-rotated",
  "webhook.tested",
  "worker.changed",
  "worker.created",
  "worker.revoked",
  "workflow.changed",
  "workflow.created",
  "workflow.deleted",
  "workspace.changed",
  "workspace.created",
  "workspace.deleted",
] as const;

type KnownEvent = (typeof EVENTS)[number];

/** Returns the message id of an event; undefined for an event without a message. */
export function auditMessageId(event: string): `audit.did.${KnownEvent}` | undefined {
  const known = EVENTS.find((one) => one === event);
  return known === undefined ? undefined : `audit.did.${known}`;
}
