import { CmsError } from "@loam/cms-core";
import type { Identity } from "../identity.ts";
import { requirePasswords } from "../passwords/require-passwords.ts";
import { createPasswordReset, findResettableUser } from "./password-resets.ts";

/**
 * Mails a reset link to an address that has an account. It goes on after the caller was answered, so
 * that neither the answer nor its time tells whether there is one (AUT-05).
 *
 * @throws CmsError `passwords_disabled`
 */
export function requestPasswordReset(identity: Identity, email: string): void {
  requirePasswords(identity);
  identity.background.run(async () => {
    const user = await findResettableUser(identity.database, email);
    if (user === undefined || !(await mayMail(identity, user.id))) return;
    const token = await createPasswordReset(identity.database, user.id, identity);
    identity.mailer.post({
      to: user.email,
      subject: "Choose another password for Loam",
      text: [
        "Somebody asked for another password for this address.",
        "Open this link within an hour to choose one; it works once:",
        passwordResetLink(identity.baseUrl, token),
        "If it was not you, do nothing: your password stays as it is.",
      ].join("\n\n"),
    });
  });
}

export function passwordResetLink(baseUrl: string, token: string): string {
  return `${baseUrl}/password-reset/${token}`;
}

/** Nobody's mailbox is filled by others; that there is no mail must not show. */
async function mayMail({ limits }: Identity, userId: string): Promise<boolean> {
  try {
    await limits.mails.take(userId);
    return true;
  } catch (error) {
    if (error instanceof CmsError) return false;
    throw error;
  }
}
