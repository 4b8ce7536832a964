import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Invitation } from "./invitations.ts";

export interface InvitationMailDeps {
  readonly mailer: Mailer;
  readonly baseUrl: string;
}

/**
 * Mails an invited person the link. Where no mail is configured, the person who invites is given it instead: the link
 * proves that its address was reached only when it was sent there.
 */
export function mailInvitation(
  { mailer, baseUrl }: InvitationMailDeps,
  {
    invitation: { email },
    token,
    from,
  }: {
    readonly invitation: Invitation;
    readonly token: string;
    readonly from: {
      readonly name: string;
      /** Absent for an account alone. */ readonly workspace?: string;
    };
  },
): { readonly mailed: boolean; readonly link?: string } {
  const link = invitationLink(baseUrl, token);
  if (!mailer.delivers) return { mailed: false, link };
  mailer.post({
    to: email,
    subject: "You’re invited to Loam",
    text: [
      from.workspace === undefined
        ? `${from.name} invited you to Loam at ${baseUrl}.`
        : `${from.name} invited you to the workspace ${from.workspace}.`,
      `Accept the invitation (expires in 7 days):`,
      link,
      `If you weren’t expecting this email, you can ignore it.`,
    ].join("\n\n"),
  });
  return { mailed: true };
}

export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/invitation/${token}`;
}
