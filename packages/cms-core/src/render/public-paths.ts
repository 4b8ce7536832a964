import { withDay } from "../base/route-day.ts";
import { FOLDER_SIGN } from "../base/slug.ts";
import type { MediaRecord, MediaVariant } from "../model/media.ts";
import type { SiteConfig } from "../model/site.ts";
import type { EntryHead } from "./list-body.ts";

/** Path of the file that lists every content type, in a site's public storage. */
export const INDEX_PATH = "api/index.json";

/** Path of the file that says where entries stand that moved; there is none while no entry did. */
export const REDIRECTS_PATH = "api/_redirects.json";

/** `api/<api_id>.json`: a list type's entries, or an object type's single entry. */
export function listFilePath(apiId: string): string {
  return `api/${apiId}.json`;
}

/** `api/<api_id>/_index.json`: what readers compare who fetch only what changed. */
export function deltaFilePath(apiId: string): string {
  return `api/${apiId}/_index.json`;
}

/** `api/<api_id>/<entry id or slug>.json`. */
export function entryFilePath(apiId: string, idOrSlug: string): string {
  return `api/${apiId}/${idOrSlug}.json`;
}

/** `media/<first 16 hex of sha256>/<filename>`, or `…/<width>.<format>` of a variant. */
export function mediaFilePath(
  { sha256, filename }: Pick<MediaRecord, "sha256" | "filename">,
  variant?: MediaVariant,
): string {
  const name = variant === undefined ? filename : `${variant.width}.${variant.format}`;
  return `media/${mediaFolder({ sha256 })}/${name}`;
}

/** The folder below `media/` with the public files of a binary. */
export function mediaFolder({ sha256 }: Pick<MediaRecord, "sha256">): string {
  return sha256.slice(0, 16);
}

/** The address at which a path of public storage is read; `publicUrl` has no slash at its end. */
export function publicAddress(publicUrl: string, path: string): string {
  return `${publicUrl}/${path.split("/").map(encodeSegment).join("/")}`;
}

/**
 * One part of a path, as it may stand in Markdown and HTML alike: brackets and quotation marks, which URLs allow, end
 * an address there.
 */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/**
 * Public route of an entry, for links between entries: `site.yml`'s route of its type with `{slug}`, `{path}` (a slug
 * with its folders), `{id}`, and the `{year}`, `{month}`, and `{day}` on which it was created filled in, else
 * `/<api_id>/<slug>`. A route of the entry itself, by its id, comes first.
 */
export function renderRoute(
  { type, slug, id, createdAt }: Pick<EntryHead, "type" | "slug" | "id" | "createdAt">,
  { routes, timeZone }: Pick<SiteConfig, "routes"> & { readonly timeZone?: string | undefined },
): string {
  const key = Object.hasOwn(routes, id) ? id : type;
  const route = Object.hasOwn(routes, key) ? (routes[key] ?? "") : `/${type}/{slug}`;
  // What is put in for `{path}` has slashes of its own.
  const dated = withDay(route, { createdAt, timeZone });
  const whole = dated.replaceAll("{path}", () => slug.replaceAll(FOLDER_SIGN, "/"));
  const segments = whole.split("/").map((segment) =>
    encodeSegment(
      decoded(segment)
        .replaceAll("{slug}", () => slug)
        .replaceAll("{id}", id),
    ),
  );
  return segments.join("/");
}

/** A part of a route that is written percent-encoded stays so; one that only looks like it is text. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
