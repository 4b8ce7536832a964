import { randomBytes } from "node:crypto";
import type { Response } from "express";
import { escapeHtml } from "../../platform/http/plain-page.ts";

export interface PreviewPage {
  /** URL of the entry on the site, with its token. */
  readonly address: string;
  /** Public URL of HQ. */
  readonly baseUrl: string;
}

/** The site works as usual, but cannot navigate the top window or leave its frame. */
const SANDBOX = "allow-scripts allow-forms allow-popups";

/**
 * Sends a page that contains only the site in a frame, to be framed by the dashboard. Its policy allows only that
 * origin. A site on HQ's own origin is sandboxed into another one; otherwise it could act in HQ as the user.
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
