import { randomBytes } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { APIContext } from "astro";
import { resolveOptions } from "../options/find-options.ts";
import type { HqPlace, LoamOptions, ResolvedOptions } from "../options/options.ts";
import { currentPreview, type Preview } from "./preview-context.ts";
import { openPreview, PREVIEW_COOKIE } from "./preview-cookie.ts";

/** Build-time configuration of the preview routes. */
export interface PreviewConfig {
  readonly options: LoamOptions;
  /** The site's base path, with a trailing slash. */
  readonly base: string;
  /** Regular expressions that match the pages available below {@link PREVIEW_ROUTE}. */
  readonly pages: readonly string[];
  readonly isDev: boolean;
}

/** Base path of all preview routes. */
export const PREVIEW_ROUTE = "_loam/preview";

/** Secret of a process without a configured one. Its cookies are invalid in other processes. */
const temporarySecret = randomBytes(32).toString("hex");

/** @throws CmsError `invalid_options` on a server without `CMS_PREVIEW_SECRET` */
export async function previewSetting({
  options: userOptions,
  isDev,
}: PreviewConfig): Promise<ResolvedOptions & { readonly secret: string; readonly place: HqPlace }> {
  const options = await resolveOptions(userOptions);
  const { keys, hq, source } = options;
  const secret = keys.preview ?? (isDev ? temporarySecret : undefined);
  if (secret === undefined || secret.length < 16) {
    throw new CmsError(
      "invalid_options",
      "Previews need CMS_PREVIEW_SECRET in the environment of the server: a secret of at least 16 characters. Generate one with: openssl rand -hex 32.",
    );
  }
  const place = hq ?? (source.kind === "api" ? source : undefined);
  if (place === undefined) {
    throw new CmsError(
      "invalid_options",
      "Previews need HQ. Configure it: loam({ hq: { baseUrl, siteId } }).",
    );
  }
  return { ...options, secret, place };
}

/** Returns the preview of a request. */
export function previewOf(
  { cookies }: Pick<APIContext, "cookies">,
  secret: string,
): Preview | undefined {
  return currentPreview() ?? openPreview(cookies.get(PREVIEW_COOKIE)?.value, secret);
}

/**
 * Query parameter of pages in a preview, on a site with a route cache: the cache looks pages up by URL before the
 * cookie is checked.
 */
export const UNCACHED_PARAMETER = "loam_preview";

/** Prevents caching of drafts, regardless of the page's or the site's cache rules. */
export function keepOutOfCache({ cache }: Pick<APIContext, "cache">): void {
  if (cache.enabled) cache.set(false);
}

/** Headers of preview responses, which must be neither shared nor indexed. */
export const PRIVATE_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
} as const;
