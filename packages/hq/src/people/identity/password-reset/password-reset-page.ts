import type { Router } from "express";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { linkFormRoutes } from "../../../platform/http/link-form.ts";
import { escapeHtml, renderPage, renderProblem } from "../../../platform/http/plain-page.ts";
import { findPasswordReset, usePasswordReset } from "./password-resets.ts";

interface Fields {
  readonly password: string;
  readonly keepTokens?: string | undefined;
}

const fields: z.ZodType<Fields> = z.object({
  password: z.string(),
  keepTokens: z.string().optional(),
});

/** The page that a reset link opens: it works without the editor. */
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
