import { FOLDER_SIGN } from "../base/slug.ts";
import type { SiteConfig } from "../model/site.ts";
import type { EntryHead } from "./default-order.ts";
import { encodeSegment } from "./public-paths.ts";

/**
 * Public route of an entry, for links between entries: `site.yml`'s route of its type with `{slug}`, `{path}` (a slug
 * with its folders) and `{id}` filled in, else `/<api_id>/<slug>`.
 */
export function renderRoute(
  { type, slug, id }: Pick<EntryHead, "type" | "slug" | "id">,
  { routes }: Pick<SiteConfig, "routes">,
): string {
  const route = Object.hasOwn(routes, type) ? (routes[type] ?? "") : `/${type}/{slug}`;
  // What is put in for `{path}` has slashes of its own.
  const whole = route.replaceAll("{path}", () => slug.replaceAll(FOLDER_SIGN, "/"));
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
