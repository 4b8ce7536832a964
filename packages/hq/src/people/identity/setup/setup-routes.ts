import { CmsError } from "@loam/cms-core";
import type { Router } from "express";
import { z } from "zod";
import type { ControlDatabase } from "../../../platform/db/database.ts";
import { linkFormRoutes } from "../../../platform/http/link-form.ts";
import { isSetupLink, useSetupLink } from "./setup-links.ts";
import { renderSetupDone, renderSetupForm } from "./setup-page.ts";

export interface SetupDeps {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Stands in the form at first. */
  readonly suggestedEmail?: string | undefined;
}

const account = z.object({ email: z.string(), name: z.string(), password: z.string() });

/** The form that makes the first admin; once there is one, no link works. */
export function setupRoutes(deps: SetupDeps): Router {
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
        if (user !== undefined) return renderSetupDone(user.email);
        throw new CmsError("not_found", "This link was used, is too old, or never worked.");
      },
    },
    deps,
  );
}
