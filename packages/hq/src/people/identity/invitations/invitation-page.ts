import { CmsError } from "@loam/cms-core";
import type { Router } from "express";
import { z } from "zod";
import {
  linkFormRoutes,
  escapeHtml,
  renderPage,
  renderProblem,
} from "../../../platform/http/plain-page.ts";
import type { SignInLimits } from "../attempts/attempt-limit.ts";
import { claimantOf } from "../attempts/known-device.ts";
import { type PasswordDeps, provePassword, requirePasswords } from "../passwords/prove-password.ts";
import { type CodeDeps, proveCode } from "../totp/prove-code.ts";
import { totpState } from "../totp/totp.ts";
import { acceptAsUser, acceptWithNewAccount, findInvitation, hasAccount } from "./invitations.ts";

interface Link {
  readonly email: string;
  readonly known: boolean;
}

interface Fields {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

const fields: z.ZodType<Fields> = z.object({
  name: z.string().default(""),
  password: z.string(),
  code: z.string().trim().default(""),
});

interface InvitationPageDeps extends PasswordDeps, CodeDeps {
  readonly baseUrl: string;
  readonly limits: SignInLimits;
}

/** The page behind an invitation link if the dashboard was not built. */
export function invitationPage(deps: InvitationPageDeps): Router {
  const { database } = deps;
  return linkFormRoutes<Link, Fields>(
    {
      async find(token) {
        const invitation = await findInvitation(database, token, deps);
        if (invitation === undefined) return undefined;
        return { email: invitation.email, known: await hasAccount(database, invitation) };
      },
      fields,
      renderForm,
      async submit({ token, link, fields: { name, password, code }, request }) {
        if (!link.known) {
          requirePasswords(deps);
          await acceptWithNewAccount(database, { token, name, password }, deps);
          return renderDone(link);
        }
        const claimant = claimantOf(deps, request, link.email);
        const user = await provePassword(deps, { email: link.email, password }, claimant);
        const { enabled } = await totpState(database, user.id);
        if (enabled && code === "") {
          throw new CmsError(
            "invalid_credentials",
            "Also enter the code of your authenticator app.",
          );
        }
        if (enabled) await proveCode(deps, { userId: user.id, answer: { code } }, claimant);
        await acceptAsUser(database, { token, user }, deps);
        return renderDone(link);
      },
    },
    deps,
  );
}

function renderForm(
  { email, known }: Link,
  mistake?: { readonly problem: string; readonly fields: Fields },
): string {
  const address = escapeHtml(email);
  return renderPage(
    "You’re invited to Loam",
    `<p>This invitation is for <strong>${address}</strong>.</p>
    ${renderProblem(mistake?.problem)}
    <form method="post">
      <input type="hidden" name="email" autocomplete="username" value="${address}">
      ${known ? knownFields() : newFields(mistake?.fields.name ?? "")}
      <button>Accept</button>
    </form>`,
  );
}

function knownFields(): string {
  return `<label for="password">Your password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required>
      <label for="code">Code from your authenticator app, if you use one</label>
      <input id="code" name="code" autocomplete="one-time-code" inputmode="numeric" maxlength="6">`;
}

function newFields(name: string): string {
  return `<label for="name">Name, shown next to your changes</label>
      <input id="name" name="name" autocomplete="name" required maxlength="200" value="${escapeHtml(name)}">
      <label for="password">Password (at least 12 characters)</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="12">`;
}

function renderDone({ email }: Link): string {
  return renderPage(
    "Welcome",
    `<p>The account <strong>${escapeHtml(email)}</strong> is ready. You can sign in now.</p>`,
  );
}
