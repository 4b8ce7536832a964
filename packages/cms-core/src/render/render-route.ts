import type { SiteConfig } from "../model/site.ts";
import type { EntryHead } from "./default-order.ts";

/**
 * Public route of an entry, for links between entries: `site.yml`'s route of its type with `{slug}`,
 * `{id}` filled in, else `/<api_id>/<slug>`.
 */
export function renderRoute(
  { type, slug, id }: Pick<EntryHead, "type" | "slug" | "id">,
  { routes }: Pick<SiteConfig, "routes">,
): string {
  const route = Object.hasOwn(routes, type) ? (routes[type] ?? "") : `/${type}/{slug}`;
  return route.replaceAll("{slug}", () => encodeURIComponent(slug)).replaceAll("{id}", id);
}
