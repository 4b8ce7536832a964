import type { MiddlewareHandler } from "astro";
import { type EditorPlace, editorUrl } from "../dev/hq-place.ts";
import {
  keepOutOfCache,
  PREVIEW_ROUTE,
  type PreviewConfig,
  previewOf,
  previewSetting,
  PRIVATE_HEADERS,
} from "./preview-config.ts";
import { type Preview, readsDrafts, runInPreview } from "./preview-context.ts";
import { PREVIEW_COOKIE } from "./preview-cookie.ts";
import { previewedTag } from "./stream-saves.ts";

/** Renders pages with drafts in a preview. Does nothing for other visitors. */
export function previewMiddleware(config: PreviewConfig): MiddlewareHandler {
  return async (context, next) => {
    if (context.isPrerendered || !context.cookies.has(PREVIEW_COOKIE)) return next();
    const setting = await previewSetting(config);
    const preview = previewOf(context, setting.secret);
    if (preview === undefined) return next();
    // Reads while the page is sent are also part of the preview.
    return runInPreview(preview, async () => {
      // Before the page reads: a concurrent save is reported, possibly once too often.
      const shown = await previewedTag(preview, setting);
      const response = await next();
      const headers = new Headers(response.headers);
      for (const name of [...headers.keys()].filter(isCacheHeader)) headers.delete(name);
      for (const [name, value] of Object.entries(PRIVATE_HEADERS)) headers.set(name, value);
      const isPage = headers.get("content-type")?.startsWith("text/html") === true;
      const { status, statusText } = response;
      const body = isPage ? await response.text() : response.body;
      // Only now, because components set cache options while the page renders.
      keepOutOfCache(context);
      if (typeof body !== "string") return new Response(body, { status, statusText, headers });
      const { origin } = new URL(setting.place.baseUrl);
      if (!headers.has("content-security-policy") && !headers.has("x-frame-options")) {
        headers.set("content-security-policy", `frame-ancestors 'self' ${origin}`);
      }
      headers.delete("content-length");
      const html = withBar(
        body,
        barOf(preview, config, {
          place: setting.place,
          path: context.url.pathname,
          shown,
          hasDrafts: readsDrafts(),
        }),
      );
      return new Response(html, { status, statusText, headers });
    });
  };
}

/** Returns whether a header controls a cache in front of the server. */
function isCacheHeader(name: string): boolean {
  return name.endsWith("cdn-cache-control") || name === "surrogate-control";
}

interface BarPlace {
  readonly place: Omit<EditorPlace, "token">;
  readonly path: string;
  readonly shown: string | undefined;
  readonly hasDrafts: boolean;
}

/** Returns the script with the bar's texts as attributes. No inline script, and other pages don't contain its name. */
function barOf(
  { type, id, slug }: Preview,
  { base }: PreviewConfig,
  { place, path, shown, hasDrafts }: BarPlace,
): string {
  const at = `${base}${PREVIEW_ROUTE}`;
  const published = path.startsWith(`${at}/page/`) ? base + path.slice(`${at}/page/`.length) : path;
  const edit = id === "" ? "" : editorUrl(place, type, id);
  const values = {
    id: "loam-preview-script",
    type: "module",
    src: `${at}/script.js`,
    "data-events": `${at}/events${shown === undefined ? "" : `?shown=${encodeURIComponent(shown)}`}`,
    "data-exit": `${at}/exit?to=${encodeURIComponent(published)}`,
    "data-edit": edit,
    "data-slug": slug,
    ...(hasDrafts ? {} : { "data-plain": "" }),
  };
  const attributes = Object.entries(values).map(([name, value]) => `${name}="${escape(value)}"`);
  return `<script ${attributes.join(" ")}></script>`;
}

function withBar(html: string, bar: string): string {
  const end = html.lastIndexOf("</body>");
  return end === -1 ? html + bar : html.slice(0, end) + bar + html.slice(end);
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
