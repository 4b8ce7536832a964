import { randomBytes } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { APIContext } from "astro";
import { resolveOptions } from "../options/find-options.ts";
import type { HqPlace, LoamOptions, ResolvedOptions } from "../options/options.ts";
import { currentPreview, type Preview } from "./preview-context.ts";
import { openPreview, PREVIEW_COOKIE } from "./preview-cookie.ts";

/** What the routes of previews are built with. */
export interface PreviewConfig {
  readonly options: LoamOptions;
  /** The site's base path, with a slash at its end. */
  readonly base: string;
  /** Patterns of the pages that are shown below {@link PREVIEW_ROUTE}, as regular expressions. */
  readonly pages: readonly string[];
  readonly isDev: boolean;
}

/** Where everything of a preview stands. */
export const PREVIEW_ROUTE = "_loam/preview";

/** Of a process in which nobody set one: its cookies end with it. */
const passingSecret = randomBytes(32).toString("hex");

/** @throws CmsError `invalid_options` on a server where `CMS_PREVIEW_SECRET` is not set */
export async function previewSetting({
  options: given,
  isDev,
}: PreviewConfig): Promise<ResolvedOptions & { readonly secret: string; readonly place: HqPlace }> {
  const options = await resolveOptions(given);
  const { keys, hq, source } = options;
  const secret = keys.preview ?? (isDev ? passingSecret : undefined);
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

/** The preview that a request is made in. */
export function previewOf(
  { cookies }: Pick<APIContext, "cookies">,
  secret: string,
): Preview | undefined {
  return currentPreview() ?? openPreview(cookies.get(PREVIEW_COOKIE)?.value, secret);
}

/**
 * In the address of a page in a preview, on a site with a route cache: what is cached of the page is looked up by its address, before anything
 * knows who asks.
 */
export const UNCACHED_PARAMETER = "loam_preview";

/** Whatever the page, or a rule of the site, says of caches: a draft is kept by none. */
export function keepOutOfCache({ cache }: Pick<APIContext, "cache">): void {
  if (cache.enabled) cache.set(false);
}

/** What a preview answers is nobody else's, and to be found by no search. */
export const PRIVATE_HEADERS = {
  "cache-control": "private, no-store",
  "x-robots-tag": "noindex",
  "referrer-policy": "no-referrer",
} as const;
