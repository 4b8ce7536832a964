import type { RequestHandler } from "express";
import { escapeHtml, renderPage, sendPage } from "./plain-page.ts";
import { onlyMethods } from "./send-problem.ts";

interface HomeOptions {
  /** Where people reach this server. */
  readonly baseUrl: string;
}

/** `/` where the editor was not built: what this server is, and where to go on. */
export function homePage(options: HomeOptions): readonly RequestHandler[] {
  const page = renderPage("Loam", renderWays(options));
  return [onlyMethods("GET", "HEAD"), (_request, response) => sendPage(response, page)];
}

/** Where a person can go on from here, as HTML. */
export function renderWays({ baseUrl }: HomeOptions): string {
  const base = escapeHtml(baseUrl);
  return `<p>This server keeps the content of sites, and publishes it as plain files.</p>
    <ul>
      <li>Sign in: the editor was not built here; <code>npm run build</code> does it. Until then the <code>hq</code>
        command on the server's machine and the management API do everything.</li>
      <li>Documentation: the guides in the folder <code>docs</code> of Loam's sources.</li>
      <li><a href="${base}/api/manage/openapi.json">The management API</a> as an OpenAPI document.</li>
      <li><a href="${base}/readyz">Health</a>: whether everything that the server needs answers.</li>
    </ul>`;
}
