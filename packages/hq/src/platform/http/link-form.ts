import { CmsError } from "@loam/cms-core";
import { type Request, type Response, Router, urlencoded } from "express";
import type { z } from "zod";
import { findBrokenText } from "./find-broken-text.ts";
import { sendPage } from "./plain-page.ts";
import { onlyMethods } from "./send-problem.ts";

/** A page that a link opens, with one form that posts to its own address. */
export interface LinkForm<Link, Fields> {
  /** What a token in an address stands for; `undefined` for one that does not work. */
  find(token: string, request: Request): Promise<Link | undefined>;
  readonly fields: z.ZodType<Fields>;
  /** The form; after a mistake with what was wrong and what was typed. */
  renderForm(link: Link, mistake?: Mistake<Fields>): string;
  /**
   * Does what the form is for, and renders what the person is told then. Errors that the person can
   * correct show the form again.
   */
  submit(given: { token: string; link: Link; fields: Fields; request: Request }): Promise<string>;
}

interface Mistake<Fields> {
  readonly problem: string;
  readonly fields: Fields;
}

const MAX_FORM_BYTES = 16_384;
/** Wrong passwords, and fields that do not fit; everything else the form cannot help. */
const CORRECTABLE: ReadonlySet<number> = new Set([401, 409, 422]);

/** `GET /{token}` shows the form, `POST` sends it. A token that does not work is answered 404. */
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
    if (!fields.success) throw new CmsError("invalid", "The form is not complete.");
    if (findBrokenText(fields.data) !== undefined) {
      throw new CmsError("invalid_unicode", "The form holds a NUL character.");
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
    throw new CmsError("not_found", "This link was used, is too old, or never worked.");
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

/** A form on another site must not be able to do anything here (AUT-04). */
function requireFormOrigin({ headers }: Request, baseUrl: string): void {
  if (headers.origin === new URL(baseUrl).origin) return;
  throw new CmsError("forbidden", `Open this page at ${baseUrl}.`);
}

function tokenOf(request: Request): string {
  return String(request.params["token"]);
}
