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
import { clientOf } from "../authenticate-request.ts";
import type { Identity } from "../identity.ts";
import {
  findPasswordReset,
  requestPasswordReset,
  requirePasswordReset,
  usePasswordReset,
} from "./password-resets.ts";

/** `/password-reset`: for people who can no longer sign in. */
export function passwordResetRoutes(identity: Identity): readonly Route[] {
  const { database, limits } = identity;
  return [
    defineRoute({
      method: "post",
      path: "/password-reset",
      id: "requestPasswordReset",
      summary: "Mails a link to the address if it has an account; the answer is always the same",
      policy: anyone,
      input: { body: z.strictObject({ email: z.string().max(254) }) },
      audit: { event: "password-reset.requested" },
      status: 202,
      answer: z.object({ status: z.string() }),
      handle: async ({ body: { email }, request }) => {
        await limits.links.take(addressKey(clientOf(request).address));
        requestPasswordReset(identity, email);
        return { body: { status: "accepted" } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/password-reset/link",
      id: "readPasswordReset",
      summary: "Whose password a link sets",
      policy: anyone,
      input: { body: z.strictObject({ token: z.string().max(200) }) },
      answer: z.object({ email: z.string() }),
      handle: async ({ body, request }) => {
        const giveBack = await limits.links.take(addressKey(clientOf(request).address));
        const { email } = await requirePasswordReset(database, body.token, identity);
        await giveBack();
        return { body: { email } };
      },
    }),
    defineRoute({
      method: "post",
      path: "/password-reset/confirm",
      id: "resetPassword",
      summary: "Sets another password by a link; every session ends, tokens too unless kept",
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
        const giveBack = await limits.links.take(addressKey(clientOf(request).address));
        const { userId } = await usePasswordReset(database, body, identity);
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

/** The page that a reset link opens where the editor was not built. */
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
          `<p>You can sign in as <strong>${escapeHtml(email)}</strong>. Every other session has ended.</p>`,
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
    "Choose another password",
    `<p>For <strong>${address}</strong>. Every session of this account ends.</p>
    ${renderProblem(mistake?.problem)}
    <form method="post">
      <input type="hidden" name="email" autocomplete="username" value="${address}">
      <label for="password">Password, 12 characters or more</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="12">
      <label><input name="keepTokens" type="checkbox" value="yes">Personal access tokens go on</label>
      <button>Change the password</button>
    </form>`,
  );
}
