import { randomBytes } from "node:crypto";
import { CmsError, isCmsError } from "@loam/cms-core";
import type { APIContext, APIRoute } from "astro";
import { opensAll } from "../live/draft-overlay.ts";
import { openApi } from "../live/live-api.ts";
import type { LinkedEntry } from "../options/options.ts";
import type { ReadApi } from "../source/api/read-api.ts";
import { isPublishedEntry } from "../source/published-content.ts";
import { readSiteIndex } from "../source/site-index.ts";
import { urlPathIn, type Routing } from "../store/entry-links.ts";
import {
  keepOutOfCache,
  PREVIEW_ROUTE,
  type PreviewConfig,
  previewOf,
  previewSetting,
  PRIVATE_HEADERS,
  UNCACHED_PARAMETER,
} from "./preview-config.ts";
import type { Preview } from "./preview-context.ts";
import { PREVIEW_COOKIE, PREVIEW_SECONDS, sealPreview } from "./preview-cookie.ts";
import { streamSaves } from "./stream-saves.ts";

/** The routes of previews, each in a generated file. */
interface PreviewRoutes {
  /** The site's Preview URL: accepts the token from HQ and redirects to the entry's page. */
  readonly enter: APIRoute;
  readonly exit: APIRoute;
  /** Server-sent events: `saved` after a save of the previewed content. */
  readonly events: APIRoute;
  /** The script of the bar, and of clicking and scrolling next to the editor. */
  readonly script: (text: string) => APIRoute;
}

export function previewRoutes(config: PreviewConfig): PreviewRoutes {
  return {
    enter: async (context) => respond(context, () => enter(config, context)),
    exit: (context) => {
      keepOutOfCache(context);
      const { url, cookies } = context;
      cookies.delete(PREVIEW_COOKIE, cookieOptions(url, config));
      const to = url.searchParams.get("to") ?? "";
      return redirectTo(isLocal(to) ? to : config.base);
    },
    events: async (context) => respond(context, () => events(config, context)),
    script: (text) => () =>
      new Response(text, {
        headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
      }),
  };
}

async function enter(
  config: PreviewConfig,
  { url, cookies, cache }: APIContext,
): Promise<Response> {
  const setting = await previewSetting(config);
  const { searchParams } = url;
  const draftKey = searchParams.get("draftKey") ?? "";
  if (draftKey === "")
    throw badLink("This is the Preview URL of a site. Open the preview from Loam.");
  const drafts = openApi(setting, draftKey);
  const [type, id] = [searchParams.get("type"), searchParams.get("id")];
  const { preview, createdAt } =
    type === null || id === null
      ? await readBranchPreview(drafts, draftKey)
      : await previewedEntry(drafts, { draftKey, type, id });
  const sealed = sealPreview(preview, setting.secret);
  cookies.set(PREVIEW_COOKIE, sealed, { ...cookieOptions(url, config), maxAge: PREVIEW_SECONDS });
  const routing = await routingOf(config, openApi(setting, undefined));
  const page = pageOf(config, { ...preview, createdAt }, routing);
  return redirectTo(cache.enabled ? addUncachedParameter(page) : page);
}

/** Returns the routes of the options, otherwise the site's routes in HQ. */
async function routingOf({ options }: PreviewConfig, published: ReadApi): Promise<Routing> {
  const { routes = {} } = options;
  if (typeof routes === "function") return { routes, timeZone: undefined };
  const index = await published.get("");
  // Nothing has been published yet.
  if (index === undefined) return { routes, timeZone: undefined };
  const { site } = await readSiteIndex({ name: published.name, read: async () => index.bytes });
  return { routes: { ...site.routes, ...routes }, timeZone: site.timeZone };
}

interface Previewed {
  readonly preview: Preview;
  /** Creation time of the entry. */
  readonly createdAt: string;
}

/** The drafts of a change request, independent of an entry. */
async function readBranchPreview(drafts: ReadApi, draftKey: string): Promise<Previewed> {
  await drafts.get("");
  const preview = { draftKey, type: "", id: "", slug: "", scope: "branch" } as const;
  return { preview, createdAt: "" };
}

async function previewedEntry(
  drafts: ReadApi,
  { draftKey, type, id }: Pick<Preview, "draftKey" | "type" | "id">,
): Promise<Previewed> {
  if (!/^[a-z][a-z0-9_-]*$/.test(type)) throw badLink("The content type does not exist.");
  const answer = await drafts.get(`${type}/${encodeURIComponent(id)}`, { depth: 0 });
  const entry: unknown = answer && JSON.parse(new TextDecoder().decode(answer.bytes));
  if (!isPublishedEntry(entry)) throw badLink("The entry no longer exists.");
  const scope = (await opensAll(drafts, type)) ? "branch" : "entry";
  const preview = { draftKey, type, id: entry.id, slug: entry.slug, scope } as const;
  return { preview, createdAt: String(entry["createdAt"]) };
}

/** Returns the URL path of the previewed entry's page, or of its preview variant if it is prerendered. */
function pageOf({ base, pages }: PreviewConfig, entry: LinkedEntry, routing: Routing): string {
  const { type, id, slug, createdAt } = entry;
  const path = type === "" ? "/" : urlPathIn({ type, id, slug, createdAt }, routing);
  const isBuilt = pages.some((pattern) => new RegExp(pattern).test(path));
  return `${base}${isBuilt ? `${PREVIEW_ROUTE}/page/` : ""}${path.slice(1)}`;
}

function addUncachedParameter(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, "http://site");
  searchParams.set(UNCACHED_PARAMETER, randomBytes(6).toString("hex"));
  return `${pathname}?${searchParams.toString()}${hash}`;
}

async function events(config: PreviewConfig, context: APIContext): Promise<Response> {
  const setting = await previewSetting(config);
  const preview = previewOf(context, setting.secret);
  if (preview === undefined) return new Response(null, { status: 401, headers: PRIVATE_HEADERS });
  const shown = context.url.searchParams.get("shown") ?? undefined;
  const stream = streamSaves(preview, setting, { shown, disconnected: context.request.signal });
  return new Response(stream, {
    headers: { ...PRIVATE_HEADERS, "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}

/**
 * Returns cookie options. In the editor's frame, which is on another site, browsers only send cookies that allow it.
 */
function cookieOptions(
  url: URL,
  { base }: PreviewConfig,
): Parameters<APIContext["cookies"]["set"]>[2] {
  const isOwn = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const common = { path: base, httpOnly: true } as const;
  if (url.protocol !== "https:" && !isOwn) return { ...common, sameSite: "lax" };
  return { ...common, sameSite: "none", secure: true, partitioned: true };
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, location } });
}

/** Returns whether a path is on this site, and not one that browsers resolve to another host. */
function isLocal(path: string): boolean {
  return /^\/(?![/\\])[^\\\s]*$/.test(path);
}

function badLink(message: string): CmsError {
  return new CmsError("invalid_draft_key", message);
}

const LINK_EXPIRED =
  "This preview link has expired or belongs to another site. Links are valid for one hour. Open the preview from Loam again.";

/** Returns the response, or an error as text: people see it instead of their page. */
async function respond(context: APIContext, answer: () => Promise<Response>): Promise<Response> {
  keepOutOfCache(context);
  try {
    return await answer();
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const isLink = error.code === "invalid_draft_key";
    // HQ's message about a token is for the site's developer, but anyone can open a link.
    const text = isLink && error.details["url"] !== undefined ? LINK_EXPIRED : error.message;
    return new Response(text, {
      status: isLink ? 401 : error.code === "invalid_options" ? 500 : 502,
      headers: { ...PRIVATE_HEADERS, "content-type": "text/plain; charset=utf-8" },
    });
  }
}
