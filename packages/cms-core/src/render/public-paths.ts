import { withDay } from "../base/route-day.ts";
import { FOLDER_SIGN } from "../base/slug.ts";
import { decodePercent } from "../base/text.ts";
import type { MediaRecord, MediaVariant } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import type { EntryHead } from "./list-body.ts";

/** Path of the file that lists all content types, in a site's public storage. */
export const INDEX_PATH = "api/index.json";

/** Path of the file with the new slugs of renamed entries. It exists only if an entry was renamed. */
export const REDIRECTS_PATH = "api/_redirects.json";

/** Returns `api/<api_id>.json`: the entries of a list type, or the single entry of an object type. */
export function listFilePath(apiId: string): string {
  return `api/${apiId}.json`;
}

/** Returns `api/<api_id>/_index.json`, which readers compare to fetch only changes. */
export function deltaFilePath(apiId: string): string {
  return `api/${apiId}/_index.json`;
}

/** Returns `api/<api_id>/<entry id or slug>.json`. */
export function entryFilePath(apiId: string, idOrSlug: string): string {
  return `api/${apiId}/${idOrSlug}.json`;
}

/** Returns `media/<first 16 hex of sha256>/<filename>`, or `…/<width>.<format>` for a variant. */
export function mediaFilePath(
  { sha256, filename }: Pick<MediaRecord, "sha256" | "filename">,
  variant?: MediaVariant,
): string {
  const name = variant === undefined ? filename : `${variant.width}.${variant.format}`;
  return `media/${mediaFolder({ sha256 })}/${name}`;
}

/** Returns the folder below `media/` with the public files of a binary. */
export function mediaFolder({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return sha256.slice(0, 16);
}

/** Returns the public URL of a path in public storage. `publicUrl` has no trailing slash. */
export function publicAddress(publicUrl: string, path: string): string {
  return `${publicUrl}/${path.split("/").map(encodeSegment).join("/")}`;
}

/** Encodes a part of a path for both Markdown and HTML, where brackets and quotation marks would end a URL. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/**
 * Returns the public URL path of an entry, for links between entries: the entry's own route in `site.yml`, otherwise
 * that of its type, otherwise `/<api_id>/<slug>`. Replaces `{slug}`, `{path}` (a slug with its folders), `{id}`, and
 * the `{year}`, `{month}`, and `{day}` of its creation.
 */
export function renderRoute(
  { type, slug, id, createdAt }: Pick<EntryHead, "type" | "slug" | "id" | "createdAt">,
  { routes, timeZone }: Pick<SiteConfig, "routes"> & { readonly timeZone?: string | undefined },
): string {
  const key = Object.hasOwn(routes, id) ? id : type;
  const route = Object.hasOwn(routes, key) ? (routes[key] ?? "") : `/${type}/{slug}`;
  // The value of `{path}` can contain slashes.
  const dated = withDay(route, { createdAt, timeZone });
  const whole = dated.replaceAll("{path}", () => slug.replaceAll(FOLDER_SIGN, "/"));
  const segments = whole.split("/").map((segment) =>
    encodeSegment(
      decodePercent(segment)
        .replaceAll("{slug}", () => slug)
        .replaceAll("{id}", id),
    ),
  );
  return segments.join("/");
}
