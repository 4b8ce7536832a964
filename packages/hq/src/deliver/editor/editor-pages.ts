import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import compression from "compression";
import {
  type Request,
  type RequestHandler,
  type Response,
  Router,
  static as serveFolder,
} from "express";
import { escapeHtml } from "../../platform/http/plain-page.ts";

/** Output folder of the dashboard in `npm run build`, relative to both the sources and the compiled files. */
export const EDITOR_FOLDER: string = join(import.meta.dirname, "../../../dist/web");

export interface EditorPagesOptions {
  /** The build output: `index.html` and `assets/`. */
  readonly folder: string;
  /** URL of published media, for images in the dashboard. */
  readonly mediaUrl: string;
  /** Path of HQ's public URL: empty, or `/cms`. @default empty */
  readonly basePath?: string;
  /** Whether HQ serves its documentation, so that the dashboard can link to it. @default false */
  readonly hasDocumentation?: boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Paths of APIs and other interfaces, for which the dashboard never responds. */
const RESERVED = /^\/(?:api|public|git|auth|assets|healthz|readyz|metrics)(?:\/|$)/;

/**
 * Serves the dashboard: its immutable files, and one page for every URL that a user opens. Passes on all other
 * requests, and everything if the dashboard was not built.
 */
export function editorPages({
  folder,
  mediaUrl,
  basePath = "",
  hasDocumentation = false,
}: EditorPagesOptions): Router {
  const page = readFile(join(folder, "index.html"), "utf8").then(
    (html) => placedAt(html, basePath).replaceAll("{{docs}}", hasDocumentation ? "yes" : "no"),
    () => undefined,
  );
  const { origin: mediaOrigin } = new URL(mediaUrl);
  const showPage: RequestHandler = async (request, response, next) => {
    const html = isVisit(request) ? await page : undefined;
    if (html === undefined) next();
    else sendEditor(response, html, mediaOrigin);
  };
  const files = serveFolder(join(folder, "assets"), {
    dotfiles: "ignore",
    immutable: true,
    index: false,
    maxAge: YEAR_SECONDS * 1000,
    redirect: false,
  });
  return Router({ caseSensitive: true, strict: true })
    .use("/assets", compression(), files)
    .get("/mark.svg", (_request, response, next) => {
      response.sendFile("mark.svg", { root: folder }, (error) => error && next());
    })
    .use(showPage);
}

/** Makes file references absolute: relative ones would depend on the path of the page. */
function placedAt(html: string, basePath: string): string {
  return html
    .replaceAll(/(?<=\s(?:src|href)=")\.?\/(?!\/)/g, `${escapeHtml(basePath)}/`)
    .replaceAll("{{base}}", escapeHtml(basePath));
}

/** Whether a user opens a URL in a browser. Other clients get `not_found`. */
function isVisit(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  // Requests for the root always get the page, regardless of their Accept header.
  if (request.path === "/") return true;
  return !RESERVED.test(request.path) && request.accepts(["json", "html"]) === "html";
}

function sendEditor(response: Response, html: string, mediaOrigin: string): void {
  const nonce = randomBytes(16).toString("base64");
  response
    .set({ "Cache-Control": "no-store", "Content-Security-Policy": policy(nonce, mediaOrigin) })
    .type("text/html")
    .send(html.replaceAll("{{nonce}}", nonce));
}

/** Allows only our own script files. Styles need the page's nonce. */
function policy(nonce: string, mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${mediaOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    // For HQ's preview page, whose own policy allows the site's origin.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
