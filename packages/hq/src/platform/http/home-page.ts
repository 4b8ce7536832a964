import type { RequestHandler } from "express";
import { escapeHtml, renderPage, sendPage } from "./plain-page.ts";
import { onlyMethods } from "./send-problem.ts";

interface HomeOptions {
  /** Public URL of HQ. */
  readonly baseUrl: string;
}

/** Serves `/` if the dashboard was not built: what this server is and where to continue. */
export function homePage(options: HomeOptions): readonly RequestHandler[] {
  const page = renderPage("Loam", renderLinks(options));
  return [onlyMethods("GET", "HEAD"), (_request, response) => sendPage(response, page)];
}

/** Renders links for the user as HTML. */
export function renderLinks({ baseUrl }: HomeOptions): string {
  const base = escapeHtml(baseUrl);
  return `<p>HQ keeps the content of your sites in Git and publishes it as JSON files.</p>
    <ul>
      <li>Dashboard: not built yet. Run <code>npm run build</code>. Until then, use the <code>hq</code> command
        on the server or the management API.</li>
      <li>Documentation: see the guides in the folder <code>docs</code> of the Loam repository.</li>
      <li><a href="${base}/api/manage/openapi.json">Management API</a>: OpenAPI document.</li>
      <li><a href="${base}/readyz">Health</a>: state of HQ and the services it needs.</li>
    </ul>`;
}
