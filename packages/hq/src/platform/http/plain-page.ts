import type { Response } from "express";

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { max-width: 28rem; margin: 10vh auto; padding: 0 1rem; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input, button { font: inherit; padding: .5rem; width: 100%; box-sizing: border-box; }
  input[type=checkbox] { width: auto; margin-right: .5rem; }
  button { margin-top: 1.5rem; cursor: pointer; }
  .problem { border-left: .25rem solid #c0392b; padding-left: .75rem; }
`;

/** A page's policy: its own style, a form that goes back where it came from, nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** A page of a few lines, without scripts; `body` is HTML. */
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

/** What is to be corrected in a form, as HTML; nothing when there is nothing. */
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
      // With `no-referrer` browsers would send a form with `Origin: null`.
      "Referrer-Policy": "same-origin",
    })
    .type("text/html")
    .send(html);
}
