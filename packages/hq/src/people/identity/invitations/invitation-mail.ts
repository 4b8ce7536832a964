import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { Invitation } from "./invitations.ts";

export interface InvitationMailDeps {
  readonly mailer: Mailer;
  readonly baseUrl: string;
}

/**
 * Mails the link to an invited user. Without mail, the inviting user gets it instead: the link proves ownership of the
 * email address only if it was sent there.
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
      /** Absent for an account without a workspace. */ readonly workspace?: string;
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
