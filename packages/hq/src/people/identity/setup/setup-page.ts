import type { Router } from "express";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { renderLinks } from "../../../platform/http/home-page.ts";
import {
  linkFormRoutes,
  escapeHtml,
  renderPage,
  renderProblem,
} from "../../../platform/http/plain-page.ts";
import { isSetupLink, unusableSetupLink, useSetupLink } from "./set-up-hq.ts";

export interface SetupDeps {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Initial value of the field. */
  readonly suggestedEmail?: string | undefined;
}

const account = z.object({ email: z.string(), name: z.string(), password: z.string() });

/** The form for creating the first admin if the dashboard was not built. Invalid once there is an admin. */
export function setupPage(deps: SetupDeps): Router {
  const { database, suggestedEmail = "" } = deps;
  return linkFormRoutes(
    {
      find: async (token) => ((await isSetupLink(database, token, deps)) ? true : undefined),
      fields: account,
      renderForm(_link, mistake) {
        const { email, name } = mistake?.fields ?? { email: suggestedEmail, name: "" };
        return renderSetupForm({ email, name, ...(mistake && { problem: mistake.problem }) });
      },
      async submit({ token, fields }) {
        const user = await useSetupLink(database, token, fields, deps);
        if (user !== undefined) return renderSetupDone(user.email, deps);
        throw unusableSetupLink();
      },
    },
    deps,
  );
}

/** Values to show again after a mistake, never including a password. */
interface SetupForm {
  readonly email: string;
  readonly name: string;
  /** The problem, as a sentence. */
  readonly problem?: string;
}

/** Renders the form for creating the first admin, which posts to its own URL. */
function renderSetupForm({ email, name, problem }: SetupForm): string {
  const invalid = problem === undefined ? "" : ' aria-describedby="problem"';
  return renderPage(
    "Set up Loam",
    `<p>Create the first account of this instance. It becomes an instance admin.</p>
    ${renderProblem(problem)}
    <form method="post">
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(email)}"${invalid}>
      <label for="name">Name, shown next to your changes</label>
      <input id="name" name="name" autocomplete="name" required maxlength="200" value="${escapeHtml(name)}">
      <label for="password">Password (at least 12 characters)</label>
      <input id="password" name="password" type="password" autocomplete="new-password" required minlength="12">
      <button>Create account</button>
    </form>`,
  );
}

/** Renders the page at `/` with a confirmation that the account was created. */
function renderSetupDone(email: string, deps: SetupDeps): string {
  return renderPage(
    "Loam is set up",
    `<p>The account <strong>${escapeHtml(email)}</strong> is ready.</p>
    ${renderLinks(deps)}
    <p><a href="${escapeHtml(deps.baseUrl)}/">Open the start page</a></p>`,
  );
}
