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

/** Where `npm run build` puts the editor, seen from the sources as from what is built of them. */
export const EDITOR_FOLDER: string = join(import.meta.dirname, "../../../dist/web");

export interface EditorPagesOptions {
  /** What was built: `index.html` and `assets/`. */
  readonly folder: string;
  /** Where published media are, for the pictures in it. */
  readonly mediaUrl: string;
  /** Of the address at which people reach HQ: empty, or `/cms`. @default empty */
  readonly basePath?: string;
  /** Whether HQ serves its documentation, so that the dashboard can link to it. @default false */
  readonly hasDocumentation?: boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Addresses that belong to programs: nothing of the editor is answered there. */
const RESERVED = /^\/(?:api|public|git|auth|assets|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The web editor: its files, which never change under their names, and one page for every address that a person
 * opens. Passes on whatever is not its own, and everything where the editor was not built.
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

/** The page names its files relative to the base address, which is another folder at each of its own addresses. */
function placedAt(html: string, basePath: string): string {
  return html
    .replaceAll(/(?<=\s(?:src|href)=")\.?\/(?!\/)/g, `${escapeHtml(basePath)}/`)
    .replaceAll("{{base}}", escapeHtml(basePath));
}

/** Whether somebody opens an address in a browser; programs get their `not_found`. */
function isVisit(request: Request): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  // Whoever asks for the server itself, whatever they say that they take, is shown it.
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

/** Scripts are files of ours alone; a style needs the nonce of its page. */
function policy(nonce: string, mediaOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' blob: data: ${mediaOrigin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    // HQ's page around a site's preview, which names the site's origin in a policy of its own.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
