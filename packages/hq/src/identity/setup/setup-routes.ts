import { CmsError } from "@loam/cms-core";
import { type Request, type RequestHandler, type Response, Router, urlencoded } from "express";
import { z } from "zod";
import type { ControlDatabase } from "../../db/database.ts";
import { onlyMethods } from "../../http/send-problem.ts";
import { isSetupLink, useSetupLink } from "./setup-links.ts";
import {
  renderSetupDone,
  renderSetupForm,
  SETUP_PAGE_POLICY,
  type SetupForm,
} from "./setup-page.ts";

export interface SetupDeps {
  readonly database: ControlDatabase;
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Stands in the form at first. */
  readonly suggestedEmail?: string | undefined;
}

const MAX_FORM_BYTES = 16_384;

const accountSchema = z.object({ email: z.string(), name: z.string(), password: z.string() });

/**
 * `GET /{token}` shows the form that makes the first admin, `POST` makes it. A token that does not
 * work, and every token once there is an admin, is answered 404.
 */
export function setupRoutes(deps: SetupDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use("/:token", onlyMethods("GET", "HEAD", "POST"), requireLink(deps));
  router.get("/:token", (_request, response) => {
    sendPage(response, renderSetupForm({ email: deps.suggestedEmail ?? "", name: "" }));
  });
  router.post(
    "/:token",
    requireSameOrigin(deps),
    urlencoded({ extended: false, limit: MAX_FORM_BYTES }),
    (request, response) => makeAdmin(request, response, deps),
  );
  return router;
}

async function makeAdmin(request: Request, response: Response, deps: SetupDeps): Promise<void> {
  const account = accountSchema.safeParse(request.body);
  if (!account.success) throw new CmsError("invalid", "The form is not complete.");
  try {
    const user = await useSetupLink(deps.database, tokenOf(request), account.data, deps);
    if (user === undefined) throw noSuchLink();
    sendPage(response, renderSetupDone(user.email));
  } catch (error) {
    const form = formAgain(account.data, error);
    if (form === undefined) throw error;
    sendPage(response.status(422), renderSetupForm(form));
  }
}

function formAgain({ email, name }: SetupForm, error: unknown): SetupForm | undefined {
  if (!(error instanceof CmsError) || error.status !== 422) return undefined;
  return { email, name, problem: error.message };
}

function requireLink({ database, now }: SetupDeps): RequestHandler {
  return async (request, _response, next) => {
    if (!(await isSetupLink(database, tokenOf(request), { now }))) throw noSuchLink();
    next();
  };
}

/** A form on another site must not be able to make an account here (AUT-04). */
function requireSameOrigin({ baseUrl }: SetupDeps): RequestHandler {
  const { origin } = new URL(baseUrl);
  return (request, _response, next) => {
    if (request.headers.origin !== origin) {
      throw new CmsError("forbidden", `Open this page at ${baseUrl}, where it was printed.`);
    }
    next();
  };
}

function tokenOf(request: Request): string {
  return String(request.params["token"]);
}

function noSuchLink(): CmsError {
  return new CmsError("not_found", "This link was used, is too old, or never worked.");
}

function sendPage(response: Response, html: string): void {
  response
    .set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": SETUP_PAGE_POLICY,
      // With `no-referrer` browsers would send the form with `Origin: null`.
      "Referrer-Policy": "same-origin",
    })
    .type("text/html")
    .send(html);
}
