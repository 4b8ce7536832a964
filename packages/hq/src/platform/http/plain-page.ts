import { CmsError, localPath } from "@loam/cms-core";
import { type Response, type Request, Router, urlencoded } from "express";
import type { z } from "zod";
import { findBrokenText } from "./guard-request.ts";
import { onlyMethods } from "./send-problem.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 10vh auto; padding: 0 1rem; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input, button { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box; }
  input[type=checkbox] { width: auto; margin-right: .5rem; }
  button { margin-top: 1.5rem; cursor: pointer; }
  .problem { border-left: .25rem solid #c0392b; padding-left: .75rem; }
`;

/** Content security policy: the page's own style, and a form that posts back to its URL. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Renders a small page without scripts. `body` is HTML. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    <h1>${title}</h1>
    ${body}
    </main>
  </body>
</html>
`;
}

/** Renders a form error as HTML, or nothing if there is none. */
export function renderProblem(problem: string | undefined): string {
  if (problem === undefined) return "";
  return `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function sendPage(response: Response, html: string): void {
  response
    .set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": POLICY,
      // With `no-referrer`, browsers would send a form with `Origin: null`.
      "Referrer-Policy": "same-origin",
    })
    .type("text/html")
    .send(html);
}

/** A page opened from a link, with one form that posts to its own URL. */
interface LinkForm<Link, Fields> {
  /** Returns the object of a token, or `undefined` if the token is invalid. */
  find(token: string, request: Request): Promise<Link | undefined>;
  readonly fields: z.ZodType<Fields>;
  /** Renders the form; after a mistake, with the problem and the entered values. */
  renderForm(link: Link, mistake?: Mistake<Fields>): string;
  /** Processes the form and renders the confirmation. Errors that the user can correct show the form again. */
  submit(given: { token: string; link: Link; fields: Fields; request: Request }): Promise<string>;
}

interface Mistake<Fields> {
  readonly problem: string;
  readonly fields: Fields;
}

const MAX_FORM_BYTES = 16_384;
/** Wrong passwords and invalid fields. Other errors cannot be corrected in the form. */
const CORRECTABLE: ReadonlySet<number> = new Set([401, 409, 422]);

/** `GET /{token}` shows the form, `POST` submits it. Returns 404 for an invalid token. */
export function linkFormRoutes<Link, Fields>(
  form: LinkForm<Link, Fields>,
  { baseUrl }: { readonly baseUrl: string },
): Router {
  async function show(request: Request, response: Response): Promise<void> {
    sendPage(response, form.renderForm(await requireLink(request)));
  }

  async function submit(request: Request, response: Response): Promise<void> {
    const link = await requireLink(request);
    const fields = form.fields.safeParse(request.body);
    if (!fields.success) throw new CmsError("invalid", "The form is incomplete.");
    if (findBrokenText(fields.data) !== undefined) {
      throw new CmsError("invalid_unicode", "The form contains a NUL character.");
    }
    try {
      const token = tokenOf(request);
      sendPage(response, await form.submit({ token, link, fields: fields.data, request }));
    } catch (error) {
      if (!(error instanceof CmsError) || !CORRECTABLE.has(error.status)) throw error;
      const mistake = { problem: error.message, fields: fields.data };
      sendPage(response.status(422), form.renderForm(link, mistake));
    }
  }

  async function requireLink(request: Request): Promise<Link> {
    const link = await form.find(tokenOf(request), request);
    if (link !== undefined) return link;
    throw new CmsError("not_found", "This link is invalid or has expired.");
  }

  return Router({ caseSensitive: true, strict: true })
    .use("/:token", onlyMethods("GET", "HEAD", "POST"))
    .get("/:token", show)
    .post(
      "/:token",
      (request, _response, next) => {
        requireFormOrigin(request, baseUrl);
        next();
      },
      urlencoded({ extended: false, limit: MAX_FORM_BYTES }),
      submit,
    );
}

/** Rejects forms posted from other sites (AUT-04). */
function requireFormOrigin({ headers }: Request, baseUrl: string): void {
  if (headers.origin === new URL(baseUrl).origin) return;
  throw new CmsError("forbidden", `Open this page at ${baseUrl}.`);
}

function tokenOf(request: Request): string {
  return String(request.params["token"]);
}

/**
 * Returns the path to redirect to after signing in, which is always on this server (AUT-15). Text that a browser could
 * read as another site or as several header lines becomes `/`.
 */
export function returnPath(text: string | undefined): string {
  return (text === undefined ? undefined : localPath(text)) ?? "/";
}
