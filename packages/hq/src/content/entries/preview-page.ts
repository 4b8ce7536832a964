import { randomBytes } from "node:crypto";
import type { Response } from "express";
import { escapeHtml } from "../../platform/http/plain-page.ts";

export interface PreviewPage {
  /** Where the site shows the entry, with its token. */
  readonly address: string;
  /** Where people reach this server. */
  readonly baseUrl: string;
}

/** A site works as it does elsewhere, but it can neither leave its frame nor close the page around it. */
const SANDBOX = "allow-scripts allow-forms allow-popups";

/**
 * A page that is nothing but the site in a frame, to be framed by the editor. It may frame that origin alone. A site of
 * HQ's own origin is given another one, else it could do in HQ what the person may.
 */
export function sendPreviewPage(response: Response, { address, baseUrl }: PreviewPage): void {
  const { origin } = new URL(address);
  const isForeign = origin !== new URL(baseUrl).origin;
  const sandbox = isForeign ? `${SANDBOX} allow-same-origin` : SANDBOX;
  const nonce = randomBytes(16).toString("base64");
  response
    .set({
      "Cache-Control": "no-store",
      "Content-Security-Policy": [
        "default-src 'none'",
        `frame-src ${origin}`,
        `style-src 'nonce-${nonce}'`,
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
      ].join("; "),
      "X-Frame-Options": "SAMEORIGIN",
    })
    .type("text/html").send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Preview</title>
    <style nonce="${nonce}">
      html, body, iframe { display: block; width: 100%; height: 100%; margin: 0; border: 0; }
    </style>
  </head>
  <body>
    <iframe title="Preview" sandbox="${sandbox}" referrerpolicy="no-referrer" src="${escapeHtml(address)}"></iframe>
  </body>
</html>
`);
}
