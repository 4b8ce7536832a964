import type { Router } from "express";
import { z } from "zod";
import { anyone } from "../../../api/policy.ts";
import { defineRoute, nothing, type Route } from "../../../api/route.ts";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import {
  linkFormRoutes,
  escapeHtml,
  renderPage,
  renderProblem,
} from "../../../platform/http/plain-page.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import { readClient } from "../sessions/request-session.ts";
import {
  findPasswordReset,
  type PasswordResetDeps,
  requestPasswordReset,
  requirePasswordReset,
  usePasswordReset,
} from "./password-resets.ts";

/** `/password-reset`: for users who can't sign in. */
export function passwordResetRoutes(deps: PasswordResetDeps): readonly Route[] {
  const { database, limits } = deps;
  return [
    defineRoute({
      method: "post",
      path: "/password-reset",
      id: "requestPasswordReset",
      summary:
        "Request a password reset email. The response is the same whether or not the account exists",
      policy: anyone,
      input: { body: z.strictObject({ email: z.string().max(254) }) },
      audit: { event: "password-reset.requested" },
      status: 202,
      answer: z.object({ status: z.string() }),
      handle: async ({ body: { email }, request }) => {
        await limits.links.take(addressKey(readClient(request).address));
        requestPasswordReset(deps, email);
        return { body: { status: "accepted" } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/password-reset/link",
      id: "readPasswordReset",
      summary: "Get the account of a password reset link",
      policy: anyone,
      input: { body: z.strictObject({ token: z.string().max(200) }) },
      answer: z.object({ email: z.string() }),
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        const { email } = await requirePasswordReset(database, body.token, deps);
        await giveBack();
        return { body: { email } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/password-reset/confirm",
      id: "resetPassword",
      summary:
        "Set a new password with a reset link. All sessions end, and tokens are revoked unless kept",
      policy: anyone,
      input: {
        body: z.strictObject({
          token: z.string().max(200),
          password: z.string().max(4096),
          keepTokens: z.boolean().default(false),
        }),
      },
      audit: { event: "password-reset.used" },
      answer: nothing,
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(readClient(request).address));
        const { userId } = await usePasswordReset(database, body, deps);
        await giveBack();
        return { body: undefined, by: { userId } };
      },
    }),
  ];
}

interface Fields {
  readonly password: string;
  readonly keepTokens?: string | undefined;
}

const fields: z.ZodType<Fields> = z.object({
  password: z.string(),
  keepTokens: z.string().optional(),
});

/** The page behind a reset link if the dashboard was not built. */
export function passwordResetPage(deps: {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
  readonly now: () => Date;
}): Router {
  const { database } = deps;
  return linkFormRoutes<{ readonly email: string }, Fields>(
    {
      find: (token) => findPasswordReset(database, token, deps),
      fields,
      renderForm,
      async submit({ token, fields: { password, keepTokens } }) {
        const reset = { token, password, keepTokens: keepTokens !== undefined };
        const { email } = await usePasswordReset(database, reset, deps);
        return renderPage(
          "Your password was changed",
          `<p>You can sign in as <strong>${escapeHtml(email)}</strong>. All other sessions were ended.</p>`,
        );
      },
    },
    deps,
  );
}

function renderForm(
  { email }: { readonly email: string },
  mistake?: { readonly problem: string },
): string {
  const address = escapeHtml(email);
  return renderPage(
    "Set a new password",
    `<p>For <strong>${address}</strong>. All sessions of this account will end.</p>
    ${renderProblem(mistake?.problem)}
    <form method="post">
      <input type="hidden" name="email" autocomplete="username" value="${address}">
      <label for="password">New password (at least 12 characters)</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="12">
      <label><input name="keepTokens" type="checkbox" value="yes">Keep personal access tokens</label>
      <button>Set password</button>
    </form>`,
  );
}
